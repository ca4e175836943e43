/** Tests the look and the languages of the pages for assistants. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ASSISTANT_SCOPES } from '../../../core/scopes.ts';
import { PERMISSIONS } from '../../../domains/access/grants/grant.ts';
import { barriersOf } from '../../../testing/clients/accessibility.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import { GERMAN_SENTENCES } from './german/sentences.ts';
import { translate } from './german/translate.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the pages have the colours of the console', () => {
  const coloursOf = (css: string) => [...css.matchAll(/--[\w-]+: light-dark\(.*\);/g)].map(String);
  const console = coloursOf(read('../../../../console/src/design/tokens.css'));
  const own = coloursOf(read('connect.css'));
  assert.ok(own.length > 8);
  assert.deepEqual(
    own.filter((each) => !console.includes(each)),
    [],
  );
});

test('every sentence of the pages exists in German, and no other', () => {
  for (const scope of ASSISTANT_SCOPES) {
    assert.ok(PERMISSIONS[scope] in GERMAN_SENTENCES, PERMISSIONS[scope]);
  }
  const domains = '../../../domains';
  const rooms = ['..', ...['accounts', 'access'].map((room) => `${domains}/${room}`)];
  const code = rooms
    .flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: import.meta.dirname }))
    .concat('../../http/errors.ts')
    .filter((path) => !/german|\.test\./.test(path))
    .map(read)
    .join('\n')
    .replaceAll(/' \+\s*'/g, '')
    .replaceAll(/\$(?=\{\w+\})/g, '');
  assert.deepEqual(
    Object.keys(GERMAN_SENTENCES).filter((each) => !code.includes(each)),
    [],
  );
  const reasons = [
    'unknown-clients/document-request.ts',
    '../../domains/access/grants/client-documents.ts',
  ]
    .map((path) => read(`../${path}`).replaceAll(/\$(?=\{\w+\})/g, ''))
    .flatMap((text) => [...text.matchAll(/return ['`]([A-Z][^'`]+\.)['`];/g)])
    .map(([, reason]) => reason!);
  assert.ok(reasons.length >= 8);
  assert.deepEqual(
    reasons.filter((each) => translate(each, 'de') === each),
    [],
  );
  assert.equal(
    translate('The address answers with an error (HTTP 404).', 'de'),
    'Die Adresse antwortet mit einem Fehler (HTTP 404).',
  );
  const fields = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];
  for (const [english, german] of Object.entries(GERMAN_SENTENCES)) {
    assert.deepEqual(fields(german), fields(english), english);
  }
});

test('a German browser signs in and chooses permissions in German', async () => {
  await using service = await startService();
  const { url } = service.service;
  await using tab = await openTab();
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await page.setExtraHTTPHeaders({ 'Accept-Language': 'fr;q=0.9, de-AT, en;q=0.5' });
  await page.goto(String(new OAuthClient(url).authorizeUrl({ scope: null })));
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.getByText(new URL(url).host).first().waitFor();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  // The browser says nothing in a bubble, because the page says it at the fields.
  await page.getByRole('button', { name: 'Anmelden' }).click();
  const description = 'Gib die E-Mail-Adresse und das Passwort deines Kontos ein.';
  await page.getByRole('textbox', { name: 'E-Mail', description }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.name'), 'email');
  await page.getByLabel('E-Mail').fill(OWNER.email);
  await page.getByLabel('Passwort').fill('nicht das richtige');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Die Adresse oder das Passwort ist falsch.').waitFor();
  await page.goto(`${new OAuthClient(url).authorizeUrl({ scope: null })}&client_id=twice`);
  await page.getByText(/hat eine Anfrage geschickt.*nicht annehmen/).waitFor();
  await page.locator('[lang=en]').filter({ hasText: 'client_id' }).waitFor();
  await page.goto(String(new OAuthClient(url).authorizeUrl({ scope: null })));
  const wrong = { email: 'nobody@example.org', password: 'nicht das richtige' };
  let status = 0;
  while (status !== 429) ({ status } = await service.owner.call('POST', '/v1/auth/sign-in', wrong));
  await page.getByLabel('E-Mail').fill(wrong.email);
  await page.getByLabel('Passwort').fill(wrong.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText(/Zu viele falsche Passwörter. Versuche es in \d+ Sekunden/).waitFor();
  await page.goto(String(new OAuthClient(url).authorizeUrl({ scope: null })));
  await page.getByLabel('E-Mail').fill(OWNER.email);
  await page.getByLabel('Passwort').fill(OWNER.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { name: 'Claude verbinden?' }).waitFor();
  const reading = page.getByRole('group', { name: 'Er darf lesen' });
  const changing = page.getByRole('group', { name: /^Er darf ändern/ });
  assert.equal((await reading.getByRole('checkbox', { checked: true }).count()) > 0, true);
  assert.equal(await changing.getByRole('checkbox', { checked: true }).count(), 0);
  assert.deepEqual(await barriersOf(page), []);
  // The language of the account comes before the language of the browser.
  await service.owner.call('PATCH', '/v1/users/me', { language: 'en' });
  await page.reload();
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
});
