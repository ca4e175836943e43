/**
 * The child process of stream-process.test.ts: a model that hears a word in every second step. The
 * first sample of a sound may be an order.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { RecognisedWord } from '../recogniser.ts';
import { serveStreams, type NativeStream, type NativeStreams } from './serve-streams.ts';

export const STEP = 100;
export const ORDER = {
  /** Ends the process, unless the file in the first argument of the process exists. */
  dieOnce: 1,
  die: 2,
  /** Always has another step to do. */
  neverFinish: 3,
  /** Keeps the process busy until the file in its first argument exists. */
  waitForFile: 4,
} as const;
const LARGEST_BATCH = 32;

class CountingStream implements NativeStream {
  readonly #language: string;
  #samples = 0;
  #steps = 0;
  #isEnded = false;
  #isEndless = false;

  constructor(language: string) {
    this.#language = language;
  }

  accept(pcm: Int16Array): void {
    if (pcm[0] === ORDER.die) die();
    if (pcm[0] === ORDER.dieOnce) dieUnless(process.argv[2]!);
    if (pcm[0] === ORDER.waitForFile) while (!existsSync(process.argv[2]!));
    if (pcm[0] === ORDER.neverFinish) this.#isEndless = true;
    this.#samples += pcm.length;
  }

  end(): void {
    this.#isEnded = true;
  }

  ready(): boolean {
    return this.#isEndless || this.#samples >= (this.#steps + 1) * STEP;
  }

  step(): void {
    if (!this.ready()) throw new Error('The stream is not ready for a step.');
    this.#steps += 1;
  }

  words(): RecognisedWord[] {
    const count = Math.ceil(this.#steps / 2);
    const texts = Array.from({ length: count }, (_, at) => `${this.#language}${at + 1}`);
    if (this.#isEnded) texts.push('end');
    return texts.map((text, at) => ({ text, start: at, end: at + 1 }));
  }
}

const model: NativeStreams<CountingStream> = {
  open: (language) => new CountingStream(language),
  decode(streams) {
    if (streams.length === 0 || streams.length > LARGEST_BATCH) die();
    for (const stream of streams) stream.step();
  },
};

function dieUnless(path: string): void {
  if (existsSync(path)) return;
  writeFileSync(path, '');
  die();
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

serveStreams(() => model);
