/**
 * Converts the binary messages of a device, in any supported codec, to 16 kHz mono PCM.
 *
 * A single bad message never ends a live stream: bad frames are dropped and counted. A stream is
 * rejected as `WrongCodec` only if its first messages do not match its codec.
 */
import { Invalid } from '../../core/errors.ts';
import { openAac } from './codecs/aac.ts';
import type { FrameCodec } from './codecs/codec.ts';
import { hasFfmpeg } from './ffmpeg.ts';
import { openLc3 } from './codecs/lc3.ts';
import { openMulaw } from './codecs/mulaw.ts';
import { openOpus } from './codecs/opus.ts';
import { openPcm16, openPcm8, PCM_RATES } from './codecs/pcm.ts';
import { openResampler } from './resampler.ts';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import { doubtsOfOpus, FirstMessages, OpusAsSamples } from './codecs/wrong-codec.ts';
import type { Doubts } from './codecs/wrong-codec.ts';

/** The codec or sample rate in the request is not supported. */
export class UnsupportedAudio extends Invalid {}

/** The first messages are not in the codec that the device declared. */
export class WrongCodec extends Invalid {}

export interface AudioFormat {
  codec: string;
  sample_rate: number;
}

export interface AudioDecoder {
  /** Returns the 16 kHz mono samples of one message, possibly none. Throws only `WrongCodec`. */
  decode(frame: Uint8Array): Int16Array;
  /** Resolves when all sound so far is decoded, except for a fraction of a second. */
  settled(): Promise<void>;
  /**
   * Resolves with true when all sound is decoded, and with false when some may be missing. The
   * decoder then accepts no more messages.
   */
  finish(): Promise<boolean>;
  readonly goodFrames: number;
  readonly badFrames: number;
  close(): void;
}

/** Receives samples that are decoded some time after their message. */
export type LateSamples = (samples: Int16Array) => void;

interface Codec {
  rates: readonly number[];
  open(sampleRate: number, late: LateSamples): FrameCodec;
  /** Only for codecs whose decoder also accepts messages of other codecs without an error. */
  doubts?(): Doubts;
  /** True for plain samples, because every message can be decoded as samples. */
  isSamples?: boolean;
}

/**
 * Opus packets contain their own frame length, so variants of the codec name need no separate
 * entries.
 */
const opus: Codec = {
  rates: [8000, 12_000, 16_000, 24_000, 48_000],
  open: openOpus,
  doubts: doubtsOfOpus,
};

const CODECS: Readonly<Record<string, Codec>> = {
  pcm8: { rates: PCM_RATES, isSamples: true, open: (rate) => resampled(openPcm8(), rate) },
  pcm16: { rates: PCM_RATES, isSamples: true, open: (rate) => resampled(openPcm16(), rate) },
  mulaw: { rates: [8000, 16_000], isSamples: true, open: (rate) => resampled(openMulaw(), rate) },
  opus,
  opus_fs320: opus,
  lc3_fs1030: { rates: [SAMPLE_RATE], open: (rate) => needing('liblc3-0', () => openLc3(rate)) },
  aac: {
    rates: PCM_RATES,
    open: (_rate, late) => (hasFfmpeg() ? openAac(late) : lacking('ffmpeg')),
  },
};

/** Messages of at most this size only keep the socket alive and contain no sound. */
const KEEP_ALIVE_BYTES = 2;

const NOTHING = new Int16Array(0);

export function openDecoder(
  { codec: name, sample_rate }: AudioFormat,
  late: LateSamples = () => {},
): AudioDecoder {
  const codec = Object.hasOwn(CODECS, name) ? CODECS[name] : undefined;
  if (!codec) {
    const known = Object.keys(CODECS).join(', ');
    throw new UnsupportedAudio(`This server does not support this codec; send one of: ${known}.`);
  }
  if (!codec.rates.includes(sample_rate)) {
    const rates = codec.rates.join(', ');
    throw new UnsupportedAudio(
      `${name} is not supported at this sample rate; send one of: ${rates}.`,
    );
  }
  return new CountingDecoder(codec.open(sample_rate, late), codec);
}

class CountingDecoder implements AudioDecoder {
  goodFrames = 0;
  badFrames = 0;
  #codec: FrameCodec | undefined;
  readonly #first = new FirstMessages();
  readonly #doubts: Doubts;
  readonly #opus: OpusAsSamples | null;

  constructor(codec: FrameCodec, { doubts, isSamples }: Codec) {
    this.#codec = codec;
    this.#doubts = doubts?.() ?? (() => false);
    this.#opus = isSamples ? new OpusAsSamples() : null;
  }

  decode(frame: Uint8Array): Int16Array {
    if (!this.#codec || frame.length <= KEEP_ALIVE_BYTES) return NOTHING;
    const samples = this.#codec(frame);
    if (samples) this.goodFrames += 1;
    else this.badFrames += 1;
    const isDoubtful = this.#doubts(frame) || !samples;
    if (this.#first.areWrong(isDoubtful)) {
      throw new WrongCodec(
        'The audio does not match the declared codec; check the codec of the device.',
      );
    }
    if (this.#opus?.isPlain(frame)) {
      throw new WrongCodec('The audio is Opus, not the declared codec; use codec=opus.');
    }
    return samples ?? NOTHING;
  }

  async settled(): Promise<void> {
    await this.#codec?.settled?.();
  }

  async finish(): Promise<boolean> {
    return (await this.#codec?.finish?.()) ?? true;
  }

  close(): void {
    this.#codec?.close?.();
    this.#codec = undefined;
  }
}

function needing(library: string, open: () => FrameCodec): FrameCodec {
  try {
    return open();
  } catch {
    return lacking(library);
  }
}

function lacking(software: string): never {
  throw new UnsupportedAudio(
    `This codec needs ${software}, which is not installed on this server; its ` +
      'operator can install it.',
  );
}

function resampled(codec: FrameCodec, sampleRate: number): FrameCodec {
  const resample = openResampler(sampleRate);
  return (frame) => {
    const samples = codec(frame);
    return samples && resample(samples);
  };
}
