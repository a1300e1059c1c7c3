/** Everything that belongs to one organisation and not to the form. Another organisation changes this file only. */
export const organisation = {
  name: '認定NPO法人 こどもの明日を守る会',
  shortName: 'こどもの明日を守る会',
  tagline: '子どもを性搾取から守る',
  /** What a card statement shows. */
  statementName: 'コドモノアスヲマモルカイ',
  supporters: '約15,000人',
  postalCode: '100-0000',
  address: '東京都千代田区〇〇1-2-3 〇〇ビル4階',
  phone: '03-0000-0000',
  fax: '03-0000-0001',
  officeHours: '平日10時〜18時',
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
