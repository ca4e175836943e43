import { z } from 'zod';
import type { NotReady } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import { lenientLimit } from '../../kit/assistant-list.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may, requireScope } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { lineOf, placesOf } from '../archive/assistants.ts';
import { searchEverything } from '../finding/finding.ts';
import { Question } from '../search/search-shapes.ts';
import { idOf, KINDS, SCOPES, urlOf } from './records.ts';
import type { Kind } from './records.ts';

/** One search over everything, with the names that the research modes of assistants require. */

const LONGEST_TITLE = 90;
/** A fetched conversation begins some lines before the line that matched, so that it makes sense. */
const LINES_BEFORE = 2;
const SOURCES: Record<Kind, string> = {
  memory: 'memory',
  conversation: 'conversation',
  action_item: 'task',
  person: 'person',
};

type Hit = z.output<typeof searchEverything.output>['items'][number];

/** `site` is the public address of the service. */
export function searchOperation(site: () => string) {
  const search = async (
    context: Context,
    { query, limit }: { query: string; limit: number },
    closed?: NotReady,
  ) => {
    const kinds = KINDS.filter((kind) => may(context, SCOPES[kind]));
    if (kinds.length === 0) requireScope(context, 'memories:read');
    const [{ items }, timezone] = await Promise.all([
      searchEverything(context, { query, limit, kinds }),
      timezoneOf(context),
    ]);
    const reason = closed && kinds.includes('memory') ? closed : undefined;
    // Throws the error about closed memories, because an empty answer would suggest that no memory
    // matches.
    if (reason && items.length === 0) throw reason;
    const hits = items as (Hit & { kind: Kind })[];
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
        id: idOf(hit.kind, hit.id, beginning(hit)),
        title: titles[index]!,
        url: urlOf(site(), hit.kind, hit.id, hit.second),
        text: matchOf(hit),
      })),
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
    input: z.strictObject({
      query: Question,
      limit: lenientLimit({ fallback: 10, max: 50 }),
    }),
    output: z.object({
      results: z.array(
        z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() }),
      ),
      memories_closed: z
        .string()
        .optional()
        .describe('While memories are closed: the reason why they are missing.'),
    }),
    run: (context, input) => search(context, input),
    whileClosed: search,
  });
}

/** Names the source and the day, so that a model can choose: `Sailing (conversation, 2026-03-02)`. */
function titleOf({ kind, title, at }: Hit & { kind: Kind }, timezone: string): string {
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
