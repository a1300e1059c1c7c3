import { expect, it } from 'vitest';
import { createCardSecrets } from '../../../src/signup/card/card-secrets.ts';

// model-tests/table.txt says when the chart clears them.
it('the card’s number and code are what the fields show, until they are cleared', { tags: '@§3.21' }, () => {
  const secrets = createCardSecrets();
  // The fields render it whenever they are told.
  let shown = secrets.read();
  const stop = secrets.subscribe(() => {
    shown = secrets.read();
  });
  secrets.write('cardNum', '4111111111111111');
  secrets.write('securityCode', '123');
  expect(shown).toEqual({ cardNum: '4111111111111111', securityCode: '123' });
  secrets.clear();
  expect([shown, secrets.read()]).toEqual(Array(2).fill({ cardNum: '', securityCode: '' }));
  stop();
  secrets.write('cardNum', '4111111111111111');
  expect(shown.cardNum).toBe('');
});
