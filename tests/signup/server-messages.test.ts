import { describe, expect, it } from 'vitest';
import { readServerMessages, withoutTags } from '../../src/signup/server-messages.ts';

const more = 'お知らせはほかにもありますが、多いため、ここまでを表示しています。';

describe("a server's messages", () => {
  it.each([
    '',
    ' \u3000\n',
    '\u200b\u200d\ufeff',
    '\u3164\u2800',
    '&nbsp;&#160;&#xA0;',
    '&zwnj;&#8203;&ZWJ;&lrm;&rlm;&shy;',
    '<p></p><br>',
    '<p>&nbsp;</p>',
    '\u200b'.repeat(400_000),
  ])('with nothing to read is none: %#', (message) => {
    expect(readServerMessages([message, 'A'])).toEqual(['A']);
  });

  it.each(['<script>断りました</script>', '<script'.repeat(60_000), '<p><img src=x></p>'])(
    'of nothing but forbidden markup says so, alone and beside another: %#',
    (message) => {
      const unreadable = 'サーバーからのお知らせを表示できませんでした。';
      expect(readServerMessages(message)).toEqual([unreadable]);
      expect(readServerMessages([message, 'A'])).toEqual([unreadable, 'A']);
    },
  );

  it.each(['A', '。', '👍', '3 < 5', '&lt;', '&#12354;', '<b>断りました</b>', '<img src=x>断りました'])(
    'with something to read is kept as it came: %s',
    (message) => {
      expect(readServerMessages([message])).toEqual([message]);
    },
  );

  it('is cut after 2,000 letters, between two characters and outside of tags', () => {
    expect(readServerMessages(['あ'.repeat(2000)])).toEqual(['あ'.repeat(2000)]);
    expect(readServerMessages(['あ'.repeat(2001)])).toEqual([`${'あ'.repeat(2000)}…`]);
    expect(readServerMessages([`A${'𠮷'.repeat(1000)}`])).toEqual([`A${'𠮷'.repeat(999)}…`]);
    expect(readServerMessages([`${'あ'.repeat(1990)}<a href="https://example.org/">い</a>`])).toEqual([
      `${'あ'.repeat(1990)}…`,
    ]);
  });

  it('are at most a thousand, of 50,000 letters in all; the last one says that there were more', () => {
    const thousand = Array.from({ length: 1000 }, (_, index) => `${index}`);
    expect(readServerMessages(thousand)).toEqual(thousand);
    expect(readServerMessages([...thousand, '', '\u200b'])).toEqual(thousand);
    expect(readServerMessages([...thousand, '1000'])).toEqual([...thousand, more]);

    const long = 'あ'.repeat(2000);
    expect(readServerMessages(Array(25).fill(long))).toEqual(Array(25).fill(long));
    expect(readServerMessages(Array(26).fill(long))).toEqual([...Array(25).fill(long), more]);
  });
});

describe('the words of a message, line by line,', () => {
  it.each([
    ['a<b>c</b> <a href="x">d</a>', 'ac d'],
    ['1 < 2, 3 > 2', '1 < 2, 3 > 2'],
    ['a<script>b</script >c<STYLE>d</style>e', 'ace'],
    ['a<script>b', 'a'],
    ['a<b', 'a'],
    ['a\nb', 'a\nb'],
    ['<p>a\n b</p><p>c<br>d</p>e', 'a b\nc\nd\ne'],
    ['a<ul><li>b</li>\n<li>c</li></ul>d', 'a\n・b\n・c\nd'],
    ['<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<br'.repeat(60_000), ''],
  ])('of %s', (message, words) => {
    expect(withoutTags(message)).toBe(words);
  });
});
