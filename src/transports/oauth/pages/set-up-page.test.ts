import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fastify from 'fastify';
import { request } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { spawnService } from '../../../testing/service-process.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';
import { mountSetUpPage } from '../../http/set-up.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the page speaks German to a German browser, and shows each problem at its field', async () => {
  const pages = '../../http/pages';
  const code = ['html', 'js'].map((type) => read(`${pages}/set-up.${type}`));
  const { GERMAN } = (await import(`${pages}/set-up-german.js`)) as {
    GERMAN: Record<string, string>;
  };
  await using stack = new AsyncDisposableStack();
  const app = stack.adopt(fastify(), (opened) => opened.close());
  mountSetUpPage(app);
  // Closed before the server, which waits for the connections of the browser.
  await using tab = await openTab({ locale: 'de-DE' });
  const { page } = tab;
  await page.goto((await app.listen({ host: '127.0.0.1', port: 0 })) + '/setup');
  await page.getByRole('button', { name: 'Konto erstellen' }).waitFor();
  // Nothing on the page is left in English, so the table lacks no text of the page.
  const shown = await page.locator('p, label, button, h2').allTextContents();
  const german = Object.values(GERMAN);
  assert.deepEqual(
    shown.filter((text) => text !== '' && !german.includes(text)),
    [new URL(page.url()).host],
  );
  assert.deepEqual(
    [await page.title(), await page.locator('html').getAttribute('lang')],
    ['Commonplace einrichten', 'de'],
  );
  await page.getByLabel('E-Mail').fill('ana');
  await page.getByLabel('Passwort').fill('kurz');
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  for (const [name, description] of [
    ['Dein Name', 'Fülle dieses Feld aus.'],
    ['E-Mail', 'Das ist keine vollständige E-Mail-Adresse.'],
    [/^Passwort/, 'Nimm mindestens 12 Zeichen.'],
  ] as const) {
    await page.getByRole('textbox', { name, description }).waitFor();
  }
  assert.equal(await page.evaluate('document.activeElement.name'), 'name');
  assert.equal(await page.locator('#timezone-problem').count(), 0);
  await page.getByLabel('Passwort').fill('lang genug hierfür');
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await page.getByRole('textbox', { name: /^Passwort/, description: /^$/ }).waitFor();
  const known =
    code.join('\n') +
    read('../../../domains/accounts/account.ts') +
    read('../../../domains/accounts/first-owner.ts');
  assert.deepEqual(
    Object.keys(GERMAN).filter((text) => !known.includes(text)),
    [],
  );
});

test('a new user creates the account with the printed link and gets a working key', async () => {
  const folder = temporaryFolder();
  try {
    await using service = await spawnService({
      folder,
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    });
    await using tab = await openTab();
    const { page } = tab;
    const link = /http\S+welcome\?token=\S+/.exec(service.output())![0];
    await page.goto(link.replace('welcome', 'setup'));
    assert.notEqual(await page.getByLabel('Time zone').inputValue(), '');
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    const zone = page.getByRole('textbox', {
      name: 'Time zone',
      description: /^Use an IANA time zone/,
    });
    await zone.waitFor();
    assert.equal(await zone.getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Time zone').fill('Europe/Lisbon');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Your account is ready').waitFor();
    assert.equal(await page.locator('form').isVisible(), false);
    const key = await page.locator('#key').innerText();
    const { status } = await request(service.url, 'GET', '/v1/dev/user/memories', { token: key });
    assert.equal(status, 200);
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'] });
  } finally {
    removeFolder(folder);
  }
});
