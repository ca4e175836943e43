// Long: it kills the service in the middle of speech.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { PatientDevice } from '../src/testing/clients/patient-device.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { copyTemplate, removeFolder } from '../src/testing/template.ts';

const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
  'He works as a teacher at a small school.',
  'The train to the city leaves at seven in the evening.',
];
/** The seconds of the recording at which the service is killed, each within a word. */
const KILLS = [4.5, 14];
/** A word that is cut in two may be recognised as other words. */
const WORDS_AT_A_CUT = 3;
/** The accuracy of the built-in recogniser on these voices, without a kill. */
const MISHEARD = 0.08;

test('a service that is killed in the middle of a sentence loses none of it', async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate();
  const environment: Record<string, string> = {
    SVC_RECOGNISER: 'builtin',
    ...(database && { DATABASE_URL: database.url }),
  };
  const pieces = [];
  for (const sentence of SENTENCES) pieces.push(await speak(sentence), silence(1.3));
  const start = () => spawnService({ folder, environment });
  let service = await start();
  try {
    const owner = await ApiUser.signIn(service.url, OWNER);
    const device = new PatientDevice({ token: owner.token, uid: owner.id }, 'pendant');
    await device.connect(service.url);
    const recording = device.record(joinedSound(...pieces));
    const began = performance.now();
    for (const kill of KILLS) {
      await wait(Math.max(0, kill * 1000 - (performance.now() - began)));
      await service.kill();
      service = await start();
      await device.connect(service.url);
    }
    await recording;
    await device.delivered();
    assert.equal(device.connections, KILLS.length + 1);

    const there = new ApiUser(service.url, owner.token, owner.id);
    const { body } = await there.call('POST', '/v1/conversations', {});
    const conversation = body.conversation;
    const heard = wordsOf(conversation.transcript_segments.map(({ text }: Json) => text).join(' '));
    const all = heard.join(' ');
    for (const sentence of SENTENCES) {
      const words = wordsOf(sentence);
      assert.ok(inOrder(words, heard) > words.length / 2, `${sentence} is not in: ${all}`);
    }
    const said = wordsOf(SENTENCES.join(' '));
    const same = inOrder(said, heard);
    const allowed = KILLS.length * WORDS_AT_A_CUT + MISHEARD * said.length;
    assert.ok(said.length - same <= allowed, `of ${said.length} words ${same} are in: ${all}`);
    assert.ok(heard.length - same <= allowed, `more was heard than said: ${all}`);
  } finally {
    await service.kill();
    removeFolder(folder);
  }
});

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

/** Returns the number of common words in the same order (longest common subsequence). */
function inOrder(one: readonly string[], other: readonly string[]): number {
  let row = Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    for (const [i, each] of other.entries()) {
      next.push(each === word ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!));
    }
    row = next;
  }
  return row.at(-1)!;
}
