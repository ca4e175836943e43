/** Actions of users that show at once, for tests and for measurements. */
import type { Locator, Page } from 'playwright-core';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { OWNER } from '../../src/testing/template.ts';

export interface Action {
  name: string;
  /** The page of the action. */
  path: string;
  /** Brings the page into the state before the last press. */
  prepare?: (page: Page) => Promise<unknown>;
  /** The last press. */
  press: (page: Page) => Promise<unknown>;
  /** The state that shows the action, and the one that shows that it was undone. */
  after: (page: Page) => State;
  before: (page: Page) => State;
}
type State = readonly [Locator, 'visible' | 'detached'];

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const there = (locator: Locator): State => [locator, 'visible'];
const gone = (locator: Locator): State => [locator, 'detached'];

const task = (page: Page, checked: boolean) =>
  page.getByRole('checkbox', { name: /Send Henrik/, checked });
const star = (page: Page, pressed: boolean) =>
  page.getByRole('button', { name: /^Star .*garden/i, pressed }).first();
const row = (page: Page, name: RegExp) => page.getByRole('link', { name }).first();
const fact = (page: Page) => page.getByText('Keeps three hives of bees');
const endpoint = (page: Page, name: string) =>
  button(page.getByRole('listitem', { name: 'https://example.com/hook' }), name);
const inSession = (page: Page) => button(page, 'End');
const invitation = (page: Page) => page.getByRole('listitem').filter({ hasText: 'For Ines' });
const title = (page: Page, name: string) => button(page.getByRole('heading', { level: 1 }), name);

/** Actions on the sample day, with the records of `createActionRecords`. */
export const ACTIONS: readonly Action[] = [
  {
    name: 'tick a task',
    path: '/tasks',
    press: (page) => task(page, false).click(),
    after: (page) => there(task(page, true)),
    before: (page) => there(task(page, false)),
  },
  {
    name: 'add a fact',
    path: '/memories',
    prepare: (page) => page.getByLabel('Add a fact').fill('Keeps three hives of bees'),
    press: (page) => button(page, 'Add').click(),
    after: (page) => there(fact(page)),
    before: (page) => gone(fact(page)),
  },
  {
    name: 'star a conversation',
    path: '/conversations',
    prepare: (page) => row(page, /garden/i).hover(),
    press: (page) => star(page, false).click(),
    after: (page) => there(star(page, true)),
    before: (page) => there(star(page, false)),
  },
  {
    name: 'merge conversations',
    path: '/conversations',
    prepare: async (page) => {
      for (const name of [/garden/i, /curtains|table/i]) {
        await row(page, name).hover();
        await page.getByRole('checkbox', { name }).first().check();
      }
    },
    press: (page) => button(page, 'Merge').click(),
    after: (page) => gone(page.getByRole('link', { name: /curtains|table/i })),
    before: (page) => there(row(page, /curtains|table/i)),
  },
  {
    name: 'rename a person',
    path: '/people',
    prepare: async (page) => {
      await row(page, /Bento/).click();
      await title(page, 'Bento').click();
      await page.getByLabel('Change the name').fill('Benedito');
    },
    press: (page) => page.keyboard.press('Enter'),
    after: (page) => there(title(page, 'Benedito')),
    // A refused text stays in its field.
    before: (page) => there(page.getByLabel('Change the name')),
  },
  {
    name: 'merge people',
    path: '/people',
    prepare: async (page) => {
      await row(page, /Yuki/).click();
      await button(page, 'More').last().click();
      await page.getByRole('menuitem', { name: 'Merge with another person' }).click();
    },
    press: (page) => button(page, 'Marta').click(),
    after: (page) => gone(page.getByText('Yuki')),
    before: (page) => there(row(page, /Yuki/)),
  },
  {
    name: 'switch off a webhook',
    path: '/settings/webhooks',
    press: (page) => endpoint(page, 'Switch off').click(),
    after: (page) => there(endpoint(page, 'Switch on')),
    before: (page) => there(endpoint(page, 'Switch off')),
  },
  {
    name: 'end a session',
    path: '/settings/sessions',
    press: (page) => inSession(page).click(),
    after: (page) => gone(inSession(page)),
    before: (page) => there(inSession(page)),
  },
  {
    name: 'withdraw an invitation',
    path: '/operator',
    press: (page) => button(invitation(page), 'Withdraw').click(),
    after: (page) => gone(invitation(page)),
    before: (page) => there(invitation(page)),
  },
];

/** Adds to the sample day what the actions need. */
export async function createActionRecords(owner: ApiUser): Promise<void> {
  const made: readonly [path: string, input: Json][] = [
    ['/v1/webhooks', { url: 'https://example.com/hook', types: ['memory.created'] }],
    ['/v1/users/invitations', { note: 'For Ines' }],
  ];
  for (const [path, input] of made) {
    const { status, body } = await owner.call('POST', path, input);
    if (status >= 300) throw new Error(`${path} answered ${JSON.stringify(body)}`);
  }
  await ApiUser.signIn(owner.url, OWNER);
}

/** Holds back all changes of a page until `answer` refuses them. */
export async function holdChanges(page: Page): Promise<{ answer: (detail: string) => void }> {
  const answered = Promise.withResolvers<string>();
  await page.route(/\/v\d\//, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fulfill({ status: 422, json: { detail: await answered.promise } });
  });
  return { answer: answered.resolve };
}
