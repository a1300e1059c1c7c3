/** Ways that several paths begin with, by the names of samples. */
const byCard = ['fill in everything, by card', 'press 入力内容を確認する', 'the gateway takes the card 1111'];
const byBank = ['fill in everything, by bank debit', 'press 入力内容を確認する'];
const agreedByBank = [...byBank, 'tick the understanding', 'tick the paper form'];
const sent = ['press 送信する', 'the access token comes', 'the captcha is solved'];

/** Steps whose effect shows only later than the graph looks, by the names of samples. */
export const rarePaths: Readonly<Record<string, readonly string[]>> = {
  'A new try may have its access token replaced again': [
    ...[...agreedByBank, ...sent],
    ...['sending: the access token is refused', 'the access token comes'],
    ...['sending: nothing is sent, the host is busy', 'press 送信する', 'the captcha is solved'],
    'sending: the access token is refused',
  ],
  'A settling that is tried again may have its access token replaced again': [
    ...[...byCard, 'tick the understanding', ...sent, 'the card application is registered'],
    ...['come back from the bank', 'the access token comes', 'settling: the access token is refused'],
    ...['the access token comes', 'settling: the access token is refused', 'try again'],
    'settling: the access token is refused',
  ],
  'A card grows old from its own time, whenever the donor goes on with it': [
    ...[...byCard, 'press 入力画面に戻る', 'a quarter of an hour passes', 'press 入力内容を確認する'],
  ],
  'An application by bank debit takes no card along that was checked before': [
    ...[...byCard, 'press 入力画面に戻る', ...agreedByBank, ...sent],
  ],
  'That the draft was cleared is said until the donor goes on': [
    ...['phone: 090-1234-5678', 'clear the draft', ...byBank],
  ],
  'Whoever clears the draft is led to no field': [
    ...[...byBank, 'press 変更する at the e-mail', 'clear the draft'],
  ],
  'Whoever goes on with a field in mind is led there no more': [
    ...[...byBank, 'press 変更する at the e-mail', 'go to the confirm screen in the browser'],
  ],
  'Whoever takes another address after the review has another form to review': [
    ...['the access token comes', ...byBank, 'press 入力画面に戻る', 'the postal code’s address is found'],
    'press この住所にする',
  ],
  'A card grows old from its own time, whenever the browser leads to it': [
    ...[...byCard, 'press 入力画面に戻る', 'a quarter of an hour passes'],
    'go to the confirm screen in the browser',
  ],
  'A city of the donor’s own stays when its prefecture is chosen': [
    ...['zip: 100-0001', 'city: 大阪市北区', 'the access token comes', 'the postal code’s address is found'],
    ...['city: 千代田区', 'prefecture: 東京都'],
  ],
  'A code that is typed again fills in its address again': [
    ...['zip: 100-0001', 'the access token comes', 'the postal code’s address is found', 'city: emptied'],
    ...['zip: 100', 'zip: 100-0001'],
  ],
  'Whoever comes back from overseas has the address of the code filled in again': [
    ...['zip: 100-0001', 'the access token comes', 'the postal code’s address is found', 'city: emptied'],
    ...['expatriate: ticked', 'expatriate: unticked'],
  ],
  'What was declined for one code stays so when another is found': [
    ...[
      'zip: 530-0001',
      'prefecture: 東京都',
      'city: 大阪市北区',
      'the access token comes',
      'the postal code’s address is found',
    ],
    ...['press 入力した住所のままにする', 'zip: 100-0001', 'the postal code’s address is found'],
  ],
  'An application by bank debit is none of a card that was checked before': [
    ...[...byCard, 'press 入力画面に戻る', ...byBank],
  ],
  'An address that was emptied is filled in by nothing but code and prefecture': [
    ...['zip: 100-0001', 'the access token comes', 'the postal code’s address is found', 'city: emptied'],
    'phone: 090-1234-5678',
  ],
  'Whoever has typed before the page’s link chooses has still typed': [
    ...['phone: 090-1234-5678', 'price: chosen by the page’s link'],
  ],
  'An address stays where it is when a page that is rendered again takes it over once more': [
    ...['prefecture: 東京都', 'expatriate: taken over once more'],
  ],
  'What was asked for one answer of the bank is not asked again after another': [
    ...[...byCard, 'tick the understanding', ...sent, 'the card application is registered'],
    ...['open somebody else’s callback link', 'the access token comes'],
    ...[
      'settling: the server refuses and gives no reason',
      'the fresh page opens',
      'come back from the bank',
    ],
    ...['the access token comes', 'settling: the server refuses and gives no reason', 'the fresh page opens'],
    'open somebody else’s callback link',
  ],
  'Whoever signs up by bank debit overseas reads what that means for the paper form': [
    ...['fill in everything, from overseas', 'fill in everything, by bank debit', 'expatriate: ticked'],
    ...['press 入力内容を確認する', 'tick the understanding', 'tick the paper form', ...sent],
    ...['the application is registered', 'the next page does not open for 10 s'],
  ],
  'Whoever has signed up in another tab reads no earlier message': [
    ...[...agreedByBank, ...sent, 'sending: nothing is sent, the host is busy'],
    'the same application is finished in another tab',
  ],
};
