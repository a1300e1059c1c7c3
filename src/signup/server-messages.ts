import { moreMessages } from './messages.ts';

/** In characters and messages. Longer lists would take a phone seconds to lay out. */
const longestMessage = 2_000;
const mostMessages = 1_000;
const longestList = 50_000;

/**
 * The messages in an answer: a list of texts, or a single text. Leaves out those without visible text. Limits length and
 * number; if there are more, the last message says so.
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

/** Cuts a long message, but not inside a character or a tag. */
function beginningOf(message: string): string {
  return message.length <= longestMessage
    ? message
    : message.slice(0, longestMessage).replace(/[\ud800-\udbff]$|<[^<>]*$/, '');
}

const invisibleEntities = /&(?:nbsp|shy|zwn?j|lrm|rlm|#160|#xa0|#8203);?/gi;

/** Whether a message has visible text: more than blanks, invisible characters and markup. */
function hasWords(message: string): boolean {
  return /[^\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(
    withoutTags(message).replace(invisibleEntities, ''),
  );
}

/**
 * A message without its markup. The rest may still look like a tag, so never use it as HTML. Runs in linear time, for
 * any input.
 */
export function withoutTags(message: string): string {
  return message
    .replace(/<(script|style)\b[^>]*(?:>(?:(?!<\/\1\b)[\s\S])*)?/gi, '')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')
    .trim();
}
