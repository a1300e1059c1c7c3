import { organisation } from '#organisation/organisation.ts';

/** One card for each behaviour; last, what the tester will see. Any future expiry and any code of three or four digits go with it. */
export const testCards = [
  ['4111111111111111', 'Visa', 'approved', '成功（3Dセキュアの画面で選ぶ）'],
  ['5555555555554444', 'Mastercard', 'approved', '成功（3Dセキュアの画面で選ぶ）'],
  ['3530111333300000', 'JCB', 'approved', '成功（3Dセキュアの画面で選ぶ）'],
  ['378282246310005', 'American Express', 'approved', '成功（15桁、3Dセキュアの画面で選ぶ）'],
  ['4242424242424242', 'Visa', 'frictionless', '成功（3Dセキュアの画面を出さずに認証）'],
  ['4000000000000002', 'Visa', 'verifyDeclined', '「認証する」を押しても memberVerifyCard が断る'],
  ['4000056655665556', 'Visa', 'refusedDebit', 'デビットカードとして登録を断る'],
  ['4000008260000000', 'Visa', 'refusedForeign', '海外発行カードとして登録を断る（HTML入りのメッセージ）'],
  ['36227206271667', 'Diners Club', 'refusedBrand', '使えないブランドとして登録を断る（14桁）'],
  ['4000000000000127', 'Visa', 'refusedManyMessages', '登録を断る（メッセージ3件、うち1件はHTML入り）'],
  ['4000000000000069', 'Visa', 'tokenFieldError', 'トークンのエラー 102（カード番号の誤り）'],
  ['4000000000000119', 'Visa', 'tokenBusy', 'トークンのエラー 901（混み合っている）'],
  ['4000000000000259', 'Visa', 'tokenSetUpFault', 'トークンのエラー 180（設定の誤り）'],
] as const;

/** What happens to a card in the sandbox, from the token script to the answer of memberVerifyCard. */
export type CardBehaviour = (typeof testCards)[number][2];

/** Any other number that passes the check digit works like 4111111111111111. */
export function behaviourOf(cardNumber: string): CardBehaviour {
  const known = testCards.find(([number]) => number === cardNumber)?.[2];
  return known ?? (/^3[068]/.test(cardNumber) ? 'refusedBrand' : 'approved');
}

/** The messages with which memberRegisterCard refuses a card; absent for a card that it accepts. */
export const cardRefusals: Partial<Record<CardBehaviour, readonly string[]>> = {
  refusedDebit: [
    'デビットカードおよびデビット機能付きカードはご利用いただけません。別のカードをご登録ください。',
  ],
  refusedForeign: [
    `日本国内で発行されたカードのみご利用いただけます。ご不明な点は<a href="${organisation.links.contact}" target="_blank">お問い合わせ窓口</a>までご連絡ください。`,
  ],
  refusedBrand: ['ご利用いただけるカードは、Visa、Mastercard、JCB、American Expressです。'],
  refusedManyMessages: [
    'カード会社からカードの利用を承認されませんでした。',
    '別のカードをご登録いただくか、<strong>口座引落</strong>をお選びください。',
    '繰り返し表示される場合は、カード会社にお問い合わせください。',
  ],
};

/** E-mail addresses that make memberRegisterCard and memberRegisterBank answer in a certain way. */
export const testEmails = {
  refused: 'refused@example.com',
  duplicate: 'duplicate@example.com',
  hostile: 'hostile@example.com',
  silent: 'silent@example.com',
  failing: 'error@example.com',
} as const;

/** The messages with which such an address is refused. A faulty server may refuse without any. */
export const emailRefusals: Record<string, readonly string[]> = {
  [testEmails.refused]: [
    'お申し込みを受け付けることができませんでした。',
    `お手数ですが、<a href="${organisation.links.contact}" target="_blank">お問い合わせフォーム</a>からご連絡ください。`,
  ],
  [testEmails.duplicate]: ['このメールアドレスはすでに登録されています。'],
  [testEmails.hostile]: [
    '<img src="x" onerror="document.title=\'hacked\'">入力内容をご確認ください。<script>document.title="hacked"</script>',
    '<a href="javascript:document.title=\'hacked\'" onclick="document.title=\'hacked\'">こちら</a>をご確認ください。',
  ],
  [testEmails.silent]: [],
};

/** Other values that the sandbox reacts to, for the console. */
export const testValues: readonly (readonly [field: string, value: string, meaning: string])[] = [
  ['email', testEmails.refused, '登録を断る（メッセージ2件、うち1件はHTMLのリンク入り）'],
  ['email', testEmails.duplicate, '登録済みとして断る'],
  ['email', testEmails.hostile, '悪意のあるHTMLのメッセージで断る'],
  ['email', testEmails.silent, 'メッセージなしで断る（success: false のみ）'],
  ['email', testEmails.failing, 'HTTP 500'],
  ['zip', '100-0001', '東京都千代田区千代田'],
  ['zip', '060-8621', '事業所の郵便番号（北海道札幌市中央区北一条西）'],
  ['zip', '100-0000', '町名のない郵便番号（東京都千代田区）'],
  ['zip', '999-9999', '存在しない郵便番号'],
  ['paymentAmount', '1000', '口座引落では断られる（2,000円から）'],
];
