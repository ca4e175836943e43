/** The description of a live protocol. All other code is the same for all protocols. */
import type { ProviderRefusal } from '../provider.ts';
import type { RecognisedWord } from '../recogniser.ts';

export interface SpokenWord extends RecognisedWord {
  speaker?: number;
}

/**
 * The recognised words of a stretch of sound; times are seconds since the first sample of the
 * connection.
 */
export interface DialectResult {
  start: number;
  end: number;
  final: boolean;
  words: SpokenWord[];
}

/** The content of one message from the provider. */
export interface DialectSaid {
  results?: DialectResult[];
  /** For providers that refuse with a message instead of an HTTP status. */
  refusal?: ProviderRefusal;
  /**
   * True when the provider has finished its transcript. Our side must then close the connection.
   */
  over?: boolean;
}

export interface Dialect {
  address: URL;
  headers: Record<string, string>;
  /**
   * True when the final results cover all sound without gaps, so that a missing result will still
   * arrive.
   */
  gapless: boolean;
  /** Starts the protocol for one connection; each connection has its own state. */
  begin(): DialectConversation;
}

export type DialectMessage = string | Uint8Array;

export interface DialectConversation {
  greeting: readonly DialectMessage[];
  sound(pcm: Int16Array): DialectMessage;
  /** The message that keeps an idle connection open; null if the protocol needs none. */
  keepAlive: DialectMessage | null;
  /** The messages that tell the provider that the audio is over and ask for the rest of the transcript. */
  last(): readonly DialectMessage[];
  /** Returns undefined for a message that does not belong to the protocol. */
  hear(text: string): DialectSaid | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Parses a JSON object with a `type`, as all protocols send; returns undefined for any other text.
 */
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
