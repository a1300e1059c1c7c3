/** Steps that several paths share, by the names of test events. */
const byCard = 'fill in everything, by card → press 入力内容を確認する → the gateway takes the card 1111';
const agreedByBank =
  'fill in everything, by bank debit → press 入力内容を確認する → tick the understanding → tick the paper form';
const sent = 'press 送信する → the access token comes → the captcha is solved';
const found = 'the access token comes → the postal code’s address is found';

const written: Readonly<Record<string, string>> = {
  'A new try may have its access token replaced again': `
      ${agreedByBank} → ${sent} → sending: the access token is refused → the access token comes
      → sending: nothing is sent, the host is busy → press 送信する → the captcha is solved
      → sending: the access token is refused`,
  'A verification that is tried again may have its access token replaced again': `
      ${byCard} → tick the understanding → ${sent} → the card application is registered
      → come back from the bank → the access token comes → verifying: the access token is refused
      → the access token comes → verifying: the access token is refused → try again
      → verifying: the access token is refused`,
  'A card’s age counts from its token, whenever the browser leads to it': `
      ${byCard} → press 入力画面に戻る → a quarter of an hour passes
      → go to the confirm screen in the browser`,
  'An address declined for one code stays declined when another is found': `
      郵便番号: 530-0001 → 都道府県: 東京都 → 市区町村: 大阪市北区 → ${found}
      → press 入力した住所のままにする → 郵便番号: 100-0001 → the postal code’s address is found`,
  'Typing before the page’s link chooses still counts as typing':
    '電話番号: 090-1234-5678 → 毎月のご支援金額: chosen by the page’s link',
  'A code without an address is not looked up again when a page that is rendered again takes over the form':
    '郵便番号: 100-0001 → the access token comes → the postal code has no address → 海外在住: taken over once more',
};

/** Paths with an effect after more steps than the graph explores, by the names of test events. */
export const rarePaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(written).map(([title, steps]) => [title, steps.trim().split(/\s*→\s*/)]),
);
