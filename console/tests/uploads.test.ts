/** Tests uploads of recordings in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const UPLOAD = /\/v1\/conversations\/upload/;
/** The console sends pieces of this size. */
const PIECE_BYTES = 8 * 1024 * 1024;
let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

async function choose(page: Page, samples: number): Promise<void> {
  const buffer = Buffer.from(writeWav(new Int16Array(samples)));
  const file = { name: 'walk.wav', mimeType: 'audio/wav', buffer };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

test('an upload goes on after the session has ended and the user has signed in again', async () => {
  const { url } = service.service;
  await using tab = await openConsole(url, await ApiUser.signIn(url, OWNER));
  const { page } = tab;
  const offsets: (string | undefined)[] = [];
  await page.route(UPLOAD, async (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']);
    // The session ends before the second piece.
    if (offsets.length === 2) await page.context().clearCookies();
    await route.continue();
  });
  await tab.go('/talk');
  await choose(page, PIECE_BYTES * 0.6);
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
  await sheet.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Open the conversation' }).waitFor();
  assert.deepEqual(offsets, ['0', String(PIECE_BYTES), String(PIECE_BYTES)]);
});

test('an upload that failed says why, and can be tried again', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await page.route(UPLOAD, (route) =>
    route.fulfill({ status: 422, json: { detail: 'This file contains no sound.' } }),
  );
  await tab.go('/talk');
  await choose(page, 16_000);
  await page.getByRole('alert').getByText('contains no sound').waitFor();
  await page.unroute(UPLOAD);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Open the conversation' }).waitFor();
});
