import { describe, expect, it } from 'vitest';
import { completionFields } from '../../src/signup/completion-fields.ts';
import { BANK_DEBIT, isFormField, type SignupForm } from '../../src/signup/form.ts';
import { bankPayload, cardPayload } from '../../src/signup/payload.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
  withoutCard,
} from '../complete-donor.ts';
import { keysOf, shownFields, wordFields } from '../field-table.ts';

const campaign = { utmSource: 's', utmMedium: 'm', utmCampaign: 'c', utmContent: 'n' };
const card = { cardToken: 'tok_1', maskedCardNumber: '************1111' };
const callbackUrl = 'https://www.example.org/form/member/callback';
/** Long and odd, and neither cut nor changed. */
const oddText = `か\u3099辻\u{e0100}👩🏽‍🚒\u202e"<\\${'あ'.repeat(300)}`;
const byCard = (form: SignupForm) => cardPayload(form, card, callbackUrl, 'captcha', campaign);
const byBank = (form: SignupForm) => bankPayload(form, 'captcha', campaign);

describe('the payload', () => {
  it('of a card sign-up holds what the specification lists', () => {
    const form = {
      ...withoutCard(completeDonor),
      price: 'other' as const,
      priceOther: '4500',
      birthYear: '1990',
      birthMonth: '4',
      birthDay: '5',
      gender: '女性' as const,
      mailMagazine: false,
      receipt: true,
      expirationMonth: '03',
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
      cardToken: 'tok_1',
      maskedCardNumber: '************1111',
      cardExpiryYear: form.expirationYear,
      cardExpiryMonth: form.expirationMonth,
      token: 'tok_1',
      callbackUrl,
    });
  });

  it.each([
    ['at home', completeDonor],
    ['overseas', completeDonorOverseas],
  ])('holds every answer under the keys of the table: %s', { tags: ['@§3.27', '@§3.28'] }, (_, donor) => {
    const texts = wordFields.map((name) => [name, `${donor[name]} ${oddText}`]);
    const form = { ...withoutCard(donor), ...Object.fromEntries(texts), gender: '女性', receipt: true };
    const promised = shownFields(form).flatMap((name) =>
      isFormField(name) ? keysOf(name).map((key) => [key, form[name]]) : [],
    );
    // a code from home stays in the form of a donor who has moved overseas
    const payload = byCard(donor.expatriate ? { ...form, zip: '123-4567' } : form);
    expect(payload).toMatchObject(Object.fromEntries(promised));
  });

  it('of a bank sign-up carries nothing of a card', () => {
    const payload = byBank({ ...withoutCard(completeDonor), paymentMethod: BANK_DEBIT });
    expect(payload.paymentMethod).toBe('引落（銀行・郵便）');
    expect(Object.keys(payload).filter((key) => /card|expir|token$|callback/i.test(key))).toEqual([
      'recaptchaToken',
    ]);
  });

  it('has no birthDate and no gender where they were not given', { tags: ['@§3.26', '@§3.29'] }, () => {
    const payload = byBank({ ...withoutCard(completeDonorByBank), birthYear: '1990', birthMonth: '4' });
    expect(payload).not.toHaveProperty('birthDate');
    expect(payload).not.toHaveProperty('gender');
  });

  it('from overseas says that no mail is needed, whatever was chosen at home', () => {
    const chosen = { receipt: false, annualReport: false };
    const overseas = withoutCard(completeDonorOverseas);
    expect(byCard({ ...overseas, ...chosen })).toMatchObject({ receipt: true, annualReport: true });
    expect(byBank({ ...overseas, ...chosen, expatriate: false })).toMatchObject(chosen);
  });

  it('from home has no leftovers from overseas, and no leftover amount', () => {
    const payload = byCard({
      ...withoutCard(completeDonor),
      country: 'France',
      zipExpatriate: '75001',
      priceOther: '7',
    });
    expect(payload).toMatchObject({ zip: '100-0001', country: '', zipExpatriate: '' });
    expect(payload).not.toHaveProperty('priceOther');
  });

  it('never holds a key that is not named, even when the form does', () => {
    const payload = byCard({ ...completeDonor, ...JSON.parse('{"extra":1,"__proto__":{"polluted":true}}') });
    for (const key of ['cardNum', 'securityCode', 'extra', 'polluted', '__proto__']) {
      expect(Object.hasOwn(payload, key)).toBe(false);
    }
    expect(JSON.stringify(payload)).not.toContain(completeDonor.cardNum);
  });
});

describe('the completion page gets', () => {
  it('the six fields of the specification', () => {
    expect(completionFields(withoutCard(completeDonor))).toEqual(donorsCompletion);
  });

  it('a free amount in yen, and an overseas address with its words apart', () => {
    expect(
      completionFields({ ...withoutCard(completeDonorOverseas), price: 'other', priceOther: '4500' }),
    ).toMatchObject({
      address: 'NY New York 350 Fifth Avenue',
      price: '4500',
    });
  });
});
