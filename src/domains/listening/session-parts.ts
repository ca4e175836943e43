import { knowsLanguage } from '../../engines/recognition/recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import type { Context } from '../../kit/context.ts';
import type { ListenQuery, ServerMessage } from '../devices/message.ts';
import type { Ears } from '../hearing/hearing.ts';
import type { KeptSound } from '../late-words/keeping.ts';
import type { Voices } from '../speakers/live-voices.ts';
import type { SaidWords } from '../transcripts/said-words.ts';
import type { Load } from './load.ts';

/** What the intake of a session is made of. */
export interface IntakeParts {
  context: Context;
  options: ListenQuery;
  recogniser: Recogniser;
  /** Notices voices and writes nothing down. */
  deaf: Recogniser;
  /** No recogniser here knows the language: `recogniser` is the deaf one. */
  isForeign?: boolean;
  ears: Ears;
  voices: Voices | null;
  /** Samples as they come, of the owner's channel: what others listen along with. */
  along: (pcm: Int16Array) => void;
  /** So much more was heard, in seconds. */
  heard: (seconds: number) => void;
  recordingId: () => string;
  /** Does something after an attempt to store the words that came so far. */
  afterWords: (work: (areStored: boolean) => Promise<void>) => Promise<void>;
  send: (message: ServerMessage) => void;
  /** The session is over for this client; the reason is for people. */
  hangUp: (why: 'takenOver' | 'tryAgainLater', reason: string) => void;
  kept?: KeptSound | undefined;
  /** Whether its user wants the sound kept. */
  keepsAudio?: boolean | undefined;
  load?: Load | undefined;
  /** The service stops: what is not stored yet is not waited for. */
  stopping?: AbortSignal | undefined;
}

/** What a session is made of. */
export interface SessionParts extends Pick<
  IntakeParts,
  | 'context'
  | 'options'
  | 'recogniser'
  | 'deaf'
  | 'isForeign'
  | 'send'
  | 'hangUp'
  | 'kept'
  | 'keepsAudio'
  | 'load'
  | 'stopping'
> {
  /** What the user's other devices have heard. */
  said?: SaidWords | undefined;
  userName: string;
  /** What tells voices apart. */
  voices?: VoicePrinter | undefined;
  /** Where there is a language model. */
  translator?: Translator | undefined;
  tap?: AudioTap | undefined;
  /** Whether the disk takes new data. */
  hasRoom(): boolean;
  /** Whether somebody looks at photos. */
  describesPhotos?: boolean | undefined;
}

/** Somebody else who wants the sound as it comes: 16 kHz mono. */
export interface AudioTap {
  audio(user_id: string, pcm: Int16Array): void;
  ended(user_id: string): void;
}

/** A recogniser that does not know the language would make words up. */
export function inLanguage(parts: SessionParts): SessionParts {
  const { recogniser, deaf, options } = parts;
  const isHeard = recogniser.name === 'none' || knowsLanguage(recogniser, options.language);
  if (isHeard || options.custom_stt === 'enabled') return parts;
  return { ...parts, recogniser: deaf, isForeign: true };
}
