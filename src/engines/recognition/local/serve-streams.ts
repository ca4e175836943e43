/** The child's side of `StreamProcess`: decodes many streams together. */
import { parentLink } from '../../supervision/serve-requests.ts';
import type { RecognisedWord } from '../recogniser.ts';
import type { FromStreams, ToStreams } from './stream-messages.ts';

/** A recogniser that gets its sound in pieces; the interface to the native library. */
export interface NativeStreams<Stream extends NativeStream = NativeStream> {
  open(language: string): Stream;
  /** Runs one step of each stream; all given streams must be ready. */
  decode(streams: readonly Stream[]): void;
}

export interface NativeStream {
  accept(pcm: Int16Array): void;
  /** Ends the sound, so that the remaining sound can be decoded. */
  end(): void;
  /** Returns whether there is enough sound for a step. */
  ready(): boolean;
  /** The words so far; times are seconds from the first sample. */
  words(): RecognisedWord[];
}

interface Open<Stream> {
  id: number;
  stream: Stream;
  samples: number;
  /** The number of samples that were already reported to the parent. */
  told: number;
  ended: boolean;
  text: string;
}

/**
 * The maximum number of streams per step; further streams wait, so that messages can be read
 * between steps.
 */
const LARGEST_BATCH = 32;

export function serveStreams<Stream extends NativeStream>(
  start: () => NativeStreams<Stream>,
): void {
  const link = parentLink<FromStreams>();
  const open = new Map<number, Open<Stream>>();
  let pumping = false;
  link.start(start, (native, request: ToStreams) => {
    if (request.type === 'ping') return link.say({ type: 'pong' });
    if (request.type === 'open') {
      const { id, language } = request;
      const stream = native.open(language);
      open.set(id, { id, stream, samples: 0, told: 0, ended: false, text: '' });
      return;
    }
    const one = open.get(request.id);
    if (!one) return;
    if (request.type === 'sound') {
      one.stream.accept(request.pcm);
      one.samples += request.pcm.length;
    } else if (request.type === 'end') {
      one.stream.end();
      one.ended = true;
    } else open.delete(one.id);
    pump(native);
  });

  function pump(native: NativeStreams<Stream>): void {
    if (pumping) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      const ready = [...open.values()].filter(({ stream }) => stream.ready());
      const batch = ready.slice(0, LARGEST_BATCH);
      if (batch.length > 0) native.decode(batch.map(({ stream }) => stream));
      for (const one of batch) {
        // Moves the stream to the end, so that the next step takes the streams that have waited
        // longest.
        open.delete(one.id);
        open.set(one.id, one);
        tellWords(one);
      }
      for (const one of open.values()) if (!one.stream.ready()) tellHeard(one);
      if (ready.length > 0) pump(native);
    });
  }

  function tellWords(one: Open<Stream>): void {
    const words = one.stream.words();
    const text = words.map((word) => word.text).join(' ');
    if (text === '' || text === one.text) return;
    one.text = text;
    link.say({ type: 'partial', id: one.id, words });
  }

  function tellHeard(one: Open<Stream>): void {
    const { id, samples, stream } = one;
    if (one.ended) {
      open.delete(id);
      link.say({ type: 'final', id, words: stream.words() });
    } else if (samples > one.told) {
      one.told = samples;
      link.say({ type: 'heard', id, samples });
    }
  }
}
