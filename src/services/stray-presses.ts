/** How near to the first, in CSS pixels, the second press of a double press comes. A finger trembles more than a mouse. */
const DOUBLE_PRESS_DISTANCE = { mouse: 10, finger: 24 };
/** How soon after the last press, in milliseconds. Nobody sees what has come there and aims at it in less. */
const DOUBLE_PRESS_TIME = 700;

/** What a press is for: a label's control, the link or control that it hits, or else the background. */
function pressedAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.control ?? target.closest('a, button, input, select, textarea') ?? target;
}

/**
 * Takes the second press of a double press from the page if the first has moved what it hit, or brought another screen: the
 * second would choose another amount unseen. A page that has been scrolled since was seen, so that press is meant.
 */
export function ignoreStrayPresses(): void {
  let first: { hit: Element; x: number; y: number; time: number } | null = null;
  /** Where its target was in the page when last looked at, and how far the page was scrolled. */
  let place: { top: number | undefined; scroll: number } | null = null;
  let distance = DOUBLE_PRESS_DISTANCE.finger;
  let isStray = false;
  let frame = 0;

  /** Forgets the press once the page is only scrolled. The app scrolls in the first frame, or while the target moves. */
  const look = () => {
    if (!first) return;
    const isShown = first.hit.getClientRects().length > 0;
    const top = isShown ? Math.round(first.hit.getBoundingClientRect().top + scrollY) : undefined;
    if (place && place.scroll !== scrollY && place.top === top) first = null;
    place = { top, scroll: scrollY };
  };
  const follow = () => {
    look();
    if (first && performance.now() - first.time < DOUBLE_PRESS_TIME) frame = requestAnimationFrame(follow);
  };
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    distance = DOUBLE_PRESS_DISTANCE[pointerType === 'mouse' ? 'mouse' : 'finger'];
  };
  const onMouseDown = (event: MouseEvent) => {
    look();
    isStray =
      first !== null &&
      event.timeStamp - first.time < DOUBLE_PRESS_TIME &&
      Math.hypot(event.clientX - first.x, event.clientY - first.y) < distance &&
      pressedAt(event.target) !== first.hit &&
      pressedAt(document.elementFromPoint(first.x, first.y)) !== first.hit;
    // It would move the focus.
    if (isStray) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    // a key, or a label that passes its press on
    if (event.detail === 0) return;
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const hit = pressedAt(event.target);
    if (isStray) {
      event.preventDefault();
      event.stopPropagation();
      if (first) first.time = time;
    } else {
      first = hit && { hit, x, y, time };
      place = null;
    }
    isStray = false;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(follow);
  };
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('mousedown', onMouseDown, true);
  document.addEventListener('click', onClick, true);
}
