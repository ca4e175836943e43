/**
 * Tools of the service for the Vercel AI SDK, made from the client:
 *
 *     import { generateText, isStepCount, jsonSchema } from 'ai';
 *     const tools = commonplaceTools({ client: createClient(), jsonSchema });
 *     await generateText({ model, tools, stopWhen: isStepCount(5), prompt: 'What are my tasks?' });
 *
 * This module does not import `ai`, so the client still needs no package.
 */
import { TOOLS } from './ai-sdk-tools.ts';
import type { Client } from './index.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './request.ts';

export interface ToolOptions<Schema> {
  client: Client;
  /** The function `jsonSchema` of the package `ai`. */
  jsonSchema: (schema: never) => Schema;
}

/** The option of the SDK that the tools use. */
interface Execution {
  abortSignal?: AbortSignal | undefined;
}

export interface CommonplaceTool<Schema> {
  description: string;
  inputSchema: Schema;
  execute: (input: unknown, execution: Execution) => Promise<unknown>;
}

type Name = keyof typeof TOOLS;
export type CommonplaceTools<Schema> = Record<Name, CommonplaceTool<Schema>>;

/** The SDK checks no input of a JSON schema; the service refuses what it does not understand. */
type Run = (client: Client, input: never, options: CallOptions) => Promise<unknown>;
type InputOf<N extends keyof Operations> = Operations[N]['input'];
type Due = { due_start_date?: string; due_end_date?: string };
type Conversation = { conversation_id: string; segment_offset?: number; segment_limit?: number };

/** A model that does not ask for a number of lines gets this many. */
const SEGMENTS = 100;

const RUNS: Record<Name, Run> = {
  search: (client, input: InputOf<'searchEverything'>, options) =>
    client.searchEverything(input, options),
  ask: (client, input: InputOf<'ask'>, options) => client.ask(input, options),
  search_memories: (client, input: InputOf<'searchMemories'>, options) =>
    client.searchMemories(input, options),
  create_memory: (client, input: InputOf<'createMemory'>, options) =>
    client.createMemory(input, options),
  search_conversations: (client, input: InputOf<'searchConversations'>, options) =>
    client.searchConversations(input, options),
  get_conversation_by_id: readConversation,
  get_daily_summaries: async (client, input: InputOf<'listDaySummaries'>, options) =>
    listOf(await client.page('listDaySummaries', input, options)),
  get_action_items: async (client, input: InputOf<'listActionItems'> & Due, options) => {
    const { due_start_date: due_from, due_end_date: due_to, ...rest } = input;
    const due = { ...(due_from && { due_from }), ...(due_to && { due_to }) };
    return listOf(await client.page('listActionItems', { ...rest, ...due }, options));
  },
  create_action_item: (client, input: InputOf<'createActionItem'>, options) =>
    client.createActionItem(input, options),
  complete_action_item: (client, input: InputOf<'updateActionItem'>, options) =>
    client.updateActionItem({ completed: true, ...input }, options),
};

/** Returns the tools by their names. A key that may not do something makes only that tool fail. */
export function commonplaceTools<Schema>({
  client,
  jsonSchema,
}: ToolOptions<Schema>): CommonplaceTools<Schema> {
  const tools = Object.entries(RUNS).map(([name, run]) => {
    const { description, inputSchema } = TOOLS[name as Name];
    const execute = (input: unknown, { abortSignal: signal }: Execution) =>
      run(client, input as never, signal ? { signal } : {});
    return [name, { description, inputSchema: jsonSchema(inputSchema as never), execute }];
  });
  return Object.fromEntries(tools) as CommonplaceTools<Schema>;
}

async function readConversation(client: Client, input: Conversation, options: CallOptions) {
  const { conversation_id, segment_offset = 0, segment_limit = SEGMENTS } = input;
  const asked = { conversation_id, include_transcript: true };
  const conversation = await client.getConversation(asked, options);
  const all = conversation.transcript_segments ?? [];
  const transcript_segments = all.slice(segment_offset, segment_offset + segment_limit);
  return { ...conversation, transcript_segments, total_segments: all.length };
}

function listOf({ items, next }: { items: unknown[]; next: string | null }) {
  return { items, next_cursor: next };
}
