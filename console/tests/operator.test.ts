// Long: it waits for charts and backups.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../src/testing/eventually.ts';
import { copyTemplate, OWNER, removeFolder, temporaryFolder } from '../../src/testing/template.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../src/testing/servers/language-model-server.ts';
import { spawnService } from '../../src/testing/service-process.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;
const folder = temporaryFolder();

before(async () => {
  service = await startService({
    environment: {
      SVC_BACKUP_FOLDER: folder,
      SVC_BACKUP_EVERY: '6',
      SVC_QUOTA_HOURS: '0.000001',
      SVC_SIGN_UP: 'invited',
    },
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

/** Creates another account with an invitation. */
async function invite(email: string): Promise<ApiUser> {
  const { body } = await service.owner.call('POST', '/v1/users/invitations', {});
  const invitation = new URL(body.link).hash.slice(1);
  const password = 'correct horse battery';
  const account = { name: 'Guest', email, password, timezone: 'Europe/Lisbon', invitation };
  await service.owner.call('POST', '/v1/auth/sign-up', account);
  return ApiUser.signIn(service.service.url, { email, password });
}

test('the owner sees the regular backups', async () => {
  const name = 'commonplace-2026-03-02T08-30-00Z.tar.gz';
  await writeFile(join(folder, name), Buffer.alloc(2_500_000));
  await writeFile(join(folder, 'other.txt'), 'x');
  await using tab = await openConsole(service.service.url, service.owner);
  await tab.go('/operator');
  await tab.page.getByText('backs up everything every 6 hours').waitFor();
  const rows = tab.page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
  assert.equal(await rows.count(), 1);
  assert.match(await rows.innerText(), /^commonplace-2026-03-02T08-30-00Z\.tar\.gz[^]*2\.5 MB$/);
});

test('the owner sees the installation and invites somebody, who then has an account', async () => {
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  await tab.go('/settings');
  await page.getByRole('link', { name: 'This installation' }).click();
  await page.getByText('Free on the disk').waitFor();
  await page.getByText('None.').waitFor();
  await page.getByLabel(/Invite someone/).fill('Marta');
  await page.keyboard.press('Enter');
  const link = await page.getByText(/^http\S+#svc_inv_\S+$/).innerText();

  await using guest = await openConsole(url);
  const { pathname, hash } = new URL(link);
  await guest.go(pathname + hash);
  await guest.page.getByLabel('Your name').fill('Marta');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByLabel('E-mail').fill('marta@example.org');
  await guest.page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.page.getByRole('button', { name: 'Create the account' }).click();
  await guest.page.getByText('How would you like to start?').waitFor();
  await guest.go('/operator');
  await guest.page.getByText(/Only the owner/).waitFor();

  await tab.go('/operator');
  await page.getByText(/^used /).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0);
});

test('the owner holds an account, runs a failed job again and sees the load', async () => {
  const { owner } = service;
  const { db } = service.service.parts;
  const guest = await invite('guest@example.com');
  await owner.call('POST', '/v1/conversations/from-text', { text: 'The heron waits.' });
  const state = async () =>
    (
      await sql<{ state: string }>`
        SELECT state FROM jobs.job WHERE name = 'conversation.process'`.execute(db)
    ).rows[0]?.state;
  await eventually('the end of the job', async () => (await state()) === 'completed');
  await sql`UPDATE jobs.job SET state = 'failed', output = '{"message":"The model is gone."}'
    WHERE name = 'conversation.process'`.execute(db);

  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  // A process has a history of its load only after two minutes.
  await page.route(/\/v1\/installation$/, async (route) => {
    const response = await route.fetch();
    const minute = (n: number) => ({
      at: new Date(Date.UTC(2026, 2, 2, 8, n)).toISOString(),
      requests: 10 * n,
      p50_ms: n,
      p95_ms: 3 * n,
      words_behind_seconds: n / 10,
      stored_bytes: n * 1_000_000,
    });
    const history = Array.from({ length: 30 }, (_, n) => minute(n));
    await route.fulfill({ response, json: { ...(await response.json()), history } });
  });
  await tab.go('/operator');
  const user = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  const row = user.filter({ hasText: 'guest@example.com' });
  await row.getByRole('button', { name: 'Suspend guest@example.com' }).click();
  const own = user.filter({ hasText: 'owner@example.org' });
  assert.equal(await own.getByRole('button').count(), 0, 'the own account cannot be held');
  await row.getByText('Suspended').waitFor();
  await eventually('the account to be held', async () => {
    return (await guest.call('GET', '/v3/memories')).status === 403;
  });
  await row.getByRole('button', { name: 'Release guest@example.com' }).click();
  await eventually('the account to be released', async () => {
    return (await guest.call('GET', '/v3/memories')).status === 200;
  });

  await page.getByRole('img', { name: /^Response time: 50 %: now 29 ms, at most 29 ms/ }).waitFor();
  await page.getByRole('img', { name: /^Delay of the words: .* now 2.9 s/ }).waitFor();
  await page.getByRole('img', { name: /^Database and sound: .* now 29.0 MB/ }).waitFor();
  assert.ok(
    await page
      .getByRole('img', { name: /^Response time/ })
      .locator('polyline')
      .first()
      .isVisible(),
  );

  const jobs = page.getByRole('list', { name: 'Failed jobs' });
  await jobs.getByText('The model is gone.').waitFor();
  await jobs.getByRole('button', { name: 'Try again' }).click();
  await jobs.waitFor({ state: 'detached' });
  assert.equal(await state(), 'completed');
});

test('users see their quotas, and the owner sees who has reached one', async () => {
  const upload = new FormData();
  upload.append('file', new Blob([writeWav(new Int16Array(16_000))]), 'a.wav');
  await service.owner.call('POST', '/v1/conversations/upload', upload);
  await using tab = await openConsole(service.service.url, service.owner);
  await tab.go('/settings/data');
  await tab.page.getByText('Hours of listening this month').waitFor();
  await tab.page.getByText('0 of 0').waitFor();
  assert.equal(await tab.page.getByText('Kept sound, GB').count(), 0, 'it has no quota');
  await tab.go('/operator');
  const users = tab.page.getByRole('list', { name: 'Quotas reached' });
  await users.getByText('owner@example.org: listening this month').waitFor();
});

test('the owner tests the language model, which then understands old conversations anew', async () => {
  let works = false;
  const made = { title: 'The janitor', overview: 'The lamp is broken.', emoji: '💡' };
  const answer = { ...made, category: 'home', action_items: [], events: [], memories: [], sum: 5 };
  await using endpoint = await startLanguageModel((_request, response) =>
    works ? complete(response, JSON.stringify(answer)) : refuse(response, 400),
  );
  await using modelled = await startService({
    environment: {
      SVC_LLM_BASE_URL: endpoint.baseUrl,
      SVC_LLM_MODEL: 'writer',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const text = 'The lamp is broken. I have to call the janitor about it tomorrow morning.';
  const { body } = await modelled.owner.call('POST', '/v1/conversations/from-text', { text });
  // It is day in this time zone, so the request waits for the night.
  const timezone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/New_York';
  const moved = await modelled.owner.call('PATCH', '/v1/users/me', { timezone });
  assert.equal(moved.status, 200);
  works = true;
  await using tab = await openConsole(modelled.service.url, modelled.owner);
  await tab.go('/settings/models');
  await tab.page.getByRole('button', { name: 'Test “Notes and answers”' }).click();
  await tab.page.getByText(/^Works\. It answered in [\d.]+ s with \d+ tokens\.$/).waitFor();
  await tab.page.getByText('Search goes by words.').waitFor();
  await tab.page.getByText('The built-in reader wrote the notes of 1 conversation.').waitFor();
  await tab.page.getByRole('button', { name: 'Tonight' }).click();
  await tab.page.getByText('Planned for tonight').waitFor();
  await tab.page.getByRole('button', { name: 'Stop' }).click();
  await tab.page.getByRole('button', { name: 'Now', exact: true }).click();
  await tab.page.getByText('The built-in reader wrote the notes of').waitFor({ state: 'detached' });
  const { structured } = (await modelled.owner.call('GET', `/v1/conversations/${body.id}`)).body;
  assert.equal(structured.title, made.title);
  await tab.page.reload();
  await tab.page.getByText(/^Your account so far: \d+ requests?, \d+ tokens/).waitFor();
});

test('the owner makes a backup now', { timeout: 120_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const data = copyTemplate();
  stack.defer(() => removeFolder(data));
  const backups = join(data, 'backups');
  const environment = { SVC_BACKUP_FOLDER: backups };
  const operated = stack.use(await spawnService({ folder: data, environment }));
  const owner = await ApiUser.signIn(operated.url, OWNER);
  await using tab = await openConsole(operated.url, owner);
  await tab.go('/operator');
  const rows = tab.page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
  // The start makes the first one.
  await rows.first().waitFor();
  await tab.page.getByRole('button', { name: 'Back up now' }).click();
  await tab.page.getByText('Backing up').waitFor();
  await rows.nth(1).waitFor();
  await tab.page.getByRole('button', { name: 'Back up now', disabled: false }).waitFor();
  assert.equal((await readdir(backups)).length, 2);
});

test('kept sound that a lesser recogniser heard is offered to a better one', async () => {
  const recogniser = scriptedRecogniser({ name: 'deepgram', utterances: [] });
  await using hearing = await startService({ recogniser });
  const { owner } = hearing;
  const { db, clock } = hearing.service.parts;
  const text = 'The lamp is broken. I have to call the janitor about it tomorrow morning.';
  const { body } = await owner.call('POST', '/v1/conversations/from-text', { text });
  const words = JSON.stringify([{ text: 'lamp', start: 0, end: 1 }]);
  await db.updateTable('segments').set({ stt_provider: 'pocketsphinx', words }).execute();
  await db.updateTable('conversations').set({ language: 'en' }).execute();
  const about = { user_id: owner.id, conversation_id: body.id, started_at: clock.now() };
  const file = { ...about, id: body.id, channel: 0, seconds: 2 };
  await db.insertInto('audio_files').values(file).execute();
  await using tab = await openConsole(hearing.service.url, owner);
  await tab.go('/settings/data');
  const offer =
    '1 conversation with kept sound was heard by a weaker speech recognition. deepgram can do it better.';
  await tab.page.getByText(offer).waitFor();
  assert.equal(await tab.page.getByText('The built-in reader wrote the notes of').count(), 0);
  await tab.page.getByRole('button', { name: 'Tonight' }).waitFor();
});
