import { z } from 'zod';
import { Conflict } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { repeatProcessing } from '../conversations/lifecycle.ts';
import { stopWaiting, wordsWanted } from '../conversations/recording/pending-words.ts';
import {
  findConversation as find,
  findConversation,
} from '../conversations/conversation-lookup.ts';
import { text } from '../../core/wire.ts';
import { Conversation } from '../conversations/conversation.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { findTemplate } from '../templates/templates.ts';
import { untilSummarised } from './summaries.ts';
import { understood } from '../conversations/conversation-view.ts';

export const retryConversation = defineOperation({
  name: 'retryConversation',
  summary: 'Process a failed conversation again',
  description:
    'The status changes back to `processing`. If the conversation still waits for words, ' +
    'the service processes it without them; late words replace the gaps. Answers 409 for ' +
    'a conversation with another status.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({ conversation_id: z.string() }),
  output: z.object({
    id: z.string().describe('The id of the conversation.'),
    status: z.string().describe('The status of the conversation; `processing` at first.'),
    discarded: z
      .boolean()
      .describe('True when the service found the conversation not worth keeping.'),
  }),
  run: async (context, { conversation_id }) => {
    const row = await find(context, conversation_id);
    const isWaiting = await stopWaiting(context, row.id);
    if (isWaiting) {
      await context.outbox.emit(context.db, wordsWanted, {
        user_id: userOf(context),
        payload: { conversation_id: row.id },
      });
    } else if (!(await repeatProcessing(context, { id: row.id, from: 'failed' }))) {
      throw new Conflict(`Only a failed conversation can be retried. This one is ${row.status}.`);
    }
    return { id: row.id, status: 'processing', discarded: false };
  },
});

export const reprocessConversation = defineOperation({
  name: 'reprocessConversation',
  summary: 'Process a conversation again',
  description:
    'Use this operation after corrections, or to use another model or another language. ' +
    'The service then never discards the conversation. A title, an overview and a folder ' +
    'that you set stay, and so do your changes to action items and memories.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  input: z.object({
    conversation_id: z.string(),
    language_code: text({ max: 20 })
      .nullish()
      .describe('The language of the conversation, if the stored one is wrong.'),
    app_id: z
      .string()
      .max(200)
      .nullish()
      .describe(
        'The id of a summary template. With an `app_id`, the service rewrites only the summary of this template.',
      ),
  }),
  output: Conversation,
  run: async (context, { conversation_id, language_code, app_id }) => {
    const { id, status, gaps } = await findConversation(context, conversation_id);
    if (app_id && status === 'completed') {
      await findTemplate(context, app_id);
      await untilSummarised(context, { conversation_id: id, template_id: app_id });
      return wholeConversation(context, id);
    }
    const begun =
      (status === 'completed' || status === 'failed') &&
      (await repeatProcessing(context, {
        id,
        from: status,
        set: { forced: true, ...(language_code && { language: language_code }) },
      }));
    if (begun && gaps.length > 0) {
      await context.outbox.emit(context.db, wordsWanted, {
        user_id: userOf(context),
        payload: { conversation_id: id },
      });
    }
    if (!begun)
      throw new Conflict(`This conversation is ${status}. Try again when it is completed.`);
    return understood(context, id);
  },
});
