import type { Sandbox } from '../e2e/fixtures.ts';

/** A fresh token for the test card, as the gateway's script would get it. */
export async function issueCardToken(
  { gateway }: Pick<Sandbox, 'gateway'>,
  cardno = '4111111111111111',
): Promise<string> {
  const answer = await postJson(`${gateway}/token`, {
    apiKey: 'sandbox-api-key',
    cardno,
    expire: `${new Date().getFullYear() + 3}12`,
    securitycode: '123',
    tokennumber: '1',
  });
  return textAt(answer, 'tokenObject', 'token');
}

/**
 * Registers a card payload and approves it at the bank, without a browser.
 * Returns what the browser then has: the register token in its session, and `p` in the address.
 */
export async function approveAtBank(
  sandbox: Pick<Sandbox, 'api' | 'gateway'>,
  payload: object,
): Promise<{ registerToken: string; p: string }> {
  const access = await (await fetch(`${sandbox.api}/app/token.php`)).json();
  const captcha = await postJson(`${sandbox.gateway}/captcha/token`, {});
  const registration = await postJson(
    `${sandbox.api}/app/memberRegisterCard.php`,
    { ...payload, recaptchaToken: textAt(captcha, 'token') },
    { Authorization: `Bearer ${textAt(access, 'token')}` },
  );
  const approved = await fetch(textAt(registration, 'redirectUrl'), {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve' }),
    redirect: 'manual',
  });
  const p = new URL(approved.headers.get('Location') ?? '').searchParams.get('p') ?? '';
  return { registerToken: textAt(registration, 'registerToken'), p };
}

async function postJson(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

function textAt(value: unknown, ...path: string[]): string {
  const found = path.reduce((from: unknown, key) => Object(from)[key], value);
  if (typeof found !== 'string') throw new Error(`No ${path.join('.')} in ${JSON.stringify(value)}`);
  return found;
}
