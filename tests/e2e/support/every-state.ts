import { expect, type Page } from '@playwright/test';
import { eventsIn } from '../../../model-tests/browser/events.ts';
import { createOutsideWorld, intervals, passBriefly } from '../../../model-tests/browser/outside-world.ts';
import { executorsOf, type Tab } from '../../../model-tests/events.ts';
import { createSignupModel, edgesAlong, emptyTab, shipped } from '../../../model-tests/signup-model.ts';
import type { Sandbox } from './fixtures.ts';

/** A page and its sandbox. */
export type Stage = { page: Page; sandbox: Sandbox };

const reviewByCard =
  'fill in everything, by card → press 入力内容を確認する → the gateway takes the card 1111';

/** Paths that visit every state together, by the names of test events. */
export const visits: Readonly<Record<string, string>> = {
  'errors overseas, and the card notice':
    '海外在住: ticked → press 入力内容を確認する, with a mistake → open the card notice',
  'by card to the bank and back': `${reviewByCard}
    → tick the understanding → press 送信する → the captcha asks the donor → the captcha’s question closes
    → the captcha is solved → the access token comes → the card application is registered
    → the next page does not open for 10 s → come back from the bank → the access token comes
    → verifying: nothing is sent, the host is busy → try again → verifying: no answer comes for 10 s
    → press 待たずに入力画面に戻る → the fresh page opens`,
  'by bank debit to the completion': `fill in everything, by bank debit → press 入力内容を確認する
    → tick the understanding → tick the paper form → press 送信する → the captcha is solved
    → the access token comes → the application is registered → the next page does not open for 10 s
    → come back to the page in the browser’s memory`,
  'a card that grows too old': `${reviewByCard} → the card gets 25 min old`,
  'a callback without an answer of the bank': 'open the page that follows the callback',
};

const model = createSignupModel(shipped);
const edgesOf = (visit: string) => edgesAlong(model, visit.split(/\s*→\s*/));
export const statesOf = (visit: string): string[] => edgesOf(visit).map(({ to }) => to.at);

/** Takes a new page along a path. Yields the state after each step. */
export async function* follow(visit: string, { page, sandbox }: Stage): AsyncGenerator<string> {
  const world = await createOutsideWorld(page, sandbox);
  let before: Tab = emptyTab;
  const take = executorsOf(
    eventsIn(page, world, sandbox, { last: null }),
    async (_, happen) => void (await happen(before)),
  );
  for (const { from, event, to } of edgesOf(visit)) {
    before = from;
    await take[event.type]?.({ event });
    await expect(async () => {
      await passBriefly(page);
      expect(await page.locator('main').getAttribute('data-state')).toBe(to.at);
    }).toPass({ intervals });
    await world.close();
    yield to.at;
  }
}

/** Brings a new page into a state. */
export async function reach(state: string, stage: Stage): Promise<void> {
  const visit = Object.values(visits).find((each) => statesOf(each).includes(state));
  for await (const reached of follow(visit ?? '', stage)) if (reached === state) return;
}
