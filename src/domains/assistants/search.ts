import { z } from 'zod';
import type { NotReady } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import { lenientLimit } from '../../kit/assistant-list.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may, requireScope } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { lineOf, placesOf } from '../conversation-lists/assistants.ts';
import { searchEverything } from '../search/finding/finding.ts';
import { Question } from '../queries/search-shapes.ts';
import { recordId, ASSISTANT_KINDS, SCOPES, consoleUrlOf } from './records.ts';
import type { AssistantKind } from './records.ts';

/** One search over everything, with the names that the research modes of assistants require. */

const LONGEST_TITLE = 90;
/** A fetched conversation begins some lines before the line that matched, so that it makes sense. */
const LINES_BEFORE = 2;
const SOURCES: Record<AssistantKind, string> = {
  memory: 'memory',
  conversation: 'conversation',
  action_item: 'task',
  person: 'person',
};

type Answer = z.output<typeof searchEverything.output>;
type Hit = Answer['items'][number];

const Search = z.strictObject({
  query: Question,
  from: z.string().optional(),
  to: z.string().optional(),
  with: z.array(z.string()).optional(),
  folder: z.string().optional(),
  kinds: z.array(z.enum(ASSISTANT_KINDS)).optional(),
  limit: lenientLimit({ fallback: 10, max: 50 }),
});

/** `site` is the public address of the service. */
export function searchOperation(site: () => string) {
  const search = async (
    context: Context,
    { kinds: wanted, ...asked }: z.output<typeof Search>,
    closed?: NotReady,
  ) => {
    const readable = ASSISTANT_KINDS.filter((kind) => may(context, SCOPES[kind]));
    if (readable.length === 0) requireScope(context, 'memories:read');
    const kinds = readable.filter((kind) => wanted?.includes(kind) ?? true);
    const [{ items, understood }, timezone] = await Promise.all([
      searchEverything(context, { ...asked, kinds }),
      timezoneOf(context),
    ]);
    const reason = closed && kinds.includes('memory') ? closed : undefined;
    // Throws the error about closed memories, because an empty answer would suggest that no memory
    // matches.
    if (reason && items.length === 0) throw reason;
    const hits = items as (Hit & { kind: AssistantKind })[];
    const placeOf = await placesOf(
      context,
      hits.flatMap(({ id, segment_id }) =>
        segment_id ? [{ conversation_id: id, segment_id }] : [],
      ),
    );
    // A hit without a segment is not in a transcript.
    const beginning = ({ id, segment_id }: Hit) =>
      segment_id === null ? null : Math.max(0, placeOf(id, segment_id) - LINES_BEFORE);
    const titles = distinct(hits.map((hit) => ({ title: titleOf(hit, timezone), id: hit.id })));
    return {
      results: hits.map((hit, index) => ({
        id: recordId(hit.kind, hit.id, beginning(hit)),
        title: titles[index]!,
        url: consoleUrlOf(site(), hit.kind, hit.id, hit.second),
        text: matchOf(hit),
      })),
      ...understoodIn(understood),
      ...(reason && { memories_closed: reason.notice }),
    };
  };

  return defineOperation({
    name: 'assistantSearch',
    summary: 'Search everything that the credential may read',
    description: 'The best match comes first, with the line that matched.',
    scope: null,
    effect: 'read',
    waits: true,
    gate: 'memories',
    input: Search,
    output: z.object({
      results: z.array(
        z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() }),
      ),
      understood: z
        .string()
        .optional()
        .describe('The time, people and folder to which the search was restricted.'),
      memories_closed: z
        .string()
        .optional()
        .describe('While memories are closed: the reason why they are missing.'),
    }),
    run: (context, input) => search(context, input),
    whileClosed: search,
  });
}

/** `2026-11-16 to 2026-11-22, with Ana, in Work`. */
function understoodIn({ from, to, with: people, folder }: Answer['understood']) {
  const said = [
    ...(from || to ? [`${from ?? 'the beginning'} to ${to ?? 'now'}`] : []),
    ...(people.length > 0 ? [`with ${people.map(({ name }) => name).join(', ')}`] : []),
    ...(folder ? [`in ${folder.name}`] : []),
  ];
  return said.length > 0 ? { understood: said.join(', ') } : {};
}

/** Names the source and the day, so that a model can choose: `Sailing (conversation, 2026-03-02)`. */
function titleOf({ kind, title, at }: Hit & { kind: AssistantKind }, timezone: string): string {
  const day = at && dayOf(new Date(at), timezone);
  const source = [SOURCES[kind], ...(day && kind !== 'person' ? [day] : [])].join(', ');
  return `${shortened(title || 'Untitled', LONGEST_TITLE)} (${source})`;
}

/** Adds the ids to titles that occur more than once. */
function distinct(records: readonly { title: string; id: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { title } of records) counts.set(title, (counts.get(title) ?? 0) + 1);
  return records.map(({ title, id }) =>
    counts.get(title)! > 1 ? `${title} ${shortId(id)}` : title,
  );
}

/** Returns the line that matched; for a conversation with its speaker and its time. */
function matchOf({ snippet: { text }, speaker_name, second }: Hit): string {
  return second === null ? text : lineOf({ speaker_name: speaker_name ?? '', start: second, text });
}
