/** The fields whose events are kept: those of digits are written over by the form itself while they are typed. */
export const recordedFields = ['lastName', 'firstName', 'furigana', 'email', 'phone', 'street'] as const;

export type RecordedField = (typeof recordedFields)[number];

/** What a browser told the page while somebody typed, as far as the form listens: the value is the field's then. */
export type RecordedEvent =
  | [field: RecordedField, type: 'blur' | 'input', value: string]
  | [
      field: RecordedField,
      type: 'compositionstart' | 'compositionupdate' | 'compositionend' | 'input',
      value: string,
      data: string,
    ];

/** What one engine did with the keys of one scenario. */
export type Recording = { engine: string; title: string; typed: string; events: RecordedEvent[] };

/** An expression that makes a page keep its events in `recorder`; see {@link RecordedEvent}. */
export const recorder = `(() => {
  const recorder = { events: [], seen: 0, clicks: 0, mouse: null };
  const on = (types, listen) => types.split(' ').forEach((type) => addEventListener(type, (event) => {
    recorder.seen++;
    listen(event);
  }, true));
  on('keydown keyup', () => {});
  on('click', () => recorder.clicks++);
  on('mousemove', ({ clientX, clientY }) => { recorder.mouse = { x: clientX, y: clientY }; });
  on('compositionstart compositionupdate compositionend input blur', ({ type, target, data }) => {
    const { name: field, value } = target;
    if (!${JSON.stringify(recordedFields)}.includes(field)) return;
    recorder.events.push(typeof data === 'string' ? [field, type, value, data] : [field, type, value]);
  });
  window.recorder = recorder;
  return true;
})()`;
