import { WrongCodec } from '../../engines/audio/audio-decoder.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import type { AudioKeeper } from '../recordings/audio-keeper.ts';
import type { SoundAbout } from './sound-journal.ts';
import type { HearingEvent } from '../hearing/hearing.ts';
import { Sound } from '../hearing/sound.ts';
import { Timeline } from '../hearing/timeline.ts';
import type { Voices } from '../hearing/speakers/live-voices.ts';
import type { KnownNames } from '../vocabulary/known-names.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';

/** No recogniser can transcribe the sound, which waits for another recogniser. */
class NobodyHears extends Error {}

/** The decoder failed; another attempt may succeed. */
export class DecoderBroke extends Error {}

/** Receives the words of a part. */
export interface PartWords {
  readonly conversation_id: string;
  /** Distinguishes speakers by voice; null when each voice has its own microphone. */
  readonly voices: Voices | null;
  /** True when the words are no longer wanted. */
  readonly isGone: boolean;
  add(heard: Heard): void;
  save(): Promise<unknown>;
  /** Returns the conversation to which words were added. */
  finish(): Promise<string | null>;
}

/** The part of a journal that belongs to a single conversation. */
export class LatePart {
  readonly words: PartWords;
  readonly #sound: Sound;
  readonly #keeper: AudioKeeper | null;
  /** The wall-clock time (ms) at which the latest batch begins. */
  #spokenAt = 0;
  #isUnheard = false;
  readonly #missed: SoundSpan[] = [];
  readonly #unclear: SoundSpan[] = [];

  constructor({ about, recogniser, names, words, keeper, signal }: PartParts) {
    this.words = words;
    this.#keeper = keeper;
    const { codec, sample_rate, channels, language } = about;
    this.#sound = new Sound({
      format: { codec, sample_rate },
      channels,
      recogniser,
      language,
      names,
      timeline: new Timeline(0),
      voices: words.voices,
      // The sound arrives as fast as it is read, so it is never late. The journal's notes contain
      // the times at which the sound was spoken.
      now: () => this.#spokenAt,
      // There is no time limit: late sound may be slow, and the recogniser itself ends stuck work.
      patience: signal,
      on: (event) => this.#on(event),
      along: (pcm, place) => keeper?.write(pcm, place),
      heard() {},
    });
    this.#sound.open();
  }

  /** Seconds of sound transcribed so far. */
  get seconds(): number {
    return Math.max(0, this.#sound.seconds - this.#sound.backlogSeconds);
  }

  get backlogSeconds(): number {
    if (this.#isUnheard) throw new NobodyHears('No recogniser works at the moment.');
    return this.#sound.backlogSeconds;
  }

  /**
   * Resolves when the recogniser has received the messages, because each batch has its own time.
   */
  async hear(messages: readonly Uint8Array[], spoken_at: number): Promise<void> {
    this.#spokenAt = spoken_at;
    this.#sound.spokenAt(spoken_at);
    for (const message of messages) this.#message(message);
    await this.#sound.settled();
  }

  /**
   * Accepts any message, even a broken one. The sound was accepted on arrival, so as much of it as
   * possible is used.
   */
  #message(message: Uint8Array): void {
    try {
      this.#sound.message(message);
    } catch (error) {
      if (!(error instanceof WrongCodec)) throw error;
    }
  }

  #on(event: HearingEvent): void {
    if (event.type === 'words') this.words.add(event.heard);
    else if (event.type === 'missed') this.#missed.push(event.span);
    else if (event.type === 'unclear') this.#unclear.push(event.span);
    else if (event.type === 'failed') this.#isUnheard = true;
    else if (event.type === 'changed') this.#isUnheard ||= event.state.by?.name === 'none';
  }

  async save(): Promise<void> {
    await this.words.save();
    await this.#keeper?.keep(this.words.conversation_id);
  }

  /** Returns the conversations that received words, and the spans without words. */
  async finish(): Promise<{ places: string[]; missed: SoundSpan[]; unclear: SoundSpan[] }> {
    const isDone = await this.#sound.finish();
    const id = await this.words.finish();
    await this.#keeper?.end(this.words.conversation_id);
    if (!this.#sound.isWhole)
      throw new DecoderBroke('The decoder ended before all sound was decoded.');
    if (!isDone || this.#isUnheard) throw new NobodyHears('The words did not come in time.');
    return { places: id === null ? [] : [id], missed: this.#missed, unclear: this.#unclear };
  }
}

interface PartParts {
  about: Pick<SoundAbout, 'codec' | 'sample_rate' | 'channels' | 'language'>;
  recogniser: Recogniser;
  names: KnownNames;
  words: PartWords;
  keeper: AudioKeeper | null;
  /** Aborts when the service ends, so that nothing waits any longer. */
  signal: AbortSignal;
}
