import { moreMessages } from './messages.ts';

/** More than anyone reads; what is longer costs the donor's phone seconds to lay out. */
const longestMessage = 2_000;
const mostMessages = 1_000;
const longestList = 50_000;

/**
 * The messages in an answer: a list of texts, or one text that came without its list. Those with nothing to read
 * do not count. Bounded in length and number; where there was more, the last message says so.
 */
export function readServerMessages(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const messages: string[] = [];
  let letters = 0;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    const message = beginningOf(item);
    if (!hasWords(message)) continue;
    letters += message.length;
    if (messages.length === mostMessages || letters > longestList) return [...messages, moreMessages];
    messages.push(message === item ? message : `${message}…`);
  }
  return messages;
}

/** Without half a character or half a tag at its end. */
function beginningOf(message: string): string {
  return message.length <= longestMessage
    ? message
    : message.slice(0, longestMessage).replace(/[\ud800-\udbff]$|<[^<>]*$/, '');
}

/** Something that can be seen: not blanks, not what has no width, not empty markup. */
function hasWords(message: string): boolean {
  return /[^\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(
    withoutTags(message).replace(/&(?:nbsp|shy|zwn?j|[lr]rm|e[mn]sp|thinsp|#\d+|#x[\da-f]+);?/gi, decoded),
  );
}

/** Only entities that cannot be seen are known by name here. */
function decoded(entity: string): string {
  const number = /^&#(.+?);?$/.exec(entity)?.[1];
  if (number === undefined) return ' ';
  const code = Number(/^x/i.test(number) ? `0${number}` : number);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/**
 * The words of a message without its markup. What is left may still look like a tag, so it is for reading only.
 * Takes time in proportion to the message's length, whatever stands in it.
 */
export function withoutTags(message: string): string {
  return message
    .replace(/<(script|style)\b[^>]*(?:>(?:(?!<\/\1\b)[\s\S])*)?/gi, '')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')
    .trim();
}
