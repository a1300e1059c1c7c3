import { expect, it } from 'vitest';
import { applicationKey } from '../../../src/signup/application/application-key.ts';
import { completionFields } from '../../../src/signup/application/completion-fields.ts';
import { cardPayload, payloadWithoutCard } from '../../../src/signup/application/payload.ts';
import { isFormField, type SignupForm } from '../../../src/signup/form.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
  withoutCard,
} from '../../complete-donor.ts';
import { keysOf, shownFields, wordFields } from '../../field-table.ts';

const campaign = { utmSource: 's', utmMedium: 'm', utmCampaign: 'c', utmContent: 'n' };
const card = { cardToken: 'tok_1', maskedCardNumber: '************1111' };
const callbackUrl = 'https://www.example.org/form/member/callback';
const byCard = (form: SignupForm) => cardPayload(form, card, callbackUrl, 'captcha', campaign);
const byBank = (form: SignupForm) => payloadWithoutCard(form, 'captcha', campaign);
const [atHome, overseas] = [withoutCard(completeDonor), withoutCard(completeDonorOverseas)];

it('the payload of a card sign-up holds what the specification lists', { tags: ['@§3.27', '@§3.28'] }, () => {
  const form = {
    ...atHome,
    ...({ price: 'other', priceOther: '4500', gender: '女性' } as const),
    ...{ birthYear: '1990', birthMonth: '4', birthDay: '5' },
    ...{ mailMagazine: false, receipt: true, expirationMonth: '03' },
  };
  expect(byCard(form)).toEqual({
    ...form,
    priceOther: 4500,
    birthDate: '1990-4-5',
    state: '東京都',
    paymentAmount: 4500,
    recaptchaToken: 'captcha',
    ...campaign,
    paymentMethod: 'クレジットカード',
    ...card,
    cardExpiryYear: form.expirationYear,
    cardExpiryMonth: '03',
    token: 'tok_1',
    callbackUrl,
  });
});

it('the payload holds every answer from overseas, neither cut nor changed', {
  tags: ['@§3.27', '@§3.28'],
}, () => {
  const odd = `か\u3099辻\u{e0100}👩🏽‍🚒\u202e"<\\${'あ'.repeat(300)}`;
  const texts = wordFields.map((name) => [name, `${overseas[name as keyof SignupForm]} ${odd}`]);
  // a code from home stays in the form of a donor who has moved overseas
  const form = { ...overseas, ...Object.fromEntries(texts), zip: '123-4567', gender: '女性', receipt: true };
  const promised = shownFields(form).flatMap((name) =>
    isFormField(name) ? keysOf(name).map((key) => [key, form[name]]) : [],
  );
  expect(byCard(form)).toMatchObject(Object.fromEntries(promised));
});

it('the payload of a bank sign-up carries nothing of a card', () => {
  const payload = byBank({ ...withoutCard(completeDonorByBank), expirationMonth: '03' });
  expect(payload.paymentMethod).toBe('引落（銀行・郵便）');
  const ofCard = Object.keys(payload).filter((key) => /card|expir|token$|callback/i.test(key));
  expect(ofCard).toEqual(['recaptchaToken']);
});

it('the payload has no birthDate and no gender that were not given', { tags: ['@§3.26', '@§3.29'] }, () => {
  const born = (birthYear: string, birthMonth: string, birthDay: string) =>
    byBank({ ...atHome, birthYear, birthMonth, birthDay });
  for (const payload of [
    born('1990', '4', ''),
    born('1990', '', '5'),
    born('', '4', '5'),
    born('1990', '4', '31'),
  ])
    expect(payload).not.toHaveProperty('birthDate');
  expect(byBank(atHome)).not.toHaveProperty('gender');
});

it('the payload from overseas says that no mail is needed, whatever was chosen at home', () => {
  const chosen = { receipt: false, annualReport: false };
  expect(byCard({ ...overseas, ...chosen })).toMatchObject({ receipt: true, annualReport: true });
  expect(byBank({ ...overseas, ...chosen, expatriate: false })).toMatchObject(chosen);
});

it('the payload from home has no leftovers from overseas, and no leftover amount', () => {
  const payload = byCard({ ...atHome, country: 'France', zipExpatriate: '75001', priceOther: '7' });
  expect(payload).toMatchObject({ zip: '100-0001', country: '', zipExpatriate: '' });
  expect(payload).not.toHaveProperty('priceOther');
});

it('the payload never holds a key that is not named, even when the form does', () => {
  const payload = byCard({ ...completeDonor, ...JSON.parse('{"extra":1,"__proto__":{"polluted":true}}') });
  expect(Object.keys(payload)).toEqual(Object.keys(byCard(atHome)));
  expect(JSON.stringify(payload)).not.toContain(completeDonor.cardNum);
});

it('the completion page gets six fields: the amount in yen, an overseas address with its words apart', () => {
  expect(completionFields(atHome)).toEqual(donorsCompletion);
  const fields = completionFields({ ...overseas, price: 'other', priceOther: '4500' });
  expect(fields).toMatchObject({ address: 'NY New York 350 Fifth Avenue', price: '4500' });
});

it('the same application by another card has another key', () => {
  const keyBy = (digits: string) =>
    applicationKey(
      'tab',
      atHome,
      { cardToken: digits, maskedCardNumber: `************${digits}`, issuedAt: 0 },
      [],
    );
  expect(keyBy('4444')).not.toBe(keyBy('1111'));
});
