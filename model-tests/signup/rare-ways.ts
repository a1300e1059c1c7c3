import type { Deed } from '../in-memory/stage.ts';
import { samples } from './events.ts';

const byBank =
  'page.opened 3, input.confirmed 2, agreement.changed 1, agreement.changed 3, confirm.submitted';
const byCard = 'page.opened 3, input.confirmed 1, tokeniseCard done 1';
const atBank = `${byCard}, agreement.changed 1, confirm.submitted, accessToken.ready, solveCaptcha done, register done 1`;

/** Steps whose effect shows only much later, by the names of samples. No shortest path takes them. */
const ways: Readonly<Record<string, string>> = {
  'a new try may have its access token replaced again': `
    ${byBank}, accessToken.ready, solveCaptcha done, register error 1, accessToken.ready,
    register error 2, confirm.submitted, solveCaptcha done, register error 1`,
  'a settling that is tried again may have its access token replaced again': `
    ${atBank}, page.opened 6, accessToken.ready, verifyCard error 1, accessToken.ready,
    verifyCard error 2, retry.requested, verifyCard error 1`,
  'what was refused of somebody else’s link is not said of what is settled after it': `
    ${atBank}, page.opened 8, accessToken.ready, verifyCard error 4, page.opened 6, accessToken.ready,
    verifyCard done`,
  'why there is no access token is told': `${byBank}, solveCaptcha done, accessToken.unavailable 2`,
  'that the draft was cleared is said until the donor has gone on':
    'page.opened 3, draft.cleared, input.confirmed 2',
  'whoever clears the draft is led to no field':
    'page.opened 3, input.confirmed 2, change.requested 2, draft.cleared',
  'whoever takes an address after the review has another form to review': `
    page.opened 3, accessToken.ready, input.confirmed 2, change.requested 1, address.found 1,
    address.accepted`,
  'an application that comes back to the form and stays as it was is the same one':
    'page.opened 3, input.confirmed 2, change.requested 1, input.confirmed 4',
  'whoever goes on with another field in mind is led there no more':
    'page.opened 3, input.confirmed 2, change.requested 2, route.requested 2, route.requested 1',
  'a code that is typed again fills in its address again, and so does coming back from overseas': `
    page.opened 3, accessToken.ready, field.changed 2, address.found 1, field.changed 7,
    field.changed 3, field.changed 2, field.changed 7, field.changed 13, field.changed 14`,
  'after completion nothing is kept of the other kind of address either': `
    page.opened 3, field.changed 6, field.changed 13, input.confirmed 3, tokeniseCard done 1,
    agreement.changed 1, confirm.submitted, accessToken.ready, solveCaptcha done, register done 1,
    page.opened 6, accessToken.ready, verifyCard done`,
  'an address that was waved away cannot be taken any more': `
    page.opened 3, accessToken.ready, field.changed 2, field.changed 5, field.changed 6,
    address.found 1, address.declined, address.accepted`,
  'a lookup that waits for an access token gets it from the submission': `
    page.opened 3, accessToken.ready, field.changed 2, accessToken.refused, input.confirmed 2,
    agreement.changed 1, agreement.changed 3, confirm.submitted, solveCaptcha done, accessToken.ready`,
  'a host that refuses the repeated settling gives its reasons on the fresh page': `
    ${atBank}, page.opened 6, accessToken.ready, verifyCard error 1, accessToken.ready,
    verifyCard error 4, page.opened 2`,
  'a card grows old from its own time, whenever the browser has led to it': `${byCard}, change.requested 1, time.passed 3, route.requested 2, time.passed 2`,
  'a city of the donor’s own stays when its prefecture is chosen': `
    page.opened 3, field.changed 2, field.changed 5, accessToken.ready, address.found 1,
    field.changed 9, field.changed 8`,
  'an address that was emptied is filled in by nothing but code and prefecture': `
    page.opened 3, field.changed 2, accessToken.ready, address.found 1, field.changed 7,
    field.changed 1`,
  'without an access token the pauses grow longer, to five minutes, and are short again after one': `
    page.opened 3, ${'accessToken.unavailable 1, time.passed 4, '.repeat(6)}accessToken.ready,
    time.passed 4, accessToken.unavailable 1, time.passed 4`,
  'an access token that could not be had again is asked for as soon as it is missed': `
    page.opened 3, accessToken.ready, field.changed 2, time.passed 4, accessToken.unavailable 1,
    accessToken.refused, accessToken.ready`,
  'a lookup has its access token replaced once for each code': `
    page.opened 3, accessToken.ready, field.changed 2, accessToken.refused, accessToken.ready,
    address.missing 2, field.changed 4, accessToken.refused, accessToken.ready, address.missing 2,
    field.changed 2, address.missing 2`,
};

/** The same as steps. An organisation that asks for less lacks some of the samples. */
export const rareWays: readonly (readonly [title: string, deeds: readonly Deed[]])[] = Object.entries(
  ways,
).map(([title, names]) => [
  title,
  names
    .trim()
    .split(/,\s+/)
    .map((name) => samples.find((each) => each.name === name) ?? { name, eventNow: () => null }),
]);
