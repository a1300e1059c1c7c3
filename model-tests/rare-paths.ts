/** Ways that several paths begin with, by the names of samples. */
export const byCard = [
  'fill in everything, by card',
  'press 入力内容を確認する',
  'the gateway takes the card 1111',
];
const byBank = ['fill in everything, by bank debit', 'press 入力内容を確認する'];
export const agreedByBank = [...byBank, 'tick the understanding', 'tick the paper form'];
export const sent = ['press 送信する', 'the access token comes', 'the captcha is solved'];

/** Steps whose effect shows only later than the graph looks, by the names of samples. */
export const rarePaths: Readonly<Record<string, readonly string[]>> = {
  'A new try may have its access token replaced again': [
    ...[...agreedByBank, ...sent],
    ...['sending: the access token is refused', 'the access token comes'],
    ...['sending: nothing is sent, the host is busy', 'press 送信する', 'the captcha is solved'],
    'sending: the access token is refused',
  ],
};
