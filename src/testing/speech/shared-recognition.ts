import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../core/log.ts';
import { pcmBytes } from '../../engines/audio/testing.ts';
import { whisperEngine as openEngine } from '../../engines/recognition/whisper/whisper.ts';
import type {
  Transcription,
  UtteranceEngine,
} from '../../engines/recognition/utterances/utterance-engine.ts';
import { cachedFolder, fingerprintOf } from '../cached-folder.ts';

/** The processes of the engine keep the test process alive, so they end soon after the last test. */
const IDLE_MS = 3_000;
const engine = openEngine({ log: silentLog, idleMs: IDLE_MS });
const heard = new Map<string, Transcription>();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The files that determine the words of a sound. */
const INGREDIENTS = ['package-lock.json', 'src/engines/recognition/whisper/*.ts'];
let folder: string | undefined;

/**
 * The engine of the built-in recogniser that all services of a test process share, because loading
 * its model takes longer than most tests. It transcribes each sound once: the same sound always has
 * the same words, and transcribing is most of the work of the tests with speech. Later runs read the
 * words from a cache until the engine changes.
 */
export const builtinEngine: UtteranceEngine = {
  ...engine,
  async transcribe(pcm, options) {
    const { language, vocabulary = [], isDraft = false } = options;
    const hash = createHash('sha1').update(pcmBytes(pcm));
    const key = hash.update(JSON.stringify([language, vocabulary, isDraft])).digest('hex');
    const known = heard.get(key) ?? readHeard(key);
    if (known) return structuredClone(known);
    const transcription = await engine.transcribe(pcm, options);
    // An aborted transcription has no words.
    if (!options.signal.aborted) keep(key, transcription);
    return structuredClone(transcription);
  },
  async [Symbol.asyncDispose]() {},
};

function heardFolder(): string {
  const cache = join(ROOT, 'node_modules/.cache/commonplace-heard');
  return (folder ??= cachedFolder(cache, fingerprintOf(ROOT, INGREDIENTS), () => {}));
}

function readHeard(key: string): Transcription | undefined {
  const file = join(heardFolder(), key);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as never) : undefined;
}

function keep(key: string, transcription: Transcription): void {
  heard.set(key, transcription);
  const part = join(heardFolder(), `${key}.${process.pid}`);
  writeFileSync(part, JSON.stringify(transcription));
  renameSync(part, join(heardFolder(), key));
}
