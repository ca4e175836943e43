import { knowsLanguage } from '../../engines/recognition/recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import type { Context } from '../../kit/context.ts';
import type { ListenQuery, ServerMessage } from '../devices/message.ts';
import type { HearingEvent } from '../hearing/hearing.ts';
import type { SoundStore } from '../late-words/sound-buffer.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Voices } from '../hearing/speakers/live-voices.ts';
import type { KnownNames } from '../vocabulary/known-names.ts';
import type { SaidWords } from '../transcripts/repeated/said-words.ts';
import type { Load } from './load.ts';

/** The dependencies of a session's intake. */
export interface IntakeParts {
  context: Context;
  options: ListenQuery;
  recogniser: Recogniser;
  /** Detects speech without transcribing it. */
  vadOnly: Recogniser;
  /** True when no available recogniser supports the language. `recogniser` is then `vadOnly`. */
  isForeign?: boolean;
  /** The names that help the recogniser. */
  names: KnownNames;
  on: (event: HearingEvent) => void;
  voices: Voices | null;
  /** Receives the samples of the owner's channel as they arrive, for other consumers. */
  along: (pcm: Int16Array) => void;
  /** Reports further seconds of received sound. */
  heard: (seconds: number) => void;
  recordingId: () => string;
  /** Calls `work` after it has tried to store the words so far. */
  afterWords: (work: (areStored: boolean) => Promise<void>) => Promise<void>;
  send: (message: ServerMessage) => void;
  /** Disconnects this client, with a reason for people. */
  hangUp: (why: 'takenOver' | 'tryAgainLater' | 'policy', reason: string) => void;
  kept?: SoundStore | undefined;
  /** True when the user wants the sound kept. */
  keepsAudio?: boolean | undefined;
  quotas: Quotas;
  load?: Load | undefined;
  /** Aborts when the service stops and no longer waits for unsaved words. */
  stopping?: AbortSignal | undefined;
}

/** The dependencies of a session. */
export interface SessionParts extends Pick<
  IntakeParts,
  | 'context'
  | 'options'
  | 'recogniser'
  | 'vadOnly'
  | 'isForeign'
  | 'names'
  | 'send'
  | 'hangUp'
  | 'kept'
  | 'keepsAudio'
  | 'quotas'
  | 'load'
  | 'stopping'
> {
  /** Remembers the words from other devices of the user. */
  said?: SaidWords | undefined;
  userName: string;
  /** Computes voiceprints, which distinguish voices. */
  voices?: VoicePrinter | undefined;
  /** Defined when there is a language model. */
  translator?: Translator | undefined;
  audioListener?: AudioListener | undefined;
  /** Returns whether the disk has room for new data. */
  hasRoom(): boolean;
  /** True when a model describes photos. */
  describesPhotos?: boolean | undefined;
}

/** Another consumer of the incoming sound (16 kHz mono). */
export interface AudioListener {
  audio(user_id: string, pcm: Int16Array): void;
  ended(user_id: string): void;
}

/** Uses `vadOnly` for an unsupported language, because the recogniser would invent words. */
export function inLanguage(parts: SessionParts): SessionParts {
  const { recogniser, vadOnly, options } = parts;
  const isHeard = recogniser.name === 'none' || knowsLanguage(recogniser, options.language);
  if (isHeard || options.custom_stt === 'enabled') return parts;
  return { ...parts, recogniser: vadOnly, isForeign: true };
}
