// Long: it recognises minutes of speech.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { joined, silence } from '../../audio/testing.ts';
import { speak, type FliteVoice } from '../../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import { builtinEngine, builtinRecogniser } from './builtin.ts';
import { cleanWord } from './pocketsphinx.ts';

let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
});
after(() => voiceActivity[Symbol.asyncDispose]());

/** Most tests share the engine, because its processes take a second to load the model. */
const engine = builtinEngine({ log: silentLog });
after(() => engine[Symbol.asyncDispose]());
const lent = { ...engine, [Symbol.asyncDispose]: async () => {} };
const make = () => builtinRecogniser({ voiceActivity, log: silentLog, engine: lent });

recogniserSuite('builtin', {
  make: async () => make(),
  speech: async () =>
    joined(
      silence(1),
      await speak('Good morning.'),
      silence(2),
      await speak('I need milk.'),
      silence(1),
    ),
});

const SENTENCES = [
  'I need to buy milk, bread and eggs on the way home.',
  'The meeting with the new client is on Friday afternoon.',
  'The doctor said that I should drink more water every day.',
  'We are going to the beach with the children on Sunday.',
];

for (const voice of ['slt', 'rms', 'awb'] satisfies FliteVoice[]) {
  test(`at least 85 % of the words of ${voice} are right`, async () => {
    await using recogniser = make();
    const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence, voice)));
    const sound = joined(...spoken.flatMap((sentence) => [silence(1.5), sentence]), silence(1.5));
    const heard = finalsOf(await hear(recogniser, sound)).flatMap(({ text }) => wordsOf(text));
    const expected = SENTENCES.flatMap(wordsOf);
    const right = longestCommonSubsequence(expected, heard) / expected.length;
    assert.ok(right >= 0.85, `${Math.round(right * 100)} %: ${heard.join(' ')}`);
  });
}

test('the same sound gives the same words, whatever was transcribed before', async () => {
  await using recogniser = make();
  const sound = joined(silence(1), await speak(SENTENCES[1]!), silence(1));
  const first = finalsOf(await hear(recogniser, sound));
  await hear(recogniser, joined(silence(1), await speak(SENTENCES[0]!, 'awb'), silence(1)));
  assert.deepEqual(finalsOf(await hear(recogniser, sound)), first);
});

test('a recogniser process that is killed loses no word', async () => {
  await using recogniser = builtinRecogniser({ voiceActivity, log: silentLog });
  const session = recogniser.open({ language: 'en' });
  session.write(joined(silence(1), await speak(SENTENCES[2]!), silence(1.5)));
  const finish = session.finish();
  // The child process started when the session opened. The earlier utterance is being transcribed
  // or is in the queue of the child.
  for (const pid of await childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
  const [events] = await Promise.all([collect(session), finish]);
  assert.ok(events.every(({ type }) => type !== 'failed'));
  assert.equal(finalsOf(events).length, 1);
});

test('words from pocketsphinx are cleaned or dropped', () => {
  const words = ['<s>', '<sil>', '[NOISE]', '++UM++', 'read(2)', "don't", 'a(2)'];
  assert.deepEqual(words.map(cleanWord), [
    undefined,
    undefined,
    undefined,
    undefined,
    'read',
    "don't",
    'a',
  ]);
});

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row: number[] = b.map(() => 0);
  for (const word of a) {
    const before = row;
    row = [];
    for (const [j, other] of b.entries()) {
      const diagonal = before[j - 1] ?? 0;
      row.push(word === other ? diagonal + 1 : Math.max(before[j]!, row[j - 1] ?? 0));
    }
  }
  return row.at(-1) ?? 0;
}
