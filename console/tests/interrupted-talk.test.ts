// Long: it waits for lost networks.
/** Tests that no word of a talk is lost when network, session, service or disk fail in the middle. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { joinedSound, silence } from '../../src/engines/audio/testing.ts';
import { SAMPLE_RATE } from '../../src/engines/voice-activity/sample-rate.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { freePort } from '../../src/testing/servers/free-port.ts';
import { spawnService } from '../../src/testing/service-process.ts';
import { startOnDisk } from '../../src/testing/faults/start-on-disk.ts';
import { startService } from '../../src/testing/start-service.ts';
import { copyTemplate, OWNER, removeFolder } from '../../src/testing/template.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';
import { startTalking } from './talking.ts';
import type { ConsoleTab } from './console-tab.ts';

/** Each session of the recogniser hears one of them. */
const SENTENCES = ['I promised to send the report.', 'We meet the carpenter at ten.'];
let folder: string;
let microphone: string;
/** The second at which the speech of the microphone ends. */
let silentFrom: number;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talk-'));
  microphone = join(folder, 'speech.wav');
  const said = await speak('I promised to send the report to my boss on Monday. '.repeat(8));
  const heard = joinedSound(silence(0.5), said);
  silentFrom = heard.length / SAMPLE_RATE;
  writeFileSync(microphone, writeWav(joinedSound(heard, silence(30))));
});
after(() => rmSync(folder, { recursive: true }));

/** Finishes the talk; returns its conversation and the spoken seconds. */
async function finish({ page }: ConsoleTab): Promise<{ path: string; spoken: number }> {
  const elapsed = await page.getByRole('timer').innerText();
  await page.getByRole('button', { name: 'Finish' }).click();
  // The recogniser first catches up.
  await page.waitForURL(/\/conversations\/[\w-]+$/, { timeout: 60_000 });
  const path = `/v1${new URL(page.url()).pathname}`;
  return { path, spoken: Number(elapsed.split(':')[1]) };
}

/** The words before the interruption, and those after it, follow each other without a hole. */
async function expectNoHole(owner: ApiUser, path: string, spoken: number): Promise<void> {
  const { body } = await owner.call('GET', path);
  const { transcript_segments: segments, gaps } = body;
  assert.deepEqual(gaps, []);
  let end = 0;
  for (const segment of segments as Json[]) {
    assert.ok(segment.start < end + 1.5, `a hole at ${end}: ${JSON.stringify(segments)}`);
    ({ end } = segment);
  }
  assert.ok(
    end > Math.min(spoken, silentFrom) - 3,
    `${end} of ${spoken} s: ${JSON.stringify(segments)}`,
  );
}

test('what is said while the network is gone is sent afterwards', async () => {
  await using lossy = await startLossyService({
    environment: { SVC_KEEP_AUDIO: 'on' },
    recogniser: scriptedRecogniser({
      utterances: (session) => [{ text: SENTENCES[session] ?? '', start: 0.5, end: 2 }],
    }),
  });
  const { url, network, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone, losesNetwork: true });
  const { page } = tab;
  await startTalking(tab, SENTENCES[0]!);
  network.cut();
  await page.getByText(/Offline. The last 2\d s/).waitFor();
  network.mend();
  await page.getByText(SENTENCES[1]!).first().waitFor();
  const elapsed = await page.getByRole('timer').innerText();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  const { body } = await service.owner.call('GET', '/v1/conversations');
  assert.equal(body.length, 1);
  const { files } = (await service.owner.call('GET', `/v1/conversations/${body[0].id}/audio`)).body;
  const kept = files.reduce((sum: number, { seconds }: Json) => sum + seconds, 0);
  const spoken = Number(elapsed.split(':')[1]);
  assert.ok(kept > spoken - 0.5, `${kept} s of ${spoken} s are kept`);
});

test('what is said after the end of the session is sent after signing in again', async () => {
  await using service = await startService({
    environment: { SVC_KEEP_AUDIO: 'on' },
    // The service notices the end of a session within this time.
    heartbeatMs: 300,
    recogniser: scriptedRecogniser({
      utterances: (session) => [{ text: SENTENCES[session] ?? '', start: 0.5, end: 2 }],
    }),
  });
  const { url } = service.service;
  const visitor = await ApiUser.signIn(url, OWNER);
  await using tab = await openConsole(url, visitor, { microphone, losesNetwork: true });
  const { page } = tab;
  page.setDefaultTimeout(20_000);
  await startTalking(tab, SENTENCES[0]!);
  await service.owner.call('DELETE', '/v1/users/me/sessions');
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
  await sheet.waitFor();
  await page.getByText(/Offline. The last [2-9] s/).waitFor();
  await sheet.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByText(SENTENCES[1]!).first().waitFor();
  const { path, spoken } = await finish(tab);
  await eventually(`${spoken} s to be kept`, async () => {
    const { files } = (await service.owner.call('GET', `${path}/audio`)).body;
    const kept = files.reduce((sum: number, { seconds }: Json) => sum + seconds, 0);
    return kept > spoken - 0.5;
  });
});

test('a talk goes on when the service is killed and starts again', async () => {
  const data = copyTemplate();
  try {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      SVC_KEEP_AUDIO: 'on',
      SVC_RECOGNISER: 'builtin',
      SVC_MODELS: 'off',
    };
    const first = await spawnService({ folder: data, environment });
    const owner = await ApiUser.signIn(first.url, OWNER);
    await using tab = await openConsole(first.url, owner, { microphone, losesNetwork: true });
    const { page } = tab;
    await tab.go('/talk');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByText('0:03').waitFor();
    await first.kill();
    await page.getByText(/Offline. The last [1-9] s/).waitFor();
    await using _second = await spawnService({ folder: data, environment });
    await page.getByText(/Offline/).waitFor({ state: 'detached' });
    const { path, spoken } = await finish(tab);
    await expectNoHole(owner, path, spoken);
  } finally {
    removeFolder(data);
  }
});

test('a talk waits while the disk of the service is full, and loses no word', async (t) => {
  // A server looks after its own disk.
  if (process.env['COMMONPLACE_TEST_DATABASE_URL'])
    return t.skip('only with the embedded database');
  await using disk = startOnDisk();
  await using service = await disk.start({
    SVC_KEEP_AUDIO: 'on',
    SVC_RECOGNISER: 'builtin',
    SVC_MODELS: 'off',
  });
  const owner = await ApiUser.signIn(service.url, OWNER);
  await using tab = await openConsole(service.url, owner, { microphone, losesNetwork: true });
  const { page } = tab;
  page.setDefaultTimeout(30_000);
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByText('0:03').waitFor();
  disk.set('low');
  const problem = page.getByText(/Your server’s disk is full\. This page keeps the sound/);
  await problem.waitFor();
  const filled = await page.getByRole('timer').innerText();
  await eventually('three more seconds', async () => {
    const elapsed = await page.getByRole('timer').innerText();
    return Number(elapsed.split(':')[1]) > Number(filled.split(':')[1]) + 3;
  });
  disk.set('');
  await problem.waitFor({ state: 'detached' });
  const { path, spoken } = await finish(tab);
  await expectNoHole(owner, path, spoken);
});
