import { organisation } from '#organisation/organisation.ts';
import type { SignupSnapshot } from '../signup-actor.ts';
import { type View, viewOf } from '../state-path.ts';

/** `title` in phrases: lines break only between them, since a katakana word cut in two is hard to read. */
type Heading = { title: readonly string[]; addition?: string };

const { purpose } = organisation;

/** The headline of each screen. The addition makes clear that the sign-up is not complete. */
export const headings: Record<View, Heading> = {
  input: { title: purpose },
  confirm: { title: ['お申し込み', '内容の確認'], addition: 'まだ完了していません' },
  cardRedirect: { title: ['カードの', '本人認証'], addition: 'まだ完了していません' },
  callback: { title: ['カード決済の', '確認'], addition: 'まだ完了していません' },
  complete: { title: ['お申し込みを', '受け付けました'] },
};

/**
 * The window's title: whether there is an error, the screen, the purpose, the organisation.
 * @param isCorrected no field error of the last attempt is left
 */
export function documentTitle(snapshot: SignupSnapshot, isCorrected = false): string {
  const { title, addition } = headings[viewOf(snapshot)];
  const { messages, wrongFields } = snapshot.context;
  const screen = title.join('') + (addition === undefined ? '' : `（${addition}）`);
  const parts = [screen, ...(title === purpose ? [] : [purpose.join('')]), organisation.shortName];
  const hasError = messages.length > 0 || (wrongFields.length > 0 && !isCorrected);
  return (hasError ? 'エラー：' : '') + parts.join('｜');
}
