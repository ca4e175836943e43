/** Summaries from the user's own templates, written during processing or on request. */
import { z } from 'zod';
import { Conflict, Invalid, Unavailable } from '../../core/errors.ts';
import { defineEvent } from '../../core/event.ts';
import { defineJob } from '../../core/job.ts';
import { NEEDS_MODEL, Unfillable } from '../../engines/summaries/summariser.ts';
import { fillWithoutSecrets } from '../../engines/summaries/without-secrets.ts';
import type { Material, Summariser, SummaryTemplate } from '../../engines/summaries/summariser.ts';
import type { Transcript } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { work } from '../../kit/work.ts';
import type { Work } from '../../kit/work.ts';
import { transaction } from '../../storage/transaction.ts';
import { itemsOfConversations } from '../action-items/action-items.ts';
import { findTemplate, templatesOf } from '../templates/templates.ts';
import { AppResult } from '../conversations/conversation.ts';
import { addAppResult, selectConversation } from '../conversations/conversations.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { transcriptOf } from './maker-transcript.ts';
import { resultOf } from '../conversations/written-fields.ts';

export const summarise = defineJob({
  name: 'conversation.summarise',
  payload: z.object({
    user_id: z.string(),
    conversation_id: z.string(),
    template_id: z.string(),
    /** The id of the run, for callers that wait for it. */
    run_id: z.string(),
  }),
  retryLimit: 2,
  retryDelaySeconds: 1,
  timeoutSeconds: 300,
});

const conversationSummarised = defineEvent({
  name: 'conversation.summarised',
  payload: z.object({
    conversation_id: z.string(),
    template_id: z.string(),
    run_id: z.string(),
  }),
});

const PATIENCE_MS = 120_000;

export interface Result {
  app_id: string;
  content: string;
}

/**
 * Returns the results of the templates that run automatically. The result of a failed template is a
 * note about the failure.
 */
export async function summariesOf(
  context: Context,
  summariser: Summariser,
  material: Material,
  signal: AbortSignal,
): Promise<{ results: Result[]; model_calls: number; model_tokens: number }> {
  const wanted = (await templatesOf(context)).filter(
    (template) => template.runs === 'always' && summariser.canFill(template),
  );
  const made = await Promise.all(
    wanted.map((template) => fillTemplate(summariser, template, material, signal)),
  );
  return {
    results: made.map(({ content }, index) => ({ app_id: wanted[index]!.id, content })),
    model_calls: made.reduce((sum, { model_calls }) => sum + model_calls, 0),
    model_tokens: made.reduce((sum, { model_tokens }) => sum + model_tokens, 0),
  };
}

/** Replaces earlier results of the same templates and keeps the results of other templates. */
export function withResults(stored: unknown, results: readonly Result[]): Result[] {
  const fresh = new Set(results.map(({ app_id }) => app_id));
  return [...(stored as Result[]).filter(({ app_id }) => !fresh.has(app_id)), ...results];
}

export function summariseOperation(summariser: Summariser) {
  return defineOperation({
    name: 'summariseConversation',
    summary: 'Summarise a conversation with a template',
    description:
      'Answers when the summary is written. The summary stays with the conversation until ' +
      'a new one from the same template replaces it.',
    scope: 'conversations:write',
    effect: 'write',
    waits: true,
    input: z
      .strictObject({
        conversation_id: z.string(),
        template_id: z
          .string()
          .describe('The id of the summary template.')
          .meta({ examples: ['meeting-minutes'] }),
      })
      .meta({ id: 'SummaryRequest' }),
    output: AppResult,
    run: async (context, { conversation_id, template_id }) => {
      const { id, status } = await findConversation(context, conversation_id);
      const template = await findTemplate(context, template_id);
      if (status !== 'completed') {
        throw new Conflict(`This conversation is ${status}. Try again when it is completed.`);
      }
      if (!summariser.canFill(template)) throw new Invalid(NEEDS_MODEL);
      if (!(await untilSummarised(context, { conversation_id: id, template_id }))) {
        throw new Unavailable(`The summary is still being written. Read conversation ${id} later.`);
      }
      const { apps_results } = await findConversation(context, id);
      const result = (apps_results as Result[]).find(({ app_id }) => app_id === template_id);
      return result ?? { app_id: template_id, content: '' };
    },
  });
}

export const getSummaries = defineOperation({
  name: 'getSummaries',
  summary: 'List the summaries of a conversation',
  description: 'Returns the latest result of each template, the newest last.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: z.array(AppResult),
  run: async (context, { conversation_id }) =>
    (await findConversation(context, conversation_id)).apps_results as Result[],
});

export type SummariseOperation = ReturnType<typeof summariseOperation>;

/** Queues the run and waits for its end. Returns false when `patience` was aborted first. */
export async function untilSummarised(
  context: Context,
  { conversation_id, template_id }: { conversation_id: string; template_id: string },
): Promise<boolean> {
  const run_id = context.newId();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const unsubscribe = context.outbox.subscribe(conversationSummarised, ({ payload }) => {
    if (payload.run_id === run_id) resolve(true);
  });
  const patience = setTimeout(() => resolve(false), PATIENCE_MS);
  try {
    const payload = { user_id: userOf(context), conversation_id, template_id, run_id };
    await context.jobs.enqueue(context.db, summarise, payload);
    return await promise;
  } finally {
    clearTimeout(patience);
    unsubscribe();
  }
}

/** The durable job behind a requested summary. A repeated run is harmless. */
export function summarisingWork(summariser: Summariser): Work {
  return work(summarise, async (context, payload, { signal }) => {
    const { conversation_id, template_id } = payload;
    const row = await selectConversation(context.db, userOf(context), conversation_id);
    const template = (await templatesOf(context)).find(({ id }) => id === template_id);
    const made =
      row &&
      template &&
      (await fillTemplate(summariser, template, await materialOf(context, row), signal));
    await transaction(context.db, async (tx) => {
      const place = { user_id: userOf(context), id: conversation_id, now: context.clock.now() };
      const written = resultOf(template_id);
      if (made) await addAppResult(tx, place, { app_id: template_id, written, ...made });
      await context.outbox.emit(tx, conversationSummarised, {
        user_id: userOf(context),
        payload: { conversation_id, template_id, run_id: payload.run_id },
      });
    });
  });
}

async function fillTemplate(
  summariser: Summariser,
  template: SummaryTemplate,
  material: Material,
  signal: AbortSignal,
): Promise<{ content: string; model_calls: number; model_tokens: number }> {
  try {
    return await fillWithoutSecrets(summariser, template, material, { signal });
  } catch (error) {
    if (!(error instanceof Unfillable)) throw error;
    const { message: content, model_calls, model_tokens } = error;
    return { content, model_calls, model_tokens };
  }
}

async function materialOf(context: Context, row: ConversationRow): Promise<Material> {
  const [segments, items] = await Promise.all([
    selectSegments(context.db, userOf(context), [row.id]),
    itemsOfConversations(context, [row.id]),
  ]);
  const transcript: Transcript = await transcriptOf(context, row, segments);
  return {
    transcript,
    title: row.title,
    overview: row.overview,
    action_items: items.get(row.id) ?? [],
    events: row.events.map((event) => ({ ...event, start: new Date(event.start) })),
  };
}
