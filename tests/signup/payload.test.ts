import { describe, expect, it } from 'vitest';
import { completionFields } from '../../src/signup/completion-fields.ts';
import { BANK_DEBIT, type SignupForm } from '../../src/signup/form.ts';
import { bankPayload, cardPayload } from '../../src/signup/payload.ts';
import { home, homeByBank, overseas, withoutCard } from './sample-form.ts';

const campaign = { utmSource: 's', utmMedium: 'm', utmCampaign: 'c', utmContent: 'n' };
const card = { cardToken: 'tok_1', maskedCardNumber: '************1111' };
const callbackUrl = 'https://www.example.org/form/member/callback';
const byCard = (form: SignupForm) => cardPayload(form, card, callbackUrl, 'captcha', campaign);
const byBank = (form: SignupForm) => bankPayload(form, 'captcha', campaign);

describe('the payload', () => {
  it('of a card sign-up holds what the specification lists', () => {
    const form = {
      ...withoutCard(home),
      birthYear: '1990',
      birthMonth: '4',
      birthDay: '5',
      gender: '女性' as const,
    };
    const { priceOther: _, ...chosen } = form;
    expect(byCard(form)).toEqual({
      ...chosen,
      birthDate: '1990-4-5',
      state: '東京都',
      paymentAmount: Number(form.price),
      recaptchaToken: 'captcha',
      ...campaign,
      paymentMethod: 'クレジットカード',
      cardToken: 'tok_1',
      maskedCardNumber: '************1111',
      cardExpiryYear: '2031',
      cardExpiryMonth: '04',
      token: 'tok_1',
      callbackUrl,
    });
  });

  it('of a bank sign-up carries nothing of a card', () => {
    const payload = byBank({ ...withoutCard(home), paymentMethod: BANK_DEBIT });
    expect(payload.paymentMethod).toBe('引落（銀行・郵便）');
    expect(Object.keys(payload).filter((key) => /card|expir|token$|callback/i.test(key))).toEqual([
      'recaptchaToken',
    ]);
  });

  it('has no birthDate and no gender where they were not given', () => {
    const payload = byBank({ ...withoutCard(homeByBank), birthYear: '1990', birthMonth: '4' });
    expect(payload).not.toHaveProperty('birthDate');
    expect(payload).not.toHaveProperty('gender');
  });

  it('from overseas has the overseas zip as zip, and the state', () => {
    const payload = byCard({ ...withoutCard(overseas), zip: '123-4567' });
    expect(payload).toMatchObject({
      zip: '95014',
      zipExpatriate: '95014',
      state: 'California',
      prefecture: 'California',
    });
  });

  it('from home has no leftovers from overseas, and no leftover amount', () => {
    const payload = byCard({
      ...withoutCard(home),
      country: 'France',
      zipExpatriate: '75001',
      priceOther: '7',
    });
    expect(payload).toMatchObject({ zip: '123-4567', country: '', zipExpatriate: '' });
    expect(payload).not.toHaveProperty('priceOther');
  });

  it('never holds a key that is not named, even when the form does', () => {
    const payload = byCard({ ...home, ...JSON.parse('{"extra":1,"__proto__":{"polluted":true}}') });
    for (const key of ['cardNum', 'securityCode', 'extra', 'polluted', '__proto__']) {
      expect(Object.hasOwn(payload, key)).toBe(false);
    }
    expect(JSON.stringify(payload)).not.toContain(home.cardNum);
  });
});

describe('the completion page is told', () => {
  it('the six fields of the specification', () => {
    expect(completionFields(withoutCard(home))).toEqual({
      first_name: '太郎',
      last_name: '山田',
      furigana: 'やまだ　たろう',
      mail: 'taro@example.com',
      address: '東京都千代田区丸の内1-2-3 サンプルビル4階',
      price: home.price,
    });
  });

  it('a free amount in yen, and an overseas address with its words apart', () => {
    expect(completionFields({ ...withoutCard(overseas), price: 'other', priceOther: '4500' })).toMatchObject({
      address: 'California Cupertino 1 Infinite Loop',
      price: '4500',
    });
  });
});
