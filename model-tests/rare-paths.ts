/** Steps that several paths share, by the names of test events. */
const byCard = 'fill in everything, by card → press 入力内容を確認する → the gateway takes the card 1111';
const byBank = 'fill in everything, by bank debit → press 入力内容を確認する';
const agreedByBank = `${byBank} → tick the understanding → tick the paper form`;
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
  'A card’s age counts from its token, whenever the donor goes on with it': `
      ${byCard} → press 入力画面に戻る → a quarter of an hour passes → press 入力内容を確認する`,
  'An application by bank debit leaves out a card that was checked before': `
      ${byCard} → press 入力画面に戻る → ${agreedByBank} → ${sent}`,
  'The form says that the draft was cleared until the donor goes on': `
      電話番号: 090-1234-5678 → clear the draft → ${byBank}`,
  'Clearing the draft forgets the field to change': `${byBank} → press 変更する at the e-mail → clear the draft`,
  'Going on forgets the field to change': `
      ${byBank} → press 変更する at the e-mail → go to the confirm screen in the browser`,
  'Taking another address after the review asks for another review': `
      the access token comes → ${byBank} → press 入力画面に戻る → the postal code’s address is found
      → press この住所にする`,
  'A card’s age counts from its token, whenever the browser leads to it': `
      ${byCard} → press 入力画面に戻る → a quarter of an hour passes
      → go to the confirm screen in the browser`,
  'The donor’s own city stays when its prefecture is chosen': `
      郵便番号: 100-0001 → 市区町村: 大阪市北区 → ${found} → 市区町村: 千代田区 → 都道府県: 東京都`,
  'A code that is typed again fills in its address again': `
      郵便番号: 100-0001 → ${found} → 市区町村: emptied → 郵便番号: 100 → 郵便番号: 100-0001`,
  'Unticking overseas fills in the address of the code again': `
      郵便番号: 100-0001 → ${found} → 市区町村: emptied → 海外在住: ticked → 海外在住: unticked`,
  'An address declined for one code stays declined when another is found': `
      郵便番号: 530-0001 → 都道府県: 東京都 → 市区町村: 大阪市北区 → ${found}
      → press 入力した住所のままにする → 郵便番号: 100-0001 → the postal code’s address is found`,
  'A copy that is open answers anew when the form has been looked through': `
      ${byBank} → the same application is opened in another tab → press 入力画面に戻る
      → press 入力内容を確認する`,
  'A copy belongs to an application that is not answered': `
      ${agreedByBank} → the same application is opened in another tab → ${sent}
      → sending: the server refuses and says why`,
  'Bank debit after a checked card is another application': `${byCard} → press 入力画面に戻る → ${byBank}`,
  'An emptied address is filled in only by code and prefecture': `
      郵便番号: 100-0001 → ${found} → 市区町村: emptied → 電話番号: 090-1234-5678`,
  'Typing before the page’s link chooses still counts as typing':
    '電話番号: 090-1234-5678 → 毎月のご支援金額: chosen by the page’s link',
  'An address stays as it is when a page that is rendered again takes it over once more':
    '都道府県: 東京都 → 海外在住: taken over once more',
  'What was asked for one answer of the bank is not asked again after another': `
      ${byCard} → tick the understanding → ${sent} → the card application is registered
      → open somebody else’s callback link → the access token comes
      → verifying: the server refuses and gives no reason → the fresh page opens → come back from the bank
      → the access token comes → verifying: the server refuses and gives no reason → the fresh page opens
      → open somebody else’s callback link`,
  'Signing up by bank debit overseas says what that means for the paper form': `
      fill in everything, from overseas → fill in everything, by bank debit → 海外在住: ticked
      → press 入力内容を確認する → tick the understanding → tick the paper form → ${sent}
      → the application is registered → the next page does not open for 10 s`,
  'Having signed up in another tab clears earlier messages': `
      ${agreedByBank} → ${sent} → sending: nothing is sent, the host is busy
      → the same application is finished in another tab`,
};

/** Paths with an effect after more steps than the graph explores, by the names of test events. */
export const rarePaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(written).map(([title, steps]) => [title, steps.trim().split(/\s*→\s*/)]),
);
