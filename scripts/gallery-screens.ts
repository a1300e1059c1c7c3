import { organisation } from '#organisation/organisation.ts';
import { BANK_DEBIT, type SignupForm } from '../src/signup/form.ts';
import { donorAt, TEST_CARD } from '../tests/e2e/donor.ts';
import { reach, type Stage } from '../tests/e2e/every-state.ts';
import { keptCard, seedSession, sessionWith, typedForm, typedFormByBank } from '../tests/e2e/seeded.ts';

/** One row of the gallery. */
export type Screen = {
  title: string;
  /** Brings an empty page to where it is to be seen. */
  show: (stage: Stage) => Promise<void>;
  /** In CSS pixels; without it, those of every other screen. */
  widths?: readonly number[];
};

const longForm: SignupForm = {
  ...typedForm,
  price: 'other',
  priceOther: '1234567',
  lastName: '勘解由小路左衛門佐',
  firstName: '寿限無五劫の擦り切れ',
  furigana: 'かでのこうじさえもんのすけじゅげむごこうのすりきれ',
  email: 'a-very-long-mailbox-name.with.many.parts+supporter2026@subdomain.of-a-long-domain.example.co.jp',
  prefecture: '鹿児島県',
  city: '大島郡大和村大字湯湾釜字上ノ原小字下ノ谷',
  street:
    '12345-67-890 グランドメゾン・ヴィラージュ・シャンテ大和湯湾釜ロイヤルタワーイースト棟2001号室 様方',
  birthYear: '1980',
  birthMonth: '2',
  birthDay: '29',
  gender: 'その他',
  receipt: true,
};

const overseasForm: SignupForm = {
  ...typedForm,
  expatriate: true,
  street: '4059 Mt Lee Drive, Building with an Unusually Long Name, Apartment 2001',
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  prefecture: 'Newfoundland and Labrador',
  country: 'South Georgia and the South Sandwich Islands',
  zipExpatriate: 'SIQQ 1ZZ',
  phone: '2025550123',
};

async function openInput({ page }: Stage, form: SignupForm): Promise<void> {
  await seedSession(page, sessionWith(form, { isReviewed: false }));
  await donorAt(page).open();
}

async function openConfirm({ page }: Stage, form: SignupForm): Promise<void> {
  const card = form.paymentMethod === BANK_DEBIT ? null : keptCard('token');
  await seedSession(page, sessionWith(form, { card }));
  await page.goto('/form/member/confirm');
  await donorAt(page).isAt('confirm');
}

/** What WCAG 1.4.4 asks for: letters twice as large, in a window as large as before. */
async function enlargeText({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** What one state can look like besides: other choices, long words, large letters. */
export const moreScreens: readonly Screen[] = [
  {
    title: 'input: bank debit, a free amount, everything typed',
    show: (stage) => openInput(stage, { ...longForm, paymentMethod: BANK_DEBIT }),
  },
  { title: 'input: overseas', show: (stage) => openInput(stage, overseasForm) },
  {
    title: 'input: overseas, bank debit',
    show: (stage) => openInput(stage, { ...overseasForm, paymentMethod: BANK_DEBIT }),
  },
  {
    title: 'input: overseas, errors',
    show: async (stage) => {
      await openInput(stage, {
        ...overseasForm,
        street: '',
        city: '',
        prefecture: '',
        country: '',
        zipExpatriate: '',
        phone: '12',
      });
      await donorAt(stage.page).confirmInput();
      await donorAt(stage.page).isAt('input.form.correcting');
    },
  },
  {
    title: 'input: long errors, a free amount, one of them mended',
    show: async (stage) => {
      const donor = donorAt(stage.page);
      await openInput(stage, { ...longForm, priceOther: '100', zip: '123', phone: '4111111111111111' });
      await donor.confirmInput();
      await donor.isAt('input.form.correcting');
      await donor.fill({ zip: '100-0001' });
    },
  },
  {
    title: 'input: a card that cannot be used',
    show: async (stage) => {
      await donorAt(stage.page).open();
      await donorAt(stage.page).fill({ cardNum: '36227206271667' });
    },
  },
  {
    title: 'input: a kept card',
    show: async (stage) => {
      await openConfirm(stage, typedForm);
      await stage.page.getByRole('link', { name: '入力画面に戻る' }).click();
      await donorAt(stage.page).isAt('input');
    },
  },
  {
    title:
      'input: a mistyped mail address, a filled address, an emptied day, too many digits, the question before clearing',
    show: async (stage) => {
      const donor = donorAt(stage.page);
      await donor.open();
      await donor.fill({ email: 'hanako@gmial.com', zip: '1000001' });
      await donor.control('city').focus();
      await donor.fill({ birthMonth: '1', birthDay: '31' });
      await donor.fill({ birthYear: '1980', birthMonth: '4' });
      // past the limit that the browser itself keeps to
      await donor.control('securityCode').evaluate((field) => field.removeAttribute('maxlength'));
      await donor.fill({ securityCode: '12345' });
      await stage.page.getByRole('button', { name: '入力内容を消去する' }).click();
    },
  },
  {
    title: 'input: many and long messages of a server',
    show: async (stage) => {
      await stage.sandbox.setScenario('memberRegisterBank', {
        body: {
          success: false,
          messages: [
            `ご入力いただいたメールアドレスは、すでに別の支援者として登録されています。お心当たりのない場合は、<a href="${organisation.links.contact}">お問い合わせ窓口</a>までご連絡ください。`,
            'お申し込み内容に誤りがあります。',
            `エラーコード${'ABCDEF0123456789'.repeat(6)}`,
          ],
        },
      });
      await openConfirm(stage, typedFormByBank);
      await donorAt(stage.page).agreeAndSubmit();
      await donorAt(stage.page).isAt('input.form.failed');
    },
  },
  {
    title: 'confirm: bank debit, agreed',
    show: async (stage) => {
      await openConfirm(stage, typedFormByBank);
      await donorAt(stage.page).tick('understood');
      await donorAt(stage.page).tick('bankFormUnderstood');
    },
  },
  { title: 'confirm: everything given, long', show: (stage) => openConfirm(stage, longForm) },
  { title: 'confirm: overseas', show: (stage) => openConfirm(stage, overseasForm) },
  {
    title: 'confirm: overseas, bank debit',
    show: (stage) => openConfirm(stage, { ...overseasForm, paymentMethod: BANK_DEBIT }),
  },
  {
    title: 'confirm: sending failed',
    show: async (stage) => {
      await stage.sandbox.setScenario('captchaToken', { drop: 'before' });
      await openConfirm(stage, typedFormByBank);
      await donorAt(stage.page).agreeAndSubmit();
      await stage.page.locator('[data-errors]').waitFor();
    },
  },
  {
    title: 'confirm: an earlier attempt without an answer',
    show: async (stage) => {
      await seedSession(stage.page, sessionWith(typedFormByBank, { unanswered: 'registerBank' }));
      await donorAt(stage.page).open();
      await donorAt(stage.page).confirmInput();
      await donorAt(stage.page).isAt('confirm');
    },
  },
  {
    title: 'input: letters twice as large',
    widths: [320, 360, 1280],
    show: async (stage) => {
      await openInput(stage, typedForm);
      await donorAt(stage.page).fill({ ...TEST_CARD, phone: '1', email: 'x' });
      await donorAt(stage.page).confirmInput();
      await donorAt(stage.page).isAt('input.form.correcting');
      await enlargeText(stage);
    },
  },
  {
    title: 'confirm: letters twice as large',
    widths: [320, 360, 1280],
    show: async (stage) => {
      await reach('confirm.reviewing', stage);
      await enlargeText(stage);
    },
  },
];
