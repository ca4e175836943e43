import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import { tokenCountOf } from '../../kit/tokens.ts';
import { beginning, UUID } from '../../core/wire.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may, requireScope } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { getActionItem } from '../action-items/action-items.ts';
import { assistantGetConversation, lineOf } from '../conversation-lists/assistants.ts';
import { getMemory, getMemoryHistory } from '../memories/memories.ts';
import { lastWords } from '../transcripts/secrets/masked-texts.ts';
import { peopleByFrequency } from './people.ts';
import { recordId, ASSISTANT_KINDS, SCOPES, consoleUrlOf } from './records.ts';
import type { AssistantKind } from './records.ts';

/** Reads a record as text, with the names that the research modes of assistants require. */

const LONGEST_TITLE = 100;
/** More segments than fit into one answer. */
const MAX_SEGMENTS = 2_000;
const MAX_SAMPLES = 10;
const MAX_FORMER = 10;
/** Tokens for the fields beside the text. */
const OTHER_FIELDS = 400;

/**
 * Ids are `memory:…`, `conversation:…`, `action_item:…`, `person:…`, or without a kind. The id of a
 * conversation may end with the segment at which to begin, and with the character in it: `#12+4000`.
 */
const ADDRESS = /^(?:([a-z_]+):)?([^#]*)(?:#(\d{1,9})(?:\+(\d{1,9}))?)?$/;

interface Place {
  segment: number;
  character: number;
}

interface Whole {
  title: string;
  text: string;
  metadata: Record<string, string>;
}

/** `site` is the public address of the service; `maxTokens` is the size of an answer. */
export function fetchOperation(site: () => string, maxTokens: number) {
  const read: Record<
    AssistantKind,
    (context: Context, id: string, place: Place) => Promise<Whole>
  > = {
    memory: wholeMemory,
    action_item: wholeActionItem,
    person: wholePerson,
    conversation: (context, id, place) =>
      conversationFrom(context, id, { ...place, room: maxTokens - OTHER_FIELDS }),
  };

  return defineOperation({
    name: 'assistantFetch',
    summary: 'Get a record as text',
    description:
      'Takes an id from a search. The text of a long conversation ends with the id of its next ' +
      'part.',
    scope: null,
    effect: 'read',
    input: z.strictObject({ id: z.string().describe('An id from `search`.') }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.record(z.string(), z.string()),
    }),
    run: async (context, { id: given }) => {
      const [, named, id = '', segment, character] = ADDRESS.exec(given) ?? [];
      const kinds = ASSISTANT_KINDS.filter(
        (kind) => (!named || kind === named) && (!segment || kind === 'conversation'),
      );
      const place = { segment: Number(segment ?? 0), character: Number(character ?? 0) };
      for (const kind of UUID.test(id) ? kinds : []) {
        if (named) requireScope(context, SCOPES[kind]);
        else if (!may(context, SCOPES[kind])) continue;
        // An id without a kind may belong to a record of another kind.
        const whole = await read[kind](context, id, place).catch((error: unknown) => {
          if (error instanceof NotFound) return null;
          throw error;
        });
        if (whole) {
          return {
            id: recordId(kind, id, segment ? given.slice(given.indexOf('#') + 1) : null),
            url: consoleUrlOf(site(), kind, id),
            ...whole,
            metadata: { kind, ...whole.metadata },
          };
        }
      }
      throw new NotFound(`Nothing has the id '${beginning(given, 100)}'. Use an id from search.`);
    },
  });
}

async function wholeMemory(context: Context, memory_id: string): Promise<Whole> {
  const { content, category, created_at, conversation_id, until } = await getMemory(context, {
    memory_id,
  });
  const [{ items }, timezone] = await Promise.all([
    getMemoryHistory(context, { memory_id }),
    timezoneOf(context),
  ]);
  const day = (time: string) => dayOf(new Date(time), timezone);
  const former = items
    .filter((each, place) => place > 0 && each.content !== items[place - 1]!.content)
    .slice(0, MAX_FORMER)
    .map((each) => `- to ${day(each.changed_at!)}: ${each.content}`);
  return {
    title: shortened(content, LONGEST_TITLE),
    text: [
      until === null ? content : `Closed, true until ${day(until)}: ${content}`,
      ...(former.length > 0 ? ['Earlier texts:', ...former] : []),
    ].join('\n'),
    metadata: {
      category,
      created_at,
      ...sourceOf(conversation_id),
    },
  };
}

async function wholeActionItem(context: Context, action_item_id: string): Promise<Whole> {
  const { description, completed, due_at, created_at, conversation_id } = await getActionItem(
    context,
    { action_item_id },
  );
  return {
    title: shortened(description, LONGEST_TITLE),
    text: description,
    metadata: {
      completed: completed ? 'yes' : 'no',
      ...(due_at && { due_at }),
      created_at,
      ...sourceOf(conversation_id),
    },
  };
}

/** Names the conversation from which a record comes. */
function sourceOf(conversation_id: string | null): { heard_in?: string } {
  return conversation_id === null
    ? {}
    : { heard_in: shortId(recordId('conversation', conversation_id)) };
}

async function wholePerson(context: Context, id: string): Promise<Whole> {
  const person = (await peopleByFrequency(context)).find((each) => each.id === id);
  if (!person) throw new NotFound('Person not found');
  const spoken = await lastWords(context, { people: [id], most: MAX_SAMPLES });
  const said = (spoken.get(id) ?? []).map((text) => `- ${text.replace(/\s+/g, ' ')}`);
  return {
    title: person.name,
    text: [
      `${person.name} takes part in ${person.conversation_count} conversations.`,
      ...(said.length > 0 ? ['Said last:', ...said] : []),
    ].join('\n'),
    metadata: {},
  };
}

/**
 * Formats a conversation from a place on, as far as there is room. The last line tells how to
 * continue.
 */
async function conversationFrom(
  context: Context,
  conversation_id: string,
  { segment, character, room }: Place & { room: number },
): Promise<Whole> {
  const asked = { conversation_id, segment_offset: segment, segment_limit: MAX_SEGMENTS };
  const [{ structured, started_at, transcript_segments, segment_count }, timezone] =
    await Promise.all([assistantGetConversation(context, asked), timezoneOf(context)]);
  const { title, overview, category } = structured;
  const at = (place: number | string) => shortId(recordId('conversation', conversation_id, place));
  const start = [`[From line ${segment} of ${segment_count} on. The beginning: fetch ${at(0)}]`];
  const isStart = segment === 0 && character === 0;
  const opening = !isStart ? start : overview ? [overview, ''] : [];
  const [first = '', ...others] = transcript_segments.map(lineOf);
  const lines = [first.slice(character), ...others].slice(0, transcript_segments.length);
  const { fitting, cutAt } = within(lines, room - tokenCountOf(opening.join('\n')));
  const next = segment + fitting.length - (cutAt === null ? 0 : 1);
  const place = cutAt === null ? next : `${next}+${(next === segment ? character : 0) + cutAt}`;
  const closing =
    next < segment_count
      ? [`[${segment_count - next} of ${segment_count} lines follow: fetch ${at(place)}]`]
      : next > segment_count
        ? [`[There are only ${segment_count} lines.]`]
        : [];
  return {
    title: title || `Conversation of ${dayOf(new Date(started_at), timezone)}`,
    text: [...opening, ...fitting, ...closing].join('\n'),
    metadata: { category, started_at },
  };
}

/**
 * Returns as many lines as there is room for. A first line that is too long is cut, so that every
 * part brings something; `cutAt` is the character at which it ends.
 */
function within(
  lines: readonly string[],
  room: number,
): { fitting: string[]; cutAt: number | null } {
  let left = room;
  const end = lines.findIndex((line) => (left -= tokenCountOf(line) + 1) < 0);
  if (end !== 0) return { fitting: lines.slice(0, end < 0 ? lines.length : end), cutAt: null };
  const [first] = lines as [string];
  // No character costs more than a few tokens, and text in Latin letters costs far less.
  let cutAt = Math.min(first.length, room * 4);
  while (tokenCountOf(first.slice(0, cutAt)) > room) cutAt = Math.floor(cutAt * 0.9);
  const text = beginning(first, cutAt);
  return { fitting: [text], cutAt: text.length };
}
