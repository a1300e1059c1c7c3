import type { Organisation } from '#signup/organisation.ts';

const self = '当法人';
const contact = 'https://www.example.net/otoiawase/';
const stopping = '毎月20日までにご連絡いただくと、翌月からのご請求を停止します。';

/** A made-up organisation for tests, which differs from this one in everything that can differ. */
export const organisation: Organisation = {
  name: 'NPO法人 みどりの川',
  shortName: 'みどりの川',
  self,
  tagline: '川と里山を次の世代へ',
  purpose: ['川の守り手', '登録'],
  supporters: { before: '', number: '', after: '' },
  pageDescription: '毎月のご寄付で川と里山を守る、「川の守り手」のご登録ページです。',
  amounts: [500, 1200, 2500],
  usualAmount: 1200,
  payment: {
    card: {
      brands: ['Visa', 'Mastercard'],
      restrictions: [],
      minimum: 500,
      firstDebit: {
        when: 'お申し込みの翌月10日',
        monthsAfter: [1],
        afterwards: 'その後は毎月10日に引き落とされます。',
      },
      stopping,
      fee: '',
      notes: [
        { heading: 'ご利用いただけるカード', list: ['Visa', 'Mastercard'] },
        {
          heading: 'カード情報について',
          text: `カードでのお支払いは、決済代行会社を通じて行います。カード情報が${self}に保存されることはありません。`,
        },
        { heading: 'ご請求が止まる時期', text: stopping },
      ],
    },
    bank: null,
  },
  asks: { birthDate: false, gender: false, mailMagazine: true, mailings: false, overseas: false },
  postalCode: '999-0000',
  address: '山形県〇〇市川辺1-1',
  phone: '023-000-0000',
  fax: '',
  words: {
    furiganaPurpose: 'お名前を正しくお呼びするために伺います。',
    phonePurpose: 'ご登録内容の確認が必要なときに、ご連絡するために伺います。',
    birthDatePurpose: '',
    mailMagazineEnd: '配信は、メールの末尾からいつでも停止できます。',
    officeHours: '火曜から土曜の9時〜17時',
    photoNote: '',
  },
  links: { home: 'https://www.example.net/', contact, completion: '/arigatou.php' },
  footer: [
    { text: 'お問い合わせ', href: contact, opensTab: true },
    { text: '個人情報の取り扱い', href: 'https://www.example.net/kojinjoho/', opensTab: true },
    { text: '特定商取引法に基づく表記', href: '/tokushoho/' },
  ],
};
