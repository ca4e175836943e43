/** Reads the text messages of clients. A part that is wrong is left out alone, and named. */
import type { z } from 'zod';
import { ImageChunk, SpeakerAssigned, SuggestedSegment, SuggestedTranscript } from './message.ts';
import type { ClientMessage, MessageProblem } from './message.ts';
import { BadPicture } from './picture-pieces.ts';

export interface ReadMessage {
  /** The type of the message as far as it is known. */
  type: string;
  /** Null when the whole message is unusable. */
  message: ClientMessage | null;
  problems: MessageProblem[];
}

const TYPES = ['suggested_transcript', 'speaker_assigned', 'image_chunk'] as const;
/** Messages of programs whose network libraries keep the connection alive with them. */
const KEEP_ALIVE = /^(?:ping|pong|keep_?alive)$/i;
const MAX_TYPE = 100;

/**
 * Reads a message: the value of its JSON, or its text if it is none. Returns null for a message
 * that only keeps the connection alive. Throws `BadPicture`.
 */
export function readClientMessage(said: unknown): ReadMessage | null {
  if (typeof said === 'string' && KEEP_ALIVE.test(said.trim())) return null;
  if (!isObject(said)) return unusable('text', 'The message is not a JSON object.');
  const given = withoutNulls(said);
  const { type } = given;
  if (typeof type !== 'string') return unusable('text', 'The message has no type.', 'type');
  if (KEEP_ALIVE.test(type)) return null;
  if (type === 'suggested_transcript') return transcriptOf(given);
  if (type === 'speaker_assigned') return read(type, SpeakerAssigned, given);
  if (type === 'image_chunk') {
    const chunk = read(type, ImageChunk, given);
    if (chunk.message) return chunk;
    throw new BadPicture(`image_chunk: ${inOneLine(chunk.problems)}`);
  }
  const known = TYPES.join(', ');
  const reason = `This type of message is not known; the service reads: ${known}.`;
  return unusable(type.slice(0, MAX_TYPE), reason, 'type');
}

/** Null means that the client gives no value. */
function withoutNulls(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function transcriptOf(given: Record<string, unknown>): ReadMessage {
  const type = 'suggested_transcript';
  const head = SuggestedTranscript.safeParse(given);
  const provider = head.success ? [] : problemsOf(head.error);
  const { stt_provider: _, ...rest } = given;
  const { data } = head.success ? head : SuggestedTranscript.safeParse(rest);
  if (!data) return { type, message: null, problems: provider };
  const read = data.segments.map((segment, index) => segmentOf(segment, `segments.${index}`));
  const segments = read.flatMap(({ segment }) => segment ?? []);
  const problems = [...provider, ...read.flatMap((each) => each.problems)];
  const message = segments.length > 0 ? { ...data, segments } : null;
  return { type, message, problems };
}

function segmentOf(
  given: unknown,
  field: string,
): { segment?: SuggestedSegment; problems: MessageProblem[] } {
  if (!isObject(given)) return { problems: [{ field, reason: 'This is not a segment.' }] };
  const parsed = SuggestedSegment.safeParse(withoutNulls(given));
  if (parsed.success) return { segment: parsed.data, problems: [] };
  return { problems: problemsOf(parsed.error, `${field}.`) };
}

function read(
  type: string,
  schema: typeof SpeakerAssigned | typeof ImageChunk,
  given: Record<string, unknown>,
): ReadMessage {
  const parsed = schema.safeParse(given);
  return parsed.success
    ? { type, message: parsed.data, problems: [] }
    : { type, message: null, problems: problemsOf(parsed.error) };
}

function unusable(type: string, reason: string, field = ''): ReadMessage {
  return { type, message: null, problems: [{ field, reason }] };
}

function problemsOf({ issues }: z.ZodError, before = ''): MessageProblem[] {
  return issues.map(({ path, message }) => ({
    field: `${before}${path.join('.')}`,
    reason: message,
  }));
}

/** Returns the problems of all fields as one line. */
function inOneLine(problems: readonly MessageProblem[]): string {
  return problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
}

function isObject(said: unknown): said is object {
  return typeof said === 'object' && said !== null && !Array.isArray(said);
}
