/**
 * Measures the word error rate of the recogniser that the settings choose, through the real socket:
 * it starts a service, a device speaks at twice the speed of real time, and the words of the finished
 * conversation are compared with the transcript.
 *
 *   SVC_RECOGNISER=openai SVC_RECOGNISER_URL=… node bench/chosen-recogniser.ts FOLDER [--show]
 *   SVC_RECOGNISER=local SVC_MODELS_DIR=… node bench/chosen-recogniser.ts FOLDER [--show]
 *
 * FOLDER holds `clips.tsv`: file and transcript of each recording (WAV), separated by a tab. The
 * service itself finds the pauses. `--show` prints the errors and both texts of each clip.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false } },
});
const [source] = positionals;
if (!source) throw new Error('usage: node bench/chosen-recogniser.ts FOLDER [--show]');
const environment = { SVC_RECOGNISER: 'auto', ...chosenRecogniser() };
/** The recognisers that wrote the words; more than one when a fallback took over. */
const providers = new Set<string>();
const folder = temporaryFolder();
try {
  await using service = await spawnService({ folder, environment });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const scores = new Map<string, { words: number; errors: number }>();
  for (const { group, transcript, pcm } of [...(await recordings(source)), ...(await voices())]) {
    const text = await heard(owner, pcm);
    const { words, errors } = wordErrors(transcript, text);
    if (flags.show) console.log(`${errors}\t${transcript}\t${text}`);
    const score = scores.get(group) ?? { words: 0, errors: 0 };
    scores.set(group, { words: score.words + words, errors: score.errors + errors });
  }
  printTable(
    `Word error rate through the socket, ${[...providers].join(' and ')}`,
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
  for (const { stt_provider } of segments) providers.add(stt_provider);
  return segments.map(({ text }) => text).join(' ');
}

function chosenRecogniser(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^SVC_(RECOGNISER|MODELS_DIR)/.test(name) ? [[name, value]] : [],
    ),
  );
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
