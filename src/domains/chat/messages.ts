import { z } from 'zod';
import { Conflict, Invalid, Unrecognised } from '../../core/errors.ts';
import type { NotReady } from '../../core/errors.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { readRecordingFile } from '../../engines/audio/recording-file.ts';
import { SAMPLE_RATE } from '../../engines/audio/sample-rate.ts';
import { knowsLanguage } from '../../engines/recognition/recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { transcribe } from '../../engines/recognition/transcribe.ts';
import { amount, Skip } from '../../kit/assistant-list.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { Timestamp } from '../../core/wire.ts';
import { transaction } from '../../storage/transaction.ts';
import { answerQuestion } from './ask.ts';
import { findFiles } from './files.ts';
import { InChat, Message, NewMessage } from './message.ts';
import * as sql from './messages.sql.ts';
import {
  keep,
  chatOf,
  findMessage,
  begin,
  greet,
  row,
  told,
  MAX_SHOWN,
} from './stored-messages.ts';

/** The number of earlier messages that are considered for an answer. */
const MAX_HISTORY = 10;

const MAX_VOICE_SECONDS = 300;

const TRANSCRIBING_MS = 120_000;

export const listMessages = defineOperation({
  name: 'listMessages',
  summary: 'List the messages of the chat, newest first',
  description: 'At most 100 messages. A chat in which nothing was said yet begins with a greeting.',
  scope: null,
  effect: 'write',
  // Reading the chat may write a greeting.
  needsRoom: false,
  input: InChat,
  output: z.array(Message),
  run: async (context, input) => {
    const chat = await chatOf(context, input);
    const page = { limit: MAX_SHOWN, offset: 0, chat };
    const rows = await sql.selectMessages(context.db, userOf(context), page);
    return rows.length > 0 ? told(context, rows) : begin(context, chat);
  },
});

export const clearMessages = defineOperation({
  name: 'clearMessages',
  summary: 'Begin the chat anew',
  description: 'Deletes all of its messages for good, and answers the new greeting.',
  scope: null,
  effect: 'destroy',
  input: InChat,
  output: Message,
  run: async (context, input) => {
    const chat = await chatOf(context, input);
    return transaction(context.db, async (db) => {
      await sql.lockChat(db, userOf(context), chat);
      await sql.deleteMessages(db, userOf(context), chat);
      return greet({ ...context, db }, chat);
    });
  },
});

export const greetInChat = defineOperation({
  name: 'greetInChat',
  summary: 'Add a greeting to the chat',
  description: 'Adds a greeting and answers it.',
  scope: null,
  effect: 'write',
  input: InChat,
  output: Message,
  run: async (context, input) => greet(context, await chatOf(context, input)),
});

/** Asks in the chat: question and answer are stored together, or neither is. */
export function sendMessageOperation(answerer: Answerer) {
  return defineOperation({
    name: 'sendMessage',
    summary: 'Ask in the chat',
    description:
      'Answered like `ask`, with the last messages of the chat in mind; question and answer ' +
      'stay in it. Where it comes from is listed in `memories`, without numbers in the text. ' +
      'When a source of an answer is deleted later, `[deleted]` takes the place of its text.',
    scope: null,
    effect: 'write',
    waits: true,
    gate: 'memories',
    input: NewMessage,
    output: Message,
    run: async (context, input) => (await say(context, answerer, input)).reply,
    whileClosed: async (context, input, closed) =>
      (await say(context, answerer, input, closed)).reply,
  });
}

const VoiceMessage = InChat.extend({
  files: uploaded(FileOnDisk),
  language: z.string().max(20).default('en').describe('ISO 639-1, such as `en`.'),
});

/** Asks a question in the chat by a voice message. */
export function sendVoiceMessageOperation(answerer: Answerer, recogniser: Recogniser) {
  const sayHeard = async (
    context: Context,
    { files, language, ...chat }: z.output<typeof VoiceMessage>,
    closed?: NotReady,
  ) => {
    const text = (await wordsIn(recogniser, files, language)).slice(0, 1000);
    if (text === '') throw new Invalid('No words were heard in this recording.');
    const asked = { ...chat, text, file_ids: [] };
    const { question, reply } = await say(context, answerer, asked, closed);
    return { ...reply, question };
  };
  return defineOperation({
    name: 'sendVoiceMessage',
    summary: 'Ask in the chat by voice',
    description:
      'A recording of at most five minutes. Its words come first, as a record `message:` ' +
      'with the question in base64, then the answer as from `sendMessage`.',
    scope: null,
    effect: 'write',
    waits: true,
    gate: 'memories',
    input: VoiceMessage,
    output: Message.extend({ question: Message }),
    run: (context, input) => sayHeard(context, input),
    whileClosed: sayHeard,
  });
}

export function transcribeOperation(recogniser: Recogniser) {
  return defineOperation({
    name: 'transcribeVoiceMessage',
    summary: 'Write down the words of a recording',
    description: 'At most five minutes; nothing of it is kept.',
    scope: null,
    effect: 'read',
    waits: true,
    input: VoiceMessage,
    output: z.object({ transcript: z.string(), language: z.string() }),
    run: async (_context, { files, language }) => ({
      transcript: await wordsIn(recogniser, files, language),
      language,
    }),
  });
}

const OneMessage = z.object({ message_id: z.string() });

export const reportMessage = defineOperation({
  name: 'reportMessage',
  summary: 'Mark an answer as wrong or harmful',
  description: 'For your own record: nothing leaves this service.',
  scope: null,
  effect: 'write',
  input: OneMessage,
  output: z.object({ status: z.literal('ok') }),
  run: async (context, { message_id }) => {
    const { id, sender } = await findMessage(context, message_id);
    if (sender === 'human') throw new Unrecognised('Only answers can be reported.');
    await sql.updateMessage(context.db, userOf(context), id, { reported: true });
    return { status: 'ok' as const };
  },
});

export const rateMessage = defineOperation({
  name: 'rateMessage',
  summary: 'Rate an answer',
  description: '1 good, -1 bad, null takes it back.',
  scope: null,
  effect: 'write',
  input: OneMessage.extend({ rating: z.union([z.literal(1), z.literal(-1), z.null()]) }),
  output: z.object({ status: z.literal('ok') }),
  run: async (context, { message_id, rating }) => {
    const { id, sender } = await findMessage(context, message_id);
    if (sender === 'human') throw new Unrecognised('Only answers can be rated.');
    await sql.updateMessage(context.db, userOf(context), id, { rating });
    return { status: 'ok' as const };
  },
});

export const assistantListMessages = defineOperation({
  name: 'assistantListMessages',
  summary: 'List the chat for assistants, newest first',
  description: 'The questions of the user to this service, and its answers.',
  scope: 'chat:read',
  effect: 'read',
  input: z.strictObject({ limit: amount({ fallback: 50, max: 200 }), offset: Skip }),
  output: z.object({
    messages: z.array(
      z
        .object({
          id: z.string(),
          text: z.string(),
          sender: z.string(),
          type: z.literal('text'),
          created_at: Timestamp,
        })
        .meta({ id: 'AssistantMessage' }),
    ),
    has_more: z.boolean(),
  }),
  run: async (context, { limit, offset }) => {
    const page = { limit: limit + 1, offset };
    const rows = await sql.selectMessages(context.db, userOf(context), page);
    const messages = rows.slice(0, limit).map((each) => ({ ...each, type: 'text' as const }));
    return { messages, has_more: rows.length > limit };
  },
});

/** Stores question and answer in the chat. */
async function say(
  context: Context,
  answerer: Answerer,
  { text, file_ids, context: focus, ...input }: z.output<typeof NewMessage>,
  closed?: NotReady,
): Promise<Record<'question' | 'reply', z.input<typeof Message>>> {
  const user_id = userOf(context);
  const chat = await chatOf(context, input);
  const files = await findFiles(context, file_ids);
  const page = { limit: MAX_HISTORY, offset: 0, chat };
  const earlier = (await sql.selectMessages(context.db, user_id, page)).toReversed();
  const question = { ...row(context, 'human', text, chat), file_ids: files.map(({ id }) => id) };
  const history = earlier.map(({ sender, text: words, sources }) => ({
    sender: sender as 'human' | 'ai',
    text: words,
    sources,
  }));
  const { answer, parts, sources } = await answerQuestion(
    context,
    answerer,
    { text, history, timezone: null, unmarked: true },
    { files, focus: focus ?? null, closed },
  );
  const reply = {
    ...row(context, 'ai', answer, chat),
    parts,
    sources: [...new Set(parts.flatMap(({ from }) => from))],
    conversation_ids: sources.map(({ id }) => id),
  };
  await keep(context, [question, reply], chat);
  const stored = await sql.selectMessage(context.db, user_id, reply.id);
  const [first, second] = await told(context, [{ ...question, conversations: [] }, stored!]);
  return { question: first!, reply: second! };
}

async function wordsIn(
  recogniser: Recogniser,
  { path }: FileOnDisk,
  language: string,
): Promise<string> {
  const { ok } = await recogniser.available();
  if (!ok || recogniser.name === 'none') {
    throw new Conflict('There is no recogniser here that writes down what is said.');
  }
  if (!knowsLanguage(recogniser, language)) {
    throw new Conflict(`The recogniser here does not know the language “${language}”.`);
  }
  const pcm = await readRecordingFile(path, { mostSeconds: MAX_VOICE_SECONDS + 1 });
  if (pcm.length > MAX_VOICE_SECONDS * SAMPLE_RATE) {
    throw new Invalid('A voice message may be five minutes long. Upload longer recordings.');
  }
  const signal = AbortSignal.timeout(TRANSCRIBING_MS);
  return transcribe(recogniser, pcm, { language, signal });
}
