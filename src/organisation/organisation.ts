/** Who asks for support, and where its pages are. Another organisation changes the files of this folder, and no other. */
export const organisation = {
  name: '認定NPO法人 こどもの明日を守る会',
  shortName: 'こどもの明日を守る会',
  tagline: '子どもを性搾取から守る',
  /** What this page is for, by the phrases between which a line may break. */
  purpose: ['マンスリーサポーター', '申し込み'],
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
    memberInformationChange: '/forsupporter/',
    contact: '/contact/',
    privacyPolicy: '/privacypolicy/',
    memberTerms: '/kiyaku/',
    donationHandlingRules: '/dhpolicy/',
    commercialTransactions: '/sct/',
    safeguardingPolicy: '/safeguarding.pdf',
    englishSite: 'https://www.example.org/en/',
    completion: '/support/donation/member/complete.php',
  },
} as const;
