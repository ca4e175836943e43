import { NotFound } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import type { Context } from '../../kit/context.ts';
import type { Operation } from '../../kit/operation.ts';
import type { ResourceTemplate } from '../../kit/tool.ts';
import { assistantListConversations } from '../conversation-lists/assistants.ts';
import { assistantListDaySummaries } from '../days/assistants.ts';
import { assistantListMemories } from '../memories/assistants.ts';
import { withFullIds } from './short-ids.ts';

/** Records that people attach to a message in their client, by the words that they remember. */

const MAX_OFFERED = 20;
const SEARCHED = 200;
const LONGEST_SLUG = 60;

/** `fetch` reads a record by its id. */
export function resourceTemplates(fetch: Operation): readonly ResourceTemplate[] {
  const read = async (context: Context, kind: string, value: string) => {
    const { id } = await withFullIds(context, { id: `${kind}:${value.slice(0, ID_LENGTH)}` });
    const { title, text } = (await fetch(context, { id })) as { title: string; text: string };
    return `${title}\n\n${text}`;
  };
  return [
    {
      uriTemplate: 'commonplace://conversations/{id}',
      name: 'conversation',
      title: 'A conversation',
      description: 'The overview and the words of a conversation.',
      scope: 'conversations:read',
      argument: 'id',
      read: (context, value) => read(context, 'conversation', value),
      complete: async (context, typed) => {
        const { conversations } = await assistantListConversations(context, { limit: SEARCHED });
        return offered(
          conversations.map(({ id, structured }) => named(id, structured.title)),
          typed,
        );
      },
    },
    {
      uriTemplate: 'commonplace://memories/{id}',
      name: 'memory',
      title: 'A memory',
      description: 'A fact about the user.',
      scope: 'memories:read',
      argument: 'id',
      read: (context, value) => read(context, 'memory', value),
      complete: async (context, typed) => {
        const { memories } = await assistantListMemories(context, { limit: SEARCHED });
        return offered(
          memories.map(({ id, content }) => named(id, content)),
          typed,
        );
      },
    },
    {
      uriTemplate: 'commonplace://days/{date}',
      name: 'day',
      title: 'A day',
      description: 'The summary of a past day, yyyy-mm-dd.',
      scope: 'conversations:read',
      argument: 'date',
      read: async (context, date) => {
        const days = { start_date: date, end_date: date };
        const { summaries } = await assistantListDaySummaries(context, days);
        const [day] = summaries;
        if (!day) throw new NotFound('There is no summary of that day.');
        const tasks = day.action_items.map(({ description }) => `- ${description}`);
        return [day.headline, day.overview, ...(tasks.length > 0 ? ['Tasks:', ...tasks] : [])]
          .filter((part) => part !== '')
          .join('\n\n');
      },
      complete: async (context, typed) => {
        const { summaries } = await assistantListDaySummaries(context, { limit: 100 });
        return offered(
          summaries.map(({ date }) => date),
          typed,
        );
      },
    },
  ];
}

const ID_LENGTH = 16;

/** Returns the short id with words that people recognise: `01a209fdfd29652e-sailing-to-horta`. */
function named(id: string, words: string): string {
  const slug = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '');
  return `${shortId(id)}-${slug}`;
}

function offered(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase().trim().replace(/\s+/g, '-');
  return values.filter((value) => value.includes(wanted)).slice(0, MAX_OFFERED);
}
