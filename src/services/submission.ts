/** What only submitting needs, in one chunk that is loaded after the form is on screen. */
export { readCampaign } from './campaign.ts';
export { createCaptcha } from './captcha.ts';
export { createCardTokeniser } from './card-tokeniser.ts';
export { register } from './registration.ts';
