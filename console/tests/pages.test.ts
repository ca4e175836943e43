/** Tests that no page has accessibility problems or scrolls horizontally on a phone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import type { ApiUser } from '../../src/testing/clients/api-user.ts';
import { OAuthClient } from '../../src/testing/clients/oauth-browser.ts';
import { openConsole } from './console-tab.ts';
import { IS_MATRIX, problemsOf, scrollsSideways } from './looks.ts';
import { createSampleDay } from './sample-day.ts';

/** Addresses with content that only this page shows. */
const PAGES: readonly (readonly [path: string, text: RegExp])[] = [
  ['/', /\b(?:curtains|table)\b/i],
  ['/talk', /Start listening/],
  ['/conversations', /\b(?:curtains|table)\b/i],
  ['/conversations/{id}', /Transcript/],
  ['/settings', /Appearance/],
  ['/memories', /About you/],
  ['/memories/{memory}', /Keeps a garden/],
  ['/tasks', /bicycle/],
  ['/tasks/{task}', /./],
  ['/goals', /New goal/],
  ['/people', /Henrik/],
  ['/people/{person}', /garden/i],
  ['/settings/voice', /Read the text aloud/],
  ['/settings/words', /No names or terms yet/],
  ['/settings/assistants', /Disconnect/],
  ['/settings/connect', /Which one/],
  ['/settings/connect?to=claude', /Claude/],
  ['/settings/models', /No model is installed/],
  ['/ask', /Ask about anything/],
  ['/ask/{chat}', /nine hundred euros/i],
  ['/search?q=garden', /Conversations/],
  ['/import', /Nothing waits/],
  ['/settings/keys', /API keys/],
  ['/settings/sessions', /This browser/],
  ['/settings/connections', /Nothing is connected/],
  ['/settings/webhooks', /New endpoint/],
  ['/settings/data', /What is stored/],
  ['/operator', /Free on the disk/],
  ['/sign-in', /First time here/],
  ['/welcome', /already exists/],
  ['/shared/{id}', /Marta/],
  ['/welcome#svc_inv_1', /You are invited/],
  ['/setup', /Create the account|Konto erstellen/],
  ['{consent}', /Connect Claude\?|Claude verbinden\?/],
];

/** The pages that the usual run zooms. */
const ZOOMED = ['/', '/conversations/{id}', '/settings'];

let service: TestService;
/** The values of the addresses. */
let ids: Record<string, string>;
const addressOf = (path: string) => path.replace(/\{(\w+)\}/, (_whole, name: string) => ids[name]!);

before(async () => {
  service = await startService();
  const { owner } = service;
  const { url } = service.service;
  const [id] = await createSampleDay(owner);
  await owner.call('PATCH', `/v1/conversations/${id}/visibility?value=shared`);
  const memory = await owner.call('POST', '/v3/memories', { content: 'Keeps a garden.' });
  const [task] = (await owner.call('GET', '/v1/action-items')).body;
  const people = (await owner.call('GET', '/v1/users/people')).body as Record<string, string>[];
  const assistant = new OAuthClient(url);
  await assistant.connect(OWNER);
  const consent = assistant.authorizeUrl({ scope: null });
  ids = {
    id: id!,
    memory: memory.body.id,
    task: task.id,
    person: people.find(({ name }) => name === 'Henrik')!['id']!,
    chat: await askOnce(owner),
    consent: consent.pathname + consent.search,
  };
});
after(() => service[Symbol.asyncDispose]());

for (const locale of IS_MATRIX ? ['en', 'de'] : ['en']) {
  test(`no page has a barrier or scrolls sideways (${locale})`, async () => {
    await using tab = await openConsole(service.service.url, service.owner, { locale });
    const { page } = tab;
    const found: string[] = [];
    for (const [at, [path, text]] of PAGES.entries()) {
      const said = locale === 'de' ? inGerman(text) : text;
      const open = async () => {
        await tab.go(addressOf(path));
        await page.getByText(said).filter({ visible: true }).first().waitFor();
      };
      found.push(...(await problemsOf(page, { name: path, at, open })));
    }
    assert.deepEqual([...found, ...tab.complaints.splice(0)], []);
  });
}

test('at a zoom of 200 % nothing is beside the screen', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  const devtools = await page.context().newCDPSession(page);
  const zoomed = { width: 640, height: 410, deviceScaleFactor: 2, mobile: false };
  const found: string[] = [];
  for (const [path, text] of PAGES.filter(([path]) => IS_MATRIX || ZOOMED.includes(path))) {
    await tab.go(addressOf(path));
    await devtools.send('Emulation.setDeviceMetricsOverride', zoomed);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    assert.equal(await page.evaluate('`${innerWidth} ${devicePixelRatio}`'), '640 2');
    if (await scrollsSideways(page)) found.push(path);
  }
  assert.deepEqual([...found, ...tab.complaints.splice(0)], []);
});

/** Asks a question in a new chat, and returns the chat. */
async function askOnce(owner: ApiUser): Promise<string> {
  const { body: chat } = await owner.call('POST', '/v2/chat-sessions', {});
  await owner.call('POST', '/v2/messages', {
    text: 'What is the budget of the garden project?',
    chat_session_id: chat.id,
  });
  return chat.id;
}

type Messages = Record<string, unknown>;
const messagesOf = (locale: string): Messages =>
  JSON.parse(readFileSync(new URL(`../messages/${locale}.json`, import.meta.url), 'utf8'));

/** Returns the text that the page says in German, which also matches what users have said. */
function inGerman(text: RegExp): RegExp {
  const german = messagesOf('de');
  const said = Object.entries(messagesOf('en')).flatMap(([key, english]) =>
    typeof english === 'string' && text.test(english) ? [String(german[key])] : [],
  );
  // A name in braces may be any.
  const texts = said.map((each) =>
    each
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, '.'))
      .join('.+'),
  );
  return new RegExp([text.source, ...texts].join('|'), text.flags);
}
