/** Who asks for support, and where its pages are. Another organisation changes the files of this folder, and no other. */
export const organisation = {
  name: '認定NPO法人 こどもの明日を守る会',
  shortName: 'こどもの明日を守る会',
  tagline: '子どもを性搾取から守る',
  /** What this page is for, by the phrases between which a line may break. */
  purpose: ['マンスリーサポーター', '申し込み'],
  /** The monthly amounts on offer, in yen; a free amount is always offered beside them. */
  monthlyAmounts: ['1000', '3000', '5000', '10000'],
  /** The one that is chosen before the donor chooses. */
  usualAmount: '3000',
  /** For search engines. */
  pageDescription: '毎月のご寄付で子どもたちを支える、マンスリーサポーターのお申し込みページです。',
  /** What a card statement shows. */
  statementName: 'コドモノアスヲマモルカイ',
  supporters: '約15,000人',
  postalCode: '100-0000',
  address: '東京都千代田区〇〇1-2-3 〇〇ビル4階',
  phone: '03-0000-0000',
  fax: '03-0000-0001',
  officeHours: '平日10時〜18時',
  /** On the pictures of the people it is about. */
  photoNote: '被害に遭った方の写真は、ご本人の許可を得たものだけを使用しています。',
  links: {
    home: '/',
    contact: '/contact/',
    privacyPolicy: '/privacypolicy/',
    /** Where the browser posts what was registered (specification §4). */
    completion: '/support/donation/member/complete.php',
  },
} as const;

type FooterLink = { text: string; href: string; opensTab?: true; lang?: string };

/** The footer's links, in their order: the organisation's pages, the legal ones among them. */
export const footerLinks: readonly FooterLink[] = [
  { text: 'お問い合わせ', href: organisation.links.contact, opensTab: true },
  { text: 'プライバシーポリシー', href: organisation.links.privacyPolicy, opensTab: true },
  { text: '会員情報の変更', href: '/forsupporter/' },
  { text: '会員規約', href: '/kiyaku/' },
  { text: '寄付金等取扱規程', href: '/dhpolicy/' },
  { text: '特定商取引法に基づく表記', href: '/sct/' },
  { text: 'セーフガーディング方針（PDF）', href: '/safeguarding.pdf' },
  { text: 'English', href: 'https://www.example.org/en/', lang: 'en' },
];
