/** Each node before those that its edges lead to. */
function array<Node>(nodes: readonly Node[], edges: readonly (readonly [Node, Node])[]): Node[] {
  const found = new Set<Node>();
  const visit = (node: Node, before: readonly Node[]) => {
    if (before.includes(node)) throw new Error('Cyclic dependency');
    for (const [from, to] of [...edges].reverse()) if (from === node) visit(to, [...before, node]);
    found.add(node);
  };
  for (const node of [...nodes].reverse()) visit(node, []);
  return [...found].reverse();
}

export default { array };
