/**
 * Sentences that help a donor but say what only the organisation can know: the specification has none of them.
 * Nobody has confirmed them. Whoever runs the form has each one confirmed, mended or emptied before it goes
 * online; an empty one is not shown. docs/organisation-words.md asks the questions and lists the same sentences.
 */
type OrganisationWords = Readonly<{
  /** Why the furigana is asked for. */
  furiganaPurpose: string;
  /** Why the phone number is asked for. */
  phonePurpose: string;
  /** Why the birth date is asked for. */
  birthDatePurpose: string;
  /** How the activity mails end. */
  mailMagazineEnd: string;
  /** When the first bank debit comes. */
  bankDebitStart: string;
}>;

export const organisationWords: OrganisationWords = {
  furiganaPurpose: 'お名前を正しくお呼びするために伺います。',
  phonePurpose: 'お申し込み内容の確認が必要なときに、ご連絡するために伺います。',
  birthDatePurpose: 'ご支援くださる方の年代を知り、活動のご報告に役立てるために伺います。',
  mailMagazineEnd: '配信は、お申し込みのあとでも停止できます。',
  bankDebitStart:
    '引き落としは、ご返送いただいた申込用紙の手続きが済んだあとに始まり、その後は毎月続きます。',
};
