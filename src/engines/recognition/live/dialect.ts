/** Describes one live protocol; all protocols share the rest of the code. */
import type { Refusal } from '../provider.ts';
import type { RecognisedWord } from '../recogniser.ts';

export interface SpokenWord extends RecognisedWord {
  speaker?: number;
}

/**
 * Recognised words of a stretch of sound; times are seconds since the connection's first sample.
 */
export interface Result {
  start: number;
  end: number;
  final: boolean;
  words: SpokenWord[];
}

/** The content of one message from the provider. */
export interface Said {
  results?: Result[];
  /** For providers that send a refusal as a message instead of an HTTP status. */
  refusal?: Refusal;
  /** The provider has answered our last message, and we must close the connection. */
  over?: boolean;
}

export interface Dialect {
  address: URL;
  headers: Record<string, string>;
  /** True when finals cover all sound, so that a missing stretch will still arrive. */
  gapless: boolean;
  /** Starts the protocol for one connection, with its own state. */
  begin(): Conversation;
}

export type Message = string | Uint8Array;

export interface Conversation {
  greeting: readonly Message[];
  sound(pcm: Int16Array): Message;
  /** Message that keeps an idle connection open; null where the protocol needs none. */
  keepAlive: Message | null;
  /** Messages that end the sound and ask for the last words. */
  last(): readonly Message[];
  /** Returns undefined for a message that is not part of the protocol. */
  hear(text: string): Said | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns undefined for text that is not a JSON object with a `type`; all protocols send that. */
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
