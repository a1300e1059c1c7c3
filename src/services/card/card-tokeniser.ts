import { CallFailure } from '../../signup/call-failure.ts';
import type { CardSecrets } from '../../signup/card/card-secrets.ts';
import { ACCEPTED, isFaultOfCard } from '../../signup/card/gateway-code.ts';
import type { KeptCard } from '../../signup/card/kept-card.ts';
import { normaliseField } from '../../signup/fields.ts';
import type { SignupForm } from '../../signup/form.ts';
import { cardCheckFailed, cardCheckTimedOut, cardCheckUnavailable } from '../../signup/messages.ts';
import { asRecord } from '../../signup/type-guards.ts';
import type { LoadScript } from '../load-script.ts';
import { requireNetwork } from '../require-network.ts';

type GatewayCard = {
  cardno: string;
  /** YYYYMM */
  expire: string;
  securitycode: string;
  holdername: string;
  tokennumber: string;
};

type Gateway = { getToken(card: GatewayCard, callback: (answer: unknown) => void): unknown };

/** What the provider's script defines: `init` returns the gateway or a promise of it. */
type GatewayInitter = { init(apiKey: string, publicKey: string): Gateway | PromiseLike<Gateway> };

declare global {
  interface Window {
    Multipayment?: GatewayInitter;
  }
}

type GatewaySettings = { cardGatewayScript: string; cardGatewayApiKey: string; cardGatewayPublicKey: string };

/**
 * Turns the card on the input screen into a token, with the gateway's script (specification §7).
 * Only this function reads the card, and only that script receives it (decision 5).
 *
 * Rejects with a CallFailure: `refused` with the gateway's code if a field of the card is wrong, `notSent` if the gateway,
 * its script, the network or the set-up fails.
 */
export function createCardTokeniser(
  settings: GatewaySettings,
  loadScript: LoadScript,
  secrets: Pick<CardSecrets, 'read'>,
) {
  return async (
    form: Pick<SignupForm, 'expirationMonth' | 'expirationYear'>,
    signal: AbortSignal,
  ): Promise<KeptCard> => {
    let isHandedOver = false;
    const ask = async () => {
      await loadScript(settings.cardGatewayScript);
      const gateway = await window.Multipayment?.init(
        settings.cardGatewayApiKey,
        settings.cardGatewayPublicKey,
      );
      // If nobody waits any more, the card is not sent.
      signal.throwIfAborted();
      const entry = secrets.read();
      // Offline, the gateway's script would answer that the gateway is busy.
      if (!gateway || entry.cardNum === '' || navigator.onLine === false)
        throw new Error('No gateway, card or network');
      const card: GatewayCard = {
        cardno: normaliseField('cardNum', entry.cardNum),
        expire: `${form.expirationYear}${form.expirationMonth}`,
        securitycode: normaliseField('securityCode', entry.securityCode),
        holdername: '',
        tokennumber: '1',
      };
      isHandedOver = true;
      const answer = await new Promise<unknown>((resolve, reject) => {
        Promise.resolve(gateway.getToken(card, resolve)).catch(reject);
      });
      return readAnswer(answer, card.cardno);
    };
    const { code, token, maskedCardNumber } = await ask().catch(() => {
      requireNetwork();
      throw new CallFailure('notSent', [isHandedOver ? cardCheckTimedOut : cardCheckUnavailable]);
    });
    if (code !== null && code !== ACCEPTED)
      throw new CallFailure(isFaultOfCard(code) ? 'refused' : 'notSent', [cardCheckFailed(code)]);
    if (code === null || !token || !maskedCardNumber) throw new CallFailure('notSent', [cardCheckTimedOut]);
    return { cardToken: token, maskedCardNumber, issuedAt: Date.now() };
  };
}

/**
 * Parses the gateway's answer: its code is a text or a number, its token a text or a list (docs/facts.md). Null for
 * what is missing or wrong: no valid code, a token that contains the card number, the masked number of another card.
 */
function readAnswer(answer: unknown, cardNumber: string) {
  const { resultCode, tokenObject } = asRecord(answer);
  const { token, maskedCardNo } = asRecord(tokenObject);
  const isCode = typeof resultCode === 'number' || typeof resultCode === 'string';
  const code = isCode ? String(resultCode) : '';
  const cardToken = firstText(token);
  return {
    code: /^\w{1,10}$/.test(code) ? code.padStart(3, '0') : null,
    token: cardToken?.includes(cardNumber) ? null : cardToken,
    maskedCardNumber: maskCardNumber(firstText(maskedCardNo), cardNumber),
  };
}

/** Masks all but the last four digits, whatever the gateway's own mask shows (decision 5). Null for another card's. */
function maskCardNumber(mask: string | null, cardNumber: string): string | null {
  const ending = /\d{1,4}$/.exec(mask?.trim() ?? '')?.[0];
  if (ending === undefined || !cardNumber.endsWith(ending)) return null;
  return ending.padStart(cardNumber.length, '*');
}

function firstText(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
}
