import { expect, it } from 'vitest';
import { moreMessages, unreadableMessage } from '../../src/signup/messages.ts';
import { readServerMessages, withoutTags } from '../../src/signup/server-messages.ts';

it.each([
  '',
  ' \u3000\n',
  '\u200b\u200d\ufeff\u3164\u2800',
  '&nbsp;&#160;&#xA0;&zwnj;&#8203;&ZWJ;&lrm;&rlm;&shy',
  '<p>&nbsp;</p><br>',
  '\u200b'.repeat(400_000),
])('a message with nothing to read is none: %#', (message) => {
  expect(readServerMessages([message, 'A'])).toEqual(['A']);
});

it.each(['<script>断りました</script>', '<script'.repeat(60_000), '<p><img src=x></p>'])(
  'a message of nothing but forbidden markup says so, alone and beside another: %#',
  (message) => {
    expect(readServerMessages(message)).toEqual([unreadableMessage]);
    expect(readServerMessages([message, 'A'])).toEqual([unreadableMessage, 'A']);
  },
);

it('a message with something to read is kept as it came', () => {
  const plain = ['A', '。', '👍', '3 < 5', '&lt;', '&#12354;'];
  const messages = [...plain, '<b>断りました</b>', '<img src=x>断りました'];
  expect(readServerMessages(messages)).toEqual(messages);
});

it.each([
  ['あ'.repeat(2000), 'あ'.repeat(2000)],
  ['あ'.repeat(2001), `${'あ'.repeat(2000)}…`],
  // between two characters
  [`A${'𠮷'.repeat(1000)}`, `A${'𠮷'.repeat(999)}…`],
  // outside of tags
  [`${'あ'.repeat(1990)}<a href="https://example.org/">い</a>`, `${'あ'.repeat(1990)}…`],
])('a message is cut after 2,000 letters (case %#)', (message, shown) => {
  expect(readServerMessages([message])).toEqual([shown]);
});

it('messages are at most a thousand, of 50,000 letters in all, and the last one says so', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => `${index}`);
  expect(readServerMessages([...thousand, '', '\u200b'])).toEqual(thousand);
  expect(readServerMessages([...thousand, '1000'])).toEqual([...thousand, moreMessages]);
  const long = Array<string>(25).fill('あ'.repeat(2000));
  expect(readServerMessages(long)).toEqual(long);
  expect(readServerMessages([...long, 'い'.repeat(2000)])).toEqual([...long, moreMessages]);
});

it.each([
  ['a<b>c</b> <a href="x">d</a>', 'ac d'],
  ['1 < 2, 3 > 2', '1 < 2, 3 > 2'],
  ['a<script>b</script >c<STYLE>d</style>e', 'ace'],
  ['a<script>b', 'a'],
  ['a<b', 'a'],
  ['a\nb', 'a\nb'],
  ['<p>a\n b</p><p>c<br>d</p>e', 'a\nb\nc\nd\ne'],
  ['a<ul><li>b</li>\n<li>c</li></ul>d', 'a\nb\nc\nd'],
  ['<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>', 'a\nb\nc'],
  ['<br'.repeat(60_000), ''],
])('the words of a message are read line by line (case %#)', (message, words) => {
  expect(withoutTags(message)).toBe(words);
});
