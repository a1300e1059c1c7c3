import { organisation } from '#organisation/organisation.ts';
import type { SignupSnapshot } from '../signup-actor.ts';
import { type View, viewOf } from '../state-path.ts';

/** A line breaks between the phrases of a title: a katakana word cut in two is hard to read. */
type Heading = { title: readonly string[]; addition?: string };

/** The headline of the first screen, and part of every window title. */
const { purpose } = organisation;

/** Headline of each screen; the addition says what a donor could get wrong. */
export const headings: Record<View, Heading> = {
  input: { title: purpose },
  confirm: { title: ['お申し込み', '内容の確認'], addition: 'まだ完了していません' },
  cardRedirect: { title: ['カードの', '本人認証'], addition: 'まだ完了していません' },
  callback: { title: ['カード決済の', '確認'], addition: 'まだ完了していません' },
  complete: { title: ['お申し込みを', '受け付けました'] },
};

/** The window's title: what went wrong, the screen, the purpose, the organisation, in this order. */
export function documentTitle(snapshot: SignupSnapshot): string {
  const { title, addition } = headings[viewOf(snapshot)];
  const { messages, fieldErrors } = snapshot.context;
  const screen = title.join('') + (addition === undefined ? '' : `（${addition}）`);
  const parts = [screen, ...(title === purpose ? [] : [purpose.join('')]), organisation.shortName];
  return (messages.length + fieldErrors.length > 0 ? 'エラー：' : '') + parts.join('｜');
}
