import { organisation } from '#organisation/organisation.ts';
import { NewTabLink } from './NewTabLink.tsx';

/** Warns on the input and confirm screens that the paper form for bank debit is not mailed overseas (decision 20). */
export function BankFormOverseas() {
  return (
    <div className="notice notice-warning stack">
      <p>
        口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません。海外にお住まいの方は、日本国内で発行されたクレジットカードをお選びください。口座引落をご希望の場合は、お申し込みの前に
        <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>ください。
      </p>
      <p lang="en">
        Bank debit needs a paper form, and we do not send mail outside Japan. Please choose a credit card
        issued in Japan, or contact us before you apply.
      </p>
    </div>
  );
}
