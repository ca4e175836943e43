/**
 * Measures the word error rate of the built-in recogniser through the real socket: it starts a
 * service, a device speaks at twice the speed of real time, and the words of the finished
 * conversation are compared with the transcript.
 *
 *   node bench/words.ts FOLDER
 *
 * FOLDER is the same as for bench/recognition.ts. The service itself finds the pauses.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { readWav } from '../src/engines/audio/wav.ts';
import { TEST_SENTENCES } from '../src/engines/recognition/test-sentences.ts';
import { wordErrors } from '../src/engines/recognition/word-errors.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { printTable } from './measure.ts';

interface Clip {
  group: string;
  transcript: string;
  pcm: Int16Array;
}

const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: node bench/words.ts FOLDER');
const folder = temporaryFolder();
try {
  await using service = await spawnService({ folder, environment: { SVC_RECOGNISER: 'builtin' } });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const scores = new Map<string, { words: number; errors: number }>();
  for (const { group, transcript, pcm } of [...(await recordings(source)), ...(await voices())]) {
    const { words, errors } = wordErrors(transcript, await heard(owner, pcm));
    const score = scores.get(group) ?? { words: 0, errors: 0 };
    scores.set(group, { words: score.words + words, errors: score.errors + errors });
  }
  printTable(
    'Word error rate through the socket, built-in recogniser',
    [...scores].map(([what, { words, errors }]) => ({
      what,
      words,
      'wrong, %': ((100 * errors) / words).toFixed(1),
    })),
  );
} finally {
  removeFolder(folder);
}

async function heard(owner: ApiUser, pcm: Int16Array): Promise<string> {
  const device = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  await device.stream(joined(silence(0.5), pcm, silence(2)), { speed: 2 });
  const { body } = await owner.call('POST', '/v1/conversations', {});
  await device[Symbol.asyncDispose]();
  const segments: Json[] = body.conversation?.transcript_segments ?? [];
  return segments.map(({ text }) => text).join(' ');
}

async function recordings(from: string): Promise<Clip[]> {
  const table = (await readFile(join(from, 'clips.tsv'), 'utf8')).trim().split('\n');
  return Promise.all(
    table.map(async (line) => {
      const [file = '', transcript = ''] = line.split('\t');
      const pcm = readWav(await readFile(join(from, file)));
      return { group: 'recordings', transcript, pcm };
    }),
  );
}

async function voices(): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const voice of ['slt', 'rms', 'awb'] as const) {
    for (const transcript of TEST_SENTENCES) {
      clips.push({ group: `flite ${voice}`, transcript, pcm: await speak(transcript, voice) });
    }
  }
  return clips;
}
