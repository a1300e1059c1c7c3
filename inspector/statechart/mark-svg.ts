export type SvgMarks = { active: readonly string[]; taken: readonly string[]; possible: readonly string[] };

/** Marks the states and edges of a drawn chart that are active, were just taken or may be next. */
export function markSvg(svg: Element, { active, taken, possible }: SvgMarks): void {
  for (const element of svg.querySelectorAll('[data-state-id]')) {
    element.classList.toggle('is-active', active.includes(element.getAttribute('data-state-id') ?? ''));
  }
  for (const element of svg.querySelectorAll('[data-edge-id]')) {
    const id = element.getAttribute('data-edge-id') ?? '';
    element.classList.toggle('is-taken', taken.includes(id));
    element.classList.toggle('is-possible', possible.includes(id));
  }
}
