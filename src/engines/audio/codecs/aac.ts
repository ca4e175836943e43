import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { AdtsFrames } from './adts.ts';
import type { AdtsFrame } from './adts.ts';
import type { FrameCodec } from './codec.ts';
import { startFfmpeg } from '../ffmpeg.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';

/** Options for decoding from the first frame on, without probing more of the stream. */
const AT_ONCE = ['-probesize', '32', '-analyzeduration', '0', '-fflags', 'nobuffer', '-f', 'aac'];
/**
 * The time without output after which ffmpeg is considered stuck: at the start, in normal work and
 * at the end.
 */
const FIRST_SOUND_MS = 10_000;
const NEXT_SOUND_MS = 1_000;
const LAST_SOUND_MS = 5_000;
/** The decoder holds one frame back until it gets the next frame. */
const HELD_FRAMES = 1;
/** The maximum number of frames kept for another try: a minute and a half at 16 kHz. */
const MAX_FRAMES = 1_500;
/** The number of crashes without output after which decoding stops. */
const MAX_DEATHS = 3;
const NOTHING_YET = new Int16Array(0);

/**
 * Decodes AAC in ADTS frames with ffmpeg, because no JavaScript library decodes AAC. Each stream
 * takes a process with 50 MB and a delay of 130 ms. All samples are passed to `late`.
 */
export function openAac(late: (samples: Int16Array) => void): FrameCodec {
  const stream = new AacStream(late);
  const codec: FrameCodec = (message) => (stream.write(message) ? NOTHING_YET : undefined);
  return Object.assign(codec, {
    settled: () => stream.settled(),
    finish: () => stream.finish(),
    close: () => stream.close(),
  });
}

class AacStream {
  readonly #late: (samples: Int16Array) => void;
  readonly #adts = new AdtsFrames();
  /**
   * The frames that ffmpeg got but has not decoded. If ffmpeg dies, the next process decodes them
   * again.
   */
  #inside: AdtsFrame[] = [];
  /** Seconds of output since the first of these frames was written. */
  #secondsOut = 0;
  #ffmpeg: ReturnType<typeof startFfmpeg>;
  #carry: Buffer = Buffer.alloc(0);
  #hasSounded = false;
  #deaths = 0;
  #state: 'open' | 'ending' | 'over' | 'broken' = 'open';
  #news = Promise.withResolvers<void>();

  constructor(late: (samples: Int16Array) => void) {
    this.#late = late;
    this.#ffmpeg = this.#start();
  }

  /**
   * Returns false when the message is not AAC, or when decoding has stopped after too many crashes.
   */
  write(message: Uint8Array): boolean {
    const { frames, isClean } = this.#adts.push(message);
    this.#inside.push(...frames);
    this.#inside.splice(0, this.#inside.length - MAX_FRAMES);
    if (this.#state === 'open') for (const { bytes } of frames) this.#ffmpeg.stdin.write(bytes);
    return isClean && this.#state === 'open';
  }

  /**
   * Resolves when all frames except the last are decoded. The decoder holds the last frame until
   * the next one arrives.
   */
  async settled(): Promise<void> {
    while (this.#inside.length > HELD_FRAMES && this.#state === 'open') {
      if (await this.#hasNews(this.#hasSounded ? NEXT_SOUND_MS : FIRST_SOUND_MS)) continue;
      // ffmpeg has returned nothing for the other frames, so they cannot be decoded.
      this.#inside.splice(0, this.#inside.length - HELD_FRAMES);
    }
  }

  /**
   * Resolves with true when all sound is decoded, and with false when some of it may be missing.
   */
  async finish(): Promise<boolean> {
    if (this.#state === 'open') {
      this.#state = 'ending';
      this.#ffmpeg.stdin.end();
    }
    while (this.#state === 'ending') {
      if (await this.#hasNews(LAST_SOUND_MS)) continue;
      this.#state = 'broken';
      this.#ffmpeg.kill('SIGKILL');
    }
    return this.#state === 'over';
  }

  close(): void {
    this.#state = 'over';
    this.#ffmpeg.kill('SIGKILL');
  }

  #start(): ReturnType<typeof startFfmpeg> {
    const ffmpeg = startFfmpeg(AT_ONCE);
    this.#hasSounded = false;
    this.#carry = Buffer.alloc(0);
    this.#secondsOut = 0;
    ffmpeg.stdout.on('data', (data: Buffer) => this.#decoded(data));
    // A failed write needs no handling here, because its output will be missing.
    ffmpeg.stdin.on('error', () => {});
    once(ffmpeg, 'close').then(
      ([, signal]) => this.#ended(signal === null),
      () => this.#ended(false),
    );
    return ffmpeg;
  }

  #decoded(data: Buffer): void {
    const bytes = Buffer.concat([this.#carry, data]);
    const whole = bytes.length & ~1;
    this.#carry = bytes.subarray(whole);
    this.#hasSounded = true;
    this.#deaths = 0;
    this.#secondsOut += (whole >> 1) / SAMPLE_RATE;
    // Allows a tolerance of half a frame, because the resampler holds back some samples.
    for (let first = this.#inside[0]; first; first = this.#inside[0]) {
      if (this.#secondsOut < first.seconds / 2) break;
      this.#secondsOut -= first.seconds;
      this.#inside.shift();
    }
    this.#late(new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer));
    this.#tell();
  }

  #ended(byItself: boolean): void {
    if (this.#state === 'ending' && byItself) this.#state = 'over';
    else if (this.#state === 'open' || this.#state === 'ending') {
      this.#deaths += 1;
      if (this.#deaths < MAX_DEATHS) this.#startAgain();
      else this.#state = 'broken';
    }
    this.#tell();
  }

  #startAgain(): void {
    this.#ffmpeg = this.#start();
    for (const { bytes } of this.#inside) this.#ffmpeg.stdin.write(bytes);
    if (this.#state === 'ending') this.#ffmpeg.stdin.end();
  }

  /** Resolves with false when there was no output for this long. */
  async #hasNews(ms: number): Promise<boolean> {
    const patience = new AbortController();
    const { signal } = patience;
    const quiet = wait(ms, false, { signal }).catch(() => false);
    const isNew = await Promise.race([this.#news.promise.then(() => true), quiet]);
    patience.abort();
    return isNew;
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
