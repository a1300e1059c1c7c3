/** How soon after the first tap, in milliseconds, and how near to it, in CSS pixels, a finger's second tap comes. */
const DOUBLE_TAP = { time: 400, distance: 24 };

/** What a press is for: a label's control, or the link or control that it hits. */
function controlAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.control ?? target.closest('a, button, input, select, textarea');
}

/**
 * Takes the second press of a double press from the page if it would hit something else than the first. The first has
 * then moved the page, or brought another screen, and the second would choose another amount unseen.
 */
export function ignoreStrayPresses(): void {
  let isByFinger = false;
  let first: { at: number; x: number; y: number; control: Element | null } | null = null;

  const isStray = ({ detail, timeStamp, clientX, clientY, target }: MouseEvent) => {
    if (!first || controlAt(target) === first.control) return false;
    // Browsers count the presses of a mouse, and not all count taps.
    if (!isByFinger) return detail > 1;
    const distance = Math.hypot(clientX - first.x, clientY - first.y);
    return timeStamp - first.at < DOUBLE_TAP.time && distance < DOUBLE_TAP.distance;
  };
  const onClick = (event: MouseEvent) => {
    // a key, or a label that passes its press on
    if (event.detail === 0) return;
    if (isStray(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else first = { at: 0, x: event.clientX, y: event.clientY, control: controlAt(event.target) };
    if (first) first.at = event.timeStamp;
  };
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isByFinger = pointerType === 'touch';
  };
  // It would move the focus.
  const onMouseDown = (event: MouseEvent) => {
    if (isStray(event)) event.preventDefault();
  };
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('mousedown', onMouseDown, true);
  document.addEventListener('click', onClick, true);
}
