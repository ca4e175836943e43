/** How one live protocol is spoken; everything else is the same for all of them. */
import type { Refusal } from '../provider.ts';
import type { RecognisedWord } from '../recogniser.ts';

export interface SpokenWord extends RecognisedWord {
  speaker?: number;
}

/** What was said in a stretch of sound; seconds since the first sample of the connection. */
export interface Result {
  start: number;
  end: number;
  final: boolean;
  words: SpokenWord[];
}

/** What a message of the provider means to us. */
export interface Said {
  results?: Result[];
  /** Instead of a status of HTTP. */
  refusal?: Refusal;
  /** After our last message: nothing more comes, and nobody hangs up by themselves. */
  over?: boolean;
}

export interface Dialect {
  address: URL;
  headers: Record<string, string>;
  /** Finals cover the sound without gaps: what is missing is on its way. */
  gapless: boolean;
  /** One connection's worth of it, with whatever it has to remember. */
  begin(): Conversation;
}

export type Message = string | Uint8Array;

export interface Conversation {
  greeting: readonly Message[];
  sound(pcm: Int16Array): Message;
  /** What to say when there is nothing to send; null where nobody minds. */
  keepAlive: Message | null;
  /** No more sound: the last words, please. */
  last(): readonly Message[];
  /** Undefined for what is no message of the protocol. */
  hear(text: string): Said | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Undefined for what is no message of any protocol: an object with a type. */
export function parseMessage(
  text: string,
): ({ type: string } & Record<string, unknown>) | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return undefined;
    const { type } = message;
    return typeof type === 'string' ? { ...message, type } : undefined;
  } catch {
    return undefined;
  }
}
