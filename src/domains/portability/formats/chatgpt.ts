/**
 * The export of ChatGPT: a zip whose `conversations.json` is a list of conversations. The messages
 * of each are a tree; the branch that ends at `current_node` is what the user saw last.
 */
import { z } from 'zod';
import { Found, timeOf } from './found.ts';
import type { GivenSegment } from './found.ts';

const Message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  create_time: z.number().nullish(),
  content: z.looseObject({
    content_type: z.string().nullish(),
    parts: z.array(z.unknown()).nullish(),
  }),
  metadata: z
    .looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() })
    .nullish(),
});
const Node = z.looseObject({ message: Message.nullish(), parent: z.string().nullish() });
const Conversation = z.looseObject({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: z.number(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), Node),
});

/** Reading takes this long per word in the transcript, as for other texts without times. */
const SECONDS_PER_WORD = 0.4;
const ASSISTANT = 1;

export function isChatGpt(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === 'object' && first !== null && 'mapping' in first;
}

export function readChatGpt(name: string, value: readonly unknown[]): Found {
  const found = new Found('chatgpt');
  for (const [index, each] of value.entries()) {
    const where = `${name}, conversation ${index + 1}`;
    const { data, error } = Conversation.safeParse(each);
    const external_id = data?.conversation_id ?? data?.id;
    if (!data || !external_id) {
      found.misfit('conversations', where, error ? z.prettifyError(error) : 'It has no id.');
      continue;
    }
    const segments = segmentsOf(data);
    const started_at = timeOf(data.create_time);
    if (segments.length === 0 || !started_at) {
      found.misfit('conversations', where, 'It contains no messages with text.');
      continue;
    }
    found.conversation(where, {
      external_id,
      title: data.title ?? '',
      started_at,
      updated_at: timeOf(data.update_time),
      finished_at: timeOf(data.update_time),
      emoji: '🤖',
      segments,
    });
  }
  return found;
}

function segmentsOf({ mapping, current_node }: z.output<typeof Conversation>): GivenSegment[] {
  const branch: z.output<typeof Message>[] = [];
  const seen = new Set<string>();
  let id = current_node ?? lastLeaf(mapping);
  while (id && !seen.has(id)) {
    seen.add(id);
    const node: z.output<typeof Node> | undefined = mapping[id];
    if (node?.message) branch.unshift(node.message);
    id = node?.parent ?? null;
  }
  let start = 0;
  return branch.flatMap(({ author, content, metadata }): GivenSegment[] => {
    const text = (content.parts ?? [])
      .filter((part) => typeof part === 'string')
      .join('\n')
      .trim();
    const isSaid = author.role === 'user' || author.role === 'assistant';
    if (!isSaid || text === '' || metadata?.is_visually_hidden_from_conversation) return [];
    const is_user = author.role === 'user';
    const end = start + Math.max(1, text.split(/\s+/).length * SECONDS_PER_WORD);
    const segment = { start, end, is_user, speaker_id: is_user ? 0 : ASSISTANT, text };
    start = end;
    return [segment];
  });
}

/** Older exports do not name the last message; then the newest message without an answer is it. */
function lastLeaf(mapping: z.output<typeof Conversation>['mapping']): string | null {
  const parents = new Set(Object.values(mapping).map(({ parent }) => parent));
  const leaves = Object.entries(mapping).filter(([id]) => !parents.has(id));
  const newest = leaves.toSorted(
    ([, one], [, other]) => (other.message?.create_time ?? 0) - (one.message?.create_time ?? 0),
  );
  return newest[0]?.[0] ?? null;
}
