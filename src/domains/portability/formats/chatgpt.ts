/**
 * The export of ChatGPT: a zip whose `conversations.json` is a list of conversations. The messages
 * of each are a tree; the branch that ends at `current_node` is what the user saw last.
 */
import { z } from 'zod';
import { Found } from './found.ts';
import type { GivenSegment } from './given.ts';

const Message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  create_time: z.number().nullish(),
  /** Messages to tools, such as descriptions of pictures to draw, are not said. */
  recipient: z.string().nullish(),
  content: z.looseObject({
    content_type: z.string().nullish(),
    parts: z.array(z.unknown()).nullish(),
    text: z.string().nullish(),
  }),
  metadata: z
    .looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() })
    .nullish(),
});
const Node = z.looseObject({
  message: Message.nullish(),
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish(),
});
type Tree = Record<string, z.output<typeof Node>>;
const Conversation = z.looseObject({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), Node),
});

/** Reading takes this long per word in the transcript, as for other texts without times. */
const SECONDS_PER_WORD = 0.4;
const ASSISTANT = 1;

export function isChatGpt(value: unknown): boolean {
  const isChat = (each: unknown) => typeof each === 'object' && each !== null && 'mapping' in each;
  return Array.isArray(value) && value.some(isChat);
}

export function readChatGpt(name: string, value: readonly unknown[], timezone: string): Found {
  const found = new Found('chatgpt', timezone);
  for (const [index, each] of value.entries()) {
    const where = `${name}, conversation ${index + 1}`;
    const data = found.read('conversations', where, Conversation, each);
    if (!data) continue;
    const problem = readChat(found, where, data);
    if (problem) found.misfit('conversations', where, problem);
  }
  return found;
}

/** Returns the reason why a chat does not fit. */
function readChat(
  found: Found,
  where: string,
  data: z.output<typeof Conversation>,
): string | undefined {
  const external_id = data.conversation_id ?? data.id;
  if (!external_id) return 'It has no id.';
  const branch = branchOf(data);
  const segments = segmentsOf(branch);
  if (segments.length === 0) return 'It contains no messages with text.';
  const said = branch.find(({ create_time }) => typeof create_time === 'number')?.create_time;
  const updated_at = found.timeOf(data.update_time, where, 'update_time');
  const started_at =
    found.timeOf(data.create_time, where, 'create_time') ??
    found.timeOf(said, where, 'create_time of a message') ??
    updated_at;
  if (!started_at) return 'Neither the chat nor a message of it has a create_time.';
  found.conversation(where, {
    external_id,
    title: data.title ?? '',
    started_at,
    updated_at,
    finished_at: updated_at,
    emoji: '🤖',
    segments,
  });
  return undefined;
}

/** Returns the messages on the way to the last one. */
function branchOf({ mapping, current_node }: z.output<typeof Conversation>): Message[] {
  const parents = parentsIn(mapping);
  const isThere = typeof current_node === 'string' && Object.hasOwn(mapping, current_node);
  const branch: Message[] = [];
  const seen = new Set<string>();
  let id = isThere ? current_node : newestLeaf(mapping, parents);
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const { message } = mapping[id]!;
    if (message) branch.unshift(message);
    id = parents.get(id);
  }
  return branch;
}

/** A node names its parent, its children, or both. */
function parentsIn(mapping: Tree): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { children }] of Object.entries(mapping)) {
    for (const child of children ?? []) if (Object.hasOwn(mapping, child)) parents.set(child, id);
  }
  for (const [id, { parent }] of Object.entries(mapping)) {
    if (typeof parent === 'string' && Object.hasOwn(mapping, parent)) parents.set(id, parent);
  }
  return parents;
}

/** If an export does not name the last message, it is the newest one without an answer. */
function newestLeaf(mapping: Tree, parents: ReadonlyMap<string, string>): string | undefined {
  const inner = new Set(parents.values());
  const leaves = Object.keys(mapping).filter((id) => !inner.has(id));
  const timeOf = (leaf: string): number => {
    const seen = new Set<string>();
    for (
      let id: string | undefined = leaf;
      id !== undefined && !seen.has(id);
      id = parents.get(id)
    ) {
      seen.add(id);
      const time = mapping[id]!.message?.create_time;
      if (typeof time === 'number') return time;
    }
    return 0;
  };
  // Of messages without times, the last one in the file is the newest.
  return leaves.toReversed().toSorted((one, other) => timeOf(other) - timeOf(one))[0];
}

type Message = z.output<typeof Message>;

function segmentsOf(branch: readonly Message[]): GivenSegment[] {
  let start = 0;
  return branch.flatMap((message): GivenSegment[] => {
    const text = wordsOf(message);
    if (text === '') return [];
    const is_user = message.author.role === 'user';
    const end = start + Math.max(1, text.split(/\s+/).length * SECONDS_PER_WORD);
    const segment = { start, end, is_user, speaker_id: is_user ? 0 : ASSISTANT, text };
    start = end;
    return [segment];
  });
}

/** Returns the words that the user saw: of a text, of code, or of a recording. */
function wordsOf({ author, recipient, content, metadata }: Message): string {
  const isSaid = author.role === 'user' || author.role === 'assistant';
  const isForTool = (recipient ?? 'all') !== 'all';
  if (!isSaid || isForTool || metadata?.is_visually_hidden_from_conversation) return '';
  const parts = (content.parts ?? []).map((part) => {
    if (typeof part === 'string') return part;
    const { text } = (part ?? {}) as { text?: unknown };
    return typeof text === 'string' ? text : '';
  });
  const whole = content.content_type === 'code' ? (content.text ?? '') : '';
  return [...parts, whole]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim();
}
