/** How near to the first, in CSS pixels, the second press of a double press comes. */
const DOUBLE_PRESS_DISTANCE = 24;
/** How soon after the first, in milliseconds, a finger's second tap comes. */
const DOUBLE_TAP_TIME = 250;

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
  let first: { event: MouseEvent; isByFinger: boolean; control: Element | null } | null = null;
  let lastTime = 0;

  const isStray = ({ detail, timeStamp, clientX, clientY, target }: MouseEvent) => {
    if (!first || first.isByFinger !== isByFinger || first.control === controlAt(target)) return false;
    const distance = Math.hypot(clientX - first.event.clientX, clientY - first.event.clientY);
    if (distance >= DOUBLE_PRESS_DISTANCE) return false;
    // Browsers count the presses of a mouse, and not all count taps. Only buttons and links move a page far.
    return isByFinger
      ? first.control?.matches('a, button') && timeStamp - lastTime < DOUBLE_TAP_TIME
      : detail > 1;
  };
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isByFinger = pointerType === 'touch';
  };
  // It would move the focus.
  const onMouseDown = (event: MouseEvent) => {
    if (isStray(event)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    // a key, or a label that passes its press on
    if (event.detail === 0) return;
    if (isStray(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else first = { event, isByFinger, control: controlAt(event.target) };
    lastTime = event.timeStamp;
  };
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('mousedown', onMouseDown, true);
  document.addEventListener('click', onClick, true);
}
