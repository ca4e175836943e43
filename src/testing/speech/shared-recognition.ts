import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../core/log.ts';
import { pcmBytes } from '../../engines/audio/testing.ts';
import { builtinEngine as openEngine } from '../../engines/recognition/builtin/builtin.ts';
import type {
  Transcription,
  UtteranceEngine,
} from '../../engines/recognition/utterances/utterance-engine.ts';

/** The processes of the engine keep the test process alive, so they end soon after the last test. */
const IDLE_MS = 3_000;
const engine = openEngine({ log: silentLog, idleMs: IDLE_MS });
const heard = new Map<string, Transcription>();

/**
 * The engine of the built-in recogniser that all services of a test process share, because loading
 * its model takes longer than most tests. It transcribes each sound once: the same sound always has
 * the same words, and transcribing is most of the work of the tests with speech. With the folder
 * `COMMONPLACE_TEST_HEARD`, all processes of a run share the words.
 */
export const builtinEngine: UtteranceEngine = {
  ...engine,
  async transcribe(pcm, options) {
    const key = createHash('sha1').update(pcmBytes(pcm)).digest('hex');
    const known = heard.get(key) ?? readHeard(key);
    if (known) return structuredClone(known);
    const transcription = await engine.transcribe(pcm, options);
    // An aborted transcription has no words.
    if (!options.signal.aborted) keep(key, transcription);
    return structuredClone(transcription);
  },
  async [Symbol.asyncDispose]() {},
};

function readHeard(key: string): Transcription | undefined {
  const folder = process.env['COMMONPLACE_TEST_HEARD'];
  const file = folder && join(folder, key);
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as never) : undefined;
}

function keep(key: string, transcription: Transcription): void {
  heard.set(key, transcription);
  const folder = process.env['COMMONPLACE_TEST_HEARD'];
  if (!folder) return;
  const part = join(folder, `${key}.${process.pid}`);
  writeFileSync(part, JSON.stringify(transcription));
  renameSync(part, join(folder, key));
}
