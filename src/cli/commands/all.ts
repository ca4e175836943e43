import { actionItemCommands } from './action-items.ts';
import { authCommands } from './auth.ts';
import { chatCommands } from './chats.ts';
import { dataCommands } from './data.ts';
import { folderCommands, templateCommands } from './folders.ts';
import { deviceCommands, keyCommands } from './keys.ts';
import { dayCommands, personCommands } from './people.ts';
import { trainingCommands } from './training.ts';
import { webhookCommands } from './webhooks.ts';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { conversationCommands } from './conversations.ts';
import { goalCommands } from './goals.ts';
import { listen } from '../sound/listen.ts';
import { memoryCommands } from './memories.ts';
import { mirrorCommand } from './mirror.ts';
import { into, textOption } from '../options.ts';
import { upload } from '../sound/upload.ts';
import { conversationText, originLines } from '../output-lines.ts';

const askCommand = command({
  words: 'ask',
  summary: 'ask a question about your conversations and memories',
  places: ['question'],
  options: { timezone: textOption('IANA name; default: your own time zone.') },
  run: ({ client }, input) => client.ask(input),
  show: ({ answer, sources }) =>
    [answer, ...sources.map(({ id, title }, index) => `[${index + 1}] ${title}  ${id}`)].join('\n'),
});

const explainCommand = command({
  words: 'explain',
  summary: 'tell from which words a memory, a task or the results of a conversation come',
  places: ['id'],
  options: {},
  run: ({ client }, input) => client.explain(input),
  show: ({ items }) => items.map(originLines).join('\n'),
});

const listenCommand = command({
  words: 'listen',
  summary: 'transcribe a file or the microphone live, then show the conversation',
  places: ['source'],
  options: { language: textOption('Such as en.') },
  run: (context, { source, language }) => listen(context, source, language ?? 'en'),
  show: conversationText,
});

const uploadCommand = command({
  words: 'upload',
  summary: 'make a conversation from a recording of any format',
  places: ['file'],
  options: {
    'started-at': into(
      'started_at',
      textOption('The start of the recording, such as 2026-03-02T08:30:00Z.'),
    ),
    language: textOption('Such as en.'),
  },
  run: (context, input) => upload(context, input),
  show: conversationText,
});

export const COMMANDS: readonly Command[] = [
  ...memoryCommands,
  ...conversationCommands,
  ...actionItemCommands,
  ...goalCommands,
  ...folderCommands,
  ...templateCommands,
  ...personCommands,
  ...dayCommands,
  ...chatCommands,
  ...keyCommands,
  ...deviceCommands,
  ...webhookCommands,
  ...dataCommands,
  mirrorCommand,
  ...trainingCommands,
  askCommand,
  explainCommand,
  listenCommand,
  uploadCommand,
  ...authCommands,
];
