import { organisation } from '#organisation/organisation.ts';
import { paymentAmount } from '../amount/amount.ts';
import type { KeptCard } from '../card/kept-card.ts';
import type { SignupForm } from '../form.ts';
import { birthDate } from '../profile/birth-date.ts';

const { asks } = organisation;

/** The campaign that brought the donor here, from the cookies of the same names (specification §3). */
export type Campaign = {
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmContent: string;
};

/**
 * The body of memberRegisterCard (specification §7). It holds the token twice: as `token`, and as the form field
 * `cardToken`, since the specification asks for all form fields.
 * @param callbackUrl the callback route on the site's own origin
 */
export function cardPayload(
  form: SignupForm,
  card: Pick<KeptCard, 'cardToken' | 'maskedCardNumber'>,
  callbackUrl: string,
  recaptchaToken: string,
  campaign: Campaign,
) {
  return {
    ...payloadWithoutCard(form, recaptchaToken, campaign),
    expirationMonth: form.expirationMonth,
    expirationYear: form.expirationYear,
    cardToken: card.cardToken,
    maskedCardNumber: card.maskedCardNumber,
    cardExpiryYear: form.expirationYear,
    cardExpiryMonth: form.expirationMonth,
    token: card.cardToken,
    callbackUrl,
  };
}

/**
 * The body of a registering call without card fields, as of memberRegisterBank (specification §7). Lists every field by name, so
 * that a new one is not sent by accident. Keys are absent, not empty, if the specification says "absent" or "only if".
 */
export function payloadWithoutCard(form: SignupForm, recaptchaToken: string, campaign: Campaign) {
  const born = birthDate(form);
  return {
    price: form.price,
    ...(form.price === 'other' ? { priceOther: paymentAmount(form) } : {}),
    lastName: form.lastName,
    firstName: form.firstName,
    furigana: form.furigana,
    email: form.email,
    ...(asks.mailMagazine && { mailMagazine: form.mailMagazine }),
    zip: form.expatriate ? form.zipExpatriate : form.zip,
    prefecture: form.prefecture,
    city: form.city,
    street: form.street,
    ...(asks.overseas && {
      expatriate: form.expatriate,
      country: form.expatriate ? form.country : '',
      zipExpatriate: form.expatriate ? form.zipExpatriate : '',
    }),
    phone: form.phone,
    ...(asks.birthDate && {
      birthYear: form.birthYear,
      birthMonth: form.birthMonth,
      birthDay: form.birthDay,
    }),
    ...(born === undefined ? {} : { birthDate: born }),
    ...(form.gender === '' ? {} : { gender: form.gender }),
    // true means not needed: nothing is mailed overseas (decision 30)
    ...(asks.mailings && {
      receipt: form.expatriate || form.receipt,
      annualReport: form.expatriate || form.annualReport,
    }),
    paymentMethod: form.paymentMethod,
    state: form.prefecture,
    paymentAmount: paymentAmount(form),
    recaptchaToken,
    ...campaign,
  };
}
