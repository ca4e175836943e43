/** Tests the pages for people and for the user's voice, in Chromium. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { joined } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { untilConversation } from '../../src/testing/clients/recording.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { OAuthClient } from '../../src/testing/clients/oauth-browser.ts';
import { openConsole } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

let service: TestService;

before(async () => {
  service = await startService();
  await createSampleDay(service.owner);
});
after(() => service[Symbol.asyncDispose]());

const names = async () =>
  (await service.owner.call('GET', '/v1/users/people')).body.map(({ name }: Json) => name);

test('a person is renamed, merged with another one, and deleted with undo', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/people');
  await page.getByRole('link', { name: 'Henrik' }).click();
  await page.getByRole('link', { name: /garden/i }).waitFor();
  await page.getByRole('button', { name: 'Henrik' }).click();
  await page.getByLabel('Change the name').fill('Henrik Lund');
  await page.keyboard.press('Enter');
  await eventually('the new name', async () => (await names()).includes('Henrik Lund'));

  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByLabel('Add a person').fill('Hendrik');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Hendrik' }).click();
  await page.getByRole('heading', { name: 'Hendrik' }).waitFor();
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Merge with another person' }).click();
  await page.getByRole('button', { name: 'Henrik Lund' }).click();
  await page.getByRole('link', { name: 'Henrik Lund' }).waitFor();
  assert.ok(!(await names()).includes('Hendrik'));

  await page.getByRole('link', { name: 'Bento' }).click();
  await page.getByRole('heading', { name: 'Bento' }).waitFor();
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Bento' }).waitFor();
});

test('the voice is recorded, heard again and deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'));
  const microphone = join(folder, 'voice.wav');
  const text = 'I keep a notebook for what is worth keeping, and I read it aloud in the evening. ';
  writeFileSync(microphone, writeWav(joined(await speak(text.repeat(6)))));
  try {
    await using tab = await openConsole(service.service.url, service.owner, { microphone });
    const { page } = tab;
    await tab.go('/settings/voice');
    await page.getByText('There is no recording of your voice yet').waitFor();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('timer').getByText('0:06').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/The service knows your voice/).waitFor();
    // A longer recording replaces the short one.
    await page.getByLabel('Choose a file').setInputFiles(microphone);
    await page.getByText(/2\d s of speech/).waitFor();
    const heard = page.waitForResponse((answer) => answer.url().includes('/speech-profile/'));
    await page.getByRole('button', { name: 'Hear it' }).click();
    assert.equal((await heard).ok(), true);
    await page.getByRole('button', { name: 'Delete the recording' }).click();
    await page.getByText('There is no recording of your voice yet').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a key of a device opens only the sockets', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings/keys');
  // Programs, assistants and devices.
  await page.getByRole('button', { name: 'New key' }).nth(2).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByRole('button', { name: 'New key' }).last().click();
  await page.getByLabel('What is it for?').fill('Pendant');
  await page.getByRole('button', { name: 'Create' }).click();
  const key = await page.getByText(/^svc_dvc_[\w-]{20,}$/).innerText();
  const answer = await fetch(`${service.url}/v1/dev/user/memories`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  assert.ok([401, 403].includes(answer.status));
});

test('the page shows what an assistant did, and takes a change back', async () => {
  const { owner } = service;
  const { key } = (await owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' })).body;
  const call = (name: string, given: object) =>
    request(service.service.url, 'POST', '/mcp', {
      token: key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
  await call('search_memories', { query: 'doctor' });
  await call('create_memory', { content: 'Collects stamps.' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/assistants');
  await page.getByText(/· Laptop/).waitFor();
  await page.getByText('Searched “doctor”').waitFor();
  await page.getByRole('button', { name: 'Undo: Added 1 fact' }).click();
  await page.getByText('Undone').waitFor();
  await page.getByRole('button', { name: 'Undo: Added 1 fact' }).waitFor({ state: 'detached' });
  const { body } = await owner.call('GET', '/v3/memories');
  assert.ok(!JSON.stringify(body).includes('Collects stamps'));
});

test('the page shows sign-ins and what was done to keys', async () => {
  const { owner } = service;
  await owner.call('POST', '/v1/dev/keys', { name: 'Backup script' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/sessions');
  await page.getByRole('link', { name: 'Sign-ins and keys' }).click();
  const log = page.getByRole('list', { name: 'Sign-ins and keys' });
  await log.getByText('Made the key “Backup script”').waitFor();
  await request(service.service.url, 'POST', '/v1/auth/sign-in', {
    body: { email: OWNER.email, password: 'a wrong password' },
  });
  await eventually('the failure', async () => {
    const { body } = await owner.call('GET', '/v1/users/me/security-log?event=sign_in_failed');
    return body.length;
  });
  await page.reload();
  await log.getByText('Wrong password').waitFor();
});

test('the user chooses when the connection of an assistant ends', async () => {
  const { owner } = service;
  await new OAuthClient(service.service.url).connect(OWNER);
  const endsAt = async () =>
    (await owner.call('GET', '/v1/mcp/oauth/grants')).body.grants[0].ends_at;
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/assistants');
  await page.getByLabel('Ends').selectOption({ label: 'in 7 days' });
  await page.getByText(/Ends on /).waitFor();
  const days = (Date.parse(await endsAt()) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1);
  await page.getByLabel('Ends').selectOption({ label: 'never by itself' });
  await page.getByText(/Ends on /).waitFor({ state: 'detached' });
  assert.equal(await endsAt(), null);
});

test('a person is heard where the sound of a conversation is kept', async () => {
  await using heard = await startService({
    recogniser: scriptedRecogniser({
      utterances: [{ text: 'I live in Boston with my two children.', start: 2, end: 8 }],
    }),
    sampleSpeed: 20,
  });
  const { owner } = heard;
  const { body } = await owner.call('POST', '/v1/demo');
  const path = `/v1/conversations/${body.conversation_id}`;
  await untilConversation(heard, body.conversation_id, ({ status }) => status === 'completed');
  const person = (await owner.call('POST', '/v1/users/people', { name: 'Marta' })).body;
  const { transcript_segments } = (await owner.call('GET', path)).body;
  await owner.call('PATCH', `${path}/segments/assign-bulk`, {
    segment_ids: transcript_segments.map(({ id }: { id: string }) => id),
    assign_type: 'person_id',
    value: person.id,
  });
  await using tab = await openConsole(heard.service.url, owner);
  const { page } = tab;
  await tab.go(`/people/${person.id}`);
  await page.getByRole('link', { name: 'Hear the voice' }).click();
  const player = page.getByRole('group', { name: 'Player' });
  await player.getByRole('button', { name: 'Pause' }).waitFor();
});
