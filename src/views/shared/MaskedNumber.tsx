/** A masked card number. Screen readers say its last four digits in place of the asterisks. */
export function MaskedNumber({ children, className }: { children: string; className?: string }) {
  return (
    <>
      <span className={className} aria-hidden="true">
        {children}
      </span>
      <span className="visually-hidden">末尾{children.slice(-4)}</span>
    </>
  );
}
