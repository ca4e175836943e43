/** Words of a transcript outside of it, such as the lines that a search found: without secrets. */
import { movedRanges, Secrets } from '../../../engines/secrets/secrets.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { selectAround, selectSamples } from './neighbours.sql.ts';
import type { Neighbour } from './neighbours.sql.ts';

/**
 * The number of segments before and after a segment that are searched for secrets, because "4711"
 * is a secret only after "What is the PIN?"
 */
const REACH = 40;

type Place = Pick<Neighbour, 'conversation_id' | 'id'>;

/** Returns a function that gives the text of each of these segments without its secrets. */
export async function maskedTexts(
  context: Context,
  segments: readonly Place[],
): Promise<(segment: Place) => string> {
  const wanted = {
    conversation_ids: segments.map(({ conversation_id }) => conversation_id),
    ids: segments.map(({ id }) => id),
  };
  const around =
    segments.length > 0 ? await selectAround(context.db, userOf(context), wanted, REACH) : [];
  const masked = new Map<string, string>();
  for (const [conversation_id, own] of Map.groupBy(around, (each) => each.conversation_id)) {
    const texts = await new Secrets().learnAll(own.map(({ text }) => text));
    for (const [at, { id }] of own.entries()) masked.set(`${conversation_id} ${id}`, texts[at]!);
  }
  return ({ conversation_id, id }) => masked.get(`${conversation_id} ${id}`) ?? '';
}

/** Returns the last words of each of these people, the newest first. */
export async function lastWords(
  context: Context,
  wanted: { people: readonly string[]; most: number },
): Promise<ReadonlyMap<string, string[]>> {
  const samples = await selectSamples(context.db, userOf(context), wanted);
  const textOf = await maskedTexts(context, samples);
  return new Map(
    [...Map.groupBy(samples, ({ person_id }) => person_id)].map(([person_id, own]) => [
      person_id,
      own.map(textOf),
    ]),
  );
}

interface Spoken {
  text: string;
  doubtful?: { start: number; end: number }[];
  translations?: { lang: string; text: string }[];
}

/** A conversation with its transcript, as services of others get it. */
interface Sent {
  transcript_segments: readonly Spoken[] | null;
  external_data?: Record<string, unknown> | null;
}

export const hasTranscript = (record: unknown): record is Sent =>
  typeof record === 'object' &&
  record !== null &&
  'transcript_segments' in record &&
  Array.isArray(record.transcript_segments);

/** Returns a conversation without the secrets of its transcript. */
export async function withoutSpokenSecrets<Conversation extends Sent>(
  conversation: Conversation,
): Promise<Conversation> {
  const { transcript_segments: spoken, external_data } = conversation;
  const secrets = new Secrets();
  const texts = await secrets.learnAll((spoken ?? []).map(({ text }) => text));
  const text = external_data?.['text'];
  return {
    ...conversation,
    transcript_segments:
      spoken && spoken.map((segment, at) => hidden(segment, texts[at]!, secrets)),
    // The text from which a conversation was made.
    ...(typeof text === 'string' && {
      external_data: { ...external_data, text: (await secrets.learnAll([text]))[0] },
    }),
  };
}

function hidden({ translations, ...segment }: Spoken, text: string, secrets: Secrets): Spoken {
  return {
    ...segment,
    text,
    ...(segment.doubtful && { doubtful: movedRanges(segment.doubtful, segment.text, text) }),
    ...(translations && {
      translations: translations.map(({ lang, text: said }) => ({
        lang,
        text: secrets.mask(said),
      })),
    }),
  };
}
