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
import { parseArgs } from 'node:util';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { TEST_SENTENCES } from '../src/engines/recognition/test-sentences.ts';
import { wordErrors } from '../src/engines/recognition/word-errors.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { heardLive, readClips, textOf, type Clip } from './clips.ts';
import { printTable } from './measure.ts';

interface Spoken extends Clip {
  group: string;
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
  const recordings = (await readClips(source)).map((clip) => ({ group: 'recordings', ...clip }));
  for (const { group, transcript, pcm } of [...recordings, ...(await voices())]) {
    const segments = await heardLive(owner, pcm, { speed: 2 });
    for (const { stt_provider } of segments) providers.add(stt_provider);
    const text = textOf(segments);
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

function chosenRecogniser(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^SVC_(RECOGNISER|MODELS_DIR)/.test(name) ? [[name, value]] : [],
    ),
  );
}

async function voices(): Promise<Spoken[]> {
  const clips: Spoken[] = [];
  for (const voice of ['slt', 'rms', 'awb'] as const) {
    for (const transcript of TEST_SENTENCES) {
      clips.push({ group: `flite ${voice}`, transcript, pcm: await speak(transcript, voice) });
    }
  }
  return clips;
}
