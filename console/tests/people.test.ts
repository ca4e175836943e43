// Long: it records voices.
/** Tests the pages for people and for the user's voice, in Chromium. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { joinedSound } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { untilConversation } from '../../src/testing/clients/recording.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
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
  await page.getByText('Merged into Henrik Lund').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Hendrik' }).count(), 0);
  assert.ok((await names()).includes('Hendrik'), 'it can still be undone');
  await eventually('the merge', async () => !(await names()).includes('Hendrik'));

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
  const other = join(folder, 'other.wav');
  const text = 'I keep a notebook for what is worth keeping, and I read it aloud in the evening. ';
  writeFileSync(microphone, writeWav(joinedSound(await speak(text.repeat(6)))));
  writeFileSync(other, writeWav(joinedSound(await speak(text.repeat(3), 'rms'))));
  try {
    await using tab = await openConsole(service.service.url, service.owner, { microphone });
    const { page } = tab;
    await tab.go('/settings/voice');
    await page.getByText('There’s no recording of your voice yet').waitFor();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('timer').getByText('0:06').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/Your voice is (well )?known/).waitFor();
    // A longer recording replaces the short one.
    await page.getByLabel('Choose a file').setInputFiles(microphone);
    await page.getByText(/2\d s of speech/).waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('timer').getByText('0:05').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('That was you.', { exact: true }).waitFor();
    // A profile of another voice does not recognise the same microphone.
    await page.getByLabel('Choose a file').setInputFiles(other);
    await page.getByText(/1\d s of speech/).waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('timer').getByText('0:05').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('That was somebody else.').waitFor();
    const heard = page.waitForResponse((answer) => answer.url().includes('/speech-profile/'));
    await page.getByRole('button', { name: 'Hear it' }).click();
    assert.equal((await heard).ok(), true);
    await page.getByRole('button', { name: 'Delete the recording' }).click();
    await page.getByText('There’s no recording of your voice yet').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
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
