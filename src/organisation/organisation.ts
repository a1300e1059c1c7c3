import type { CardTerms, Organisation } from '#signup/organisation.ts';

const self = '当団体';
const contact = '/contact/';

const firstDebit = {
  when: '通常、お申し込みの翌月または翌々月',
  monthsAfter: [1, 2],
  afterwards: 'その後は毎月引き落とされます。',
};
const stopping = '月末までにご連絡いただくと、翌月からのご請求を停止します。';
const fee = 'カードのご利用にあたり、ご支援者さまに手数料のご負担はありません。';

const restrictions = [
  'デビットカード、デビット機能付きのカードはご利用いただけません。',
  '日本国内で発行されたカードに限ります。',
];

const card: CardTerms = {
  brands: ['Visa', 'Mastercard', 'JCB', 'American Express'],
  restrictions,
  minimum: 1000,
  firstDebit,
  stopping,
  fee,
  notes: [
    {
      heading: 'ご利用いただけるカード',
      list: ['Visa、Master Card、JCB、American Express', ...restrictions],
    },
    {
      heading: 'カード情報について',
      text: `カードでのお支払いは、外部の決済代行会社を通じて行います。カード情報が${self}に保存されることはありません。`,
    },
    {
      heading: '決済ができなかった場合',
      text: 'ご登録のカードで決済ができなかったときは、別のカードのご登録か、ほかのお支払い方法へのご変更をお願いします。',
    },
    { heading: 'ご支援の停止', text: `ご支援を停止される場合は、${self}までご連絡ください。` },
    {
      heading: 'その他',
      list: [
        `初回の引き落としは、${firstDebit.when}です。${firstDebit.afterwards}`,
        'カードのご利用明細には「コドモノアスヲマモルカイ」と記載されます。',
        fee,
      ],
    },
    { heading: '税制上の優遇措置', text: '2014年4月1日以降のご寄付は、寄付金控除の対象になります。' },
    { heading: 'ご請求が止まる時期', text: stopping },
  ],
};

/** This organisation's values. Each organisation has its own folder (docs/another-organisation.md). */
export const organisation: Organisation = {
  name: '認定NPO法人 こどもの明日を守る会',
  shortName: 'こどもの明日を守る会',
  self,
  tagline: '子どもを性搾取から守る',
  purpose: ['マンスリーサポーター', '申し込み'],
  supporters: {
    before: '子どもを性搾取から守る活動を、',
    number: '約15,000人',
    after: 'の方が毎月のご寄付で支えています。',
  },
  pageDescription: '毎月のご寄付で子どもたちを支える、マンスリーサポーターのお申し込みページです。',
  amounts: [1000, 3000, 5000, 10000],
  usualAmount: 3000,
  payment: {
    card,
    bank: { minimum: 2000, firstDebit: null, stopping: '', fee: '', formReturnDays: 10 },
  },
  asks: { birthDate: true, gender: true, mailMagazine: true, mailings: true, overseas: true },
  postalCode: '100-0000',
  address: '東京都千代田区〇〇1-2-3 〇〇ビル4階',
  phone: '03-0000-0000',
  fax: '03-0000-0001',
  words: {
    furiganaPurpose: '',
    phonePurpose: '',
    birthDatePurpose: '',
    mailMagazineEnd: '',
    officeHours: '',
    photoNote: '被害に遭った方の写真は、ご本人の許可を得たものだけを使用しています。',
  },
  links: {
    home: '/',
    contact,
    completion: '/support/donation/member/complete.php',
  },
  footer: [
    { text: 'お問い合わせ', href: contact, opensTab: true },
    { text: 'プライバシーポリシー', href: '/privacypolicy/', opensTab: true },
    { text: '会員情報の変更', href: '/forsupporter/' },
    { text: '会員規約', href: '/kiyaku/' },
    { text: '寄付金等取扱規程', href: '/dhpolicy/' },
    { text: '特定商取引法に基づく表記', href: '/sct/' },
    { text: 'セーフガーディング方針（PDF）', href: '/safeguarding.pdf' },
    { text: 'English', href: 'https://www.example.org/en/', lang: 'en' },
  ],
};
