import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import type { NotReady } from '../../core/errors.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { readRecordingFile } from '../../engines/audio/recording-file.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { requireWords, transcribe } from '../../engines/recognition/hear-recording.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { defineStream } from '../../kit/stream.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import { answerQuestion, TextEvent } from './ask.ts';
import { findFiles } from './files/files.ts';
import { InChat, MAX_TEXT, Message, NewMessage } from './message.ts';
import * as sql from './messages.sql.ts';
import { chatOf, keep, messageRow, toMessages } from './stored-messages.ts';

/** The number of earlier messages that the answer considers. */
const MAX_HISTORY = 10;
const MAX_VOICE_SECONDS = 300;
const TRANSCRIBING_MS = 120_000;

/** Answers a question in the chat. Question and answer are stored together or not at all. */
export function sendMessageOperation(answerer: Answerer) {
  async function* answer(context: Context, input: z.output<typeof NewMessage>, closed?: NotReady) {
    return yield* answerInChat(context, answerer, await prepare(context, input), closed);
  }
  return defineStream({
    name: 'sendMessage',
    summary: 'Ask in the chat',
    description:
      'Answers like `ask`, and considers the last messages of the chat. The chat keeps ' +
      'question and answer. `memories` lists the sources; the text has no numbers for ' +
      'them, but `parts` say where a language model cited them, and with which words. ' +
      'When a source is deleted later, `[deleted]` replaces its part of the text. ' +
      'When the client disconnects, the stored answer ends with the words that were sent.',
    scope: null,
    effect: 'write',
    gate: 'memories',
    input: NewMessage,
    events: TextEvent,
    output: Message,
    run: answer,
    whileClosed: answer,
  });
}

const VoiceMessage = InChat.extend({
  files: uploaded(FileOnDisk),
  language: z.string().max(20).default('en').describe('ISO 639-1, such as `en`.'),
});
/** The question as transcribed. */
const QuestionEvent = z.object({ type: z.literal('message'), value: Message });

/** Answers a voice message in the chat. */
export function sendVoiceMessageOperation(answerer: Answerer, recogniser: Recogniser) {
  async function* answer(
    context: Context,
    { files, language, ...chat }: z.output<typeof VoiceMessage>,
    closed?: NotReady,
  ) {
    const text = (await wordsIn(recogniser, files, language)).slice(0, MAX_TEXT);
    if (text === '') throw new Invalid('No words were recognised in this recording.');
    const asked = await prepare(context, { ...chat, text, file_ids: [] });
    const [value] = await toMessages(context, [{ ...asked.question, conversations: [] }]);
    yield { type: 'message' as const, value: value! };
    return yield* answerInChat(context, answerer, asked, closed);
  }
  return defineStream({
    name: 'sendVoiceMessage',
    summary: 'Ask in the chat by voice',
    description:
      'Takes a recording of at most five minutes. The first record is `message:` with the ' +
      'transcribed question in base64; the answer follows as from `sendMessage`.',
    scope: null,
    effect: 'write',
    gate: 'memories',
    input: VoiceMessage,
    events: z.union([QuestionEvent, TextEvent]),
    output: Message,
    run: answer,
    whileClosed: answer,
  });
}

export function transcribeOperation(recogniser: Recogniser) {
  return defineOperation({
    name: 'transcribeVoiceMessage',
    summary: 'Transcribe a recording',
    description: 'Takes a recording of at most five minutes, which is not kept.',
    scope: null,
    effect: 'read',
    waits: true,
    input: VoiceMessage,
    output: z.object({
      transcript: z.string().describe('The transcribed words.'),
      language: z.string().describe('The language of the request, ISO 639-1.'),
    }),
    run: async (_context, { files, language }) => ({
      transcript: await wordsIn(recogniser, files, language),
      language,
    }),
  });
}

/** Reads all the data for a question except the evidence. */
async function prepare(
  context: Context,
  { text, file_ids, context: focus, ...input }: z.output<typeof NewMessage>,
) {
  const chat = await chatOf(context, input);
  const files = await findFiles(context, file_ids);
  const page = { limit: MAX_HISTORY, offset: 0, chat };
  const earlier = (await sql.selectMessages(context.db, userOf(context), page)).toReversed();
  const question = {
    ...messageRow(context, 'human', text, chat),
    file_ids: files.map(({ id }) => id),
  };
  const history = earlier.map(({ sender, text: words, sources }) => ({
    sender: sender as 'human' | 'ai',
    text: words,
    sources,
  }));
  return { chat, files, focus: focus ?? null, question, history };
}

/** Yields the answer while it is written, then stores question and answer in the chat. */
async function* answerInChat(
  context: Context,
  answerer: Answerer,
  { chat, question, history, ...given }: Awaited<ReturnType<typeof prepare>>,
  closed?: NotReady,
): AsyncGenerator<z.input<typeof TextEvent>, z.input<typeof Message>> {
  const { answer, parts, sources } = yield* answerQuestion(
    context,
    answerer,
    { text: question.text, history, timezone: null, unmarked: true },
    { ...given, closed },
  );
  const reply = {
    ...messageRow(context, 'ai', answer, chat),
    parts,
    sources: [...new Set(parts.flatMap(({ from }) => from))],
    conversation_ids: byFirstUse(sources, parts),
  };
  await keep(context, [question, reply], chat);
  const stored = await sql.selectMessage(context.db, userOf(context), reply.id);
  const [message] = await toMessages(context, [stored!]);
  return message!;
}

/** Returns the ids of the sources, those first whose words come first in the answer. */
function byFirstUse(
  sources: readonly { id: string }[],
  parts: readonly { from: readonly string[] }[],
): string[] {
  const ids = sources.map(({ id }) => id);
  const used = parts.flatMap(({ from }) => from).filter((id) => ids.includes(id));
  return [...new Set([...used, ...ids])];
}

async function wordsIn(
  recogniser: Recogniser,
  { path }: FileOnDisk,
  language: string,
): Promise<string> {
  await requireWords(recogniser, language);
  const pcm = await readRecordingFile(path, { maxSeconds: MAX_VOICE_SECONDS + 1 });
  if (pcm.length > MAX_VOICE_SECONDS * SAMPLE_RATE) {
    throw new Invalid(
      'A voice message may be at most five minutes long. Upload longer recordings.',
    );
  }
  const signal = AbortSignal.timeout(TRANSCRIBING_MS);
  return transcribe(recogniser, pcm, { language, signal });
}
