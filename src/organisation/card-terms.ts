import { organisation } from './organisation.ts';

type Section = { heading: string } & (
  | { text: string; list?: never }
  | { list: readonly string[]; text?: never }
);

/** The notes on using credit cards, without the contact that follows them (specification §1). Loaded late. */
export const cardTerms: readonly Section[] = [
  {
    heading: 'ご利用いただけるカード',
    list: [
      'Visa、Master Card、JCB、American Express',
      'デビットカード、デビット機能付きのカードはご利用いただけません。',
      '日本国内で発行されたカードに限ります。',
    ],
  },
  {
    heading: 'カード情報について',
    text: 'カードでのお支払いは、外部の決済代行会社を通じて行います。カード情報が当団体に保存されることはありません。',
  },
  {
    heading: '決済ができなかった場合',
    text: 'ご登録のカードで決済ができなかったときは、別のカードを登録いただくか、ほかのお支払い方法に変更いただきます。',
  },
  { heading: 'ご支援の停止', text: 'ご支援を停止される場合は、当団体までご連絡ください。' },
  {
    heading: 'その他',
    list: [
      '初回の引き落としは、通常、お申し込みの翌月または翌々月です。その後は毎月引き落とされます。',
      `カードのご利用明細には「${organisation.statementName}」と記載されます。`,
      'カードのご利用にあたり、ご支援者さまの手数料のご負担はありません。',
    ],
  },
  { heading: '税制上の優遇措置', text: '2014年4月1日以降のご寄付は、寄付金控除の対象になります。' },
  { heading: 'ご請求が止まる時期', text: '月末までにご連絡いただくと、翌月からのご請求を停止します。' },
];
