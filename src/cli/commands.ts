import { actionItemCommands } from './action-item-commands.ts';
import { authCommands } from './auth.ts';
import { command } from './command.ts';
import type { Command } from './command.ts';
import { conversationCommands } from './conversation-commands.ts';
import { goalCommands } from './goal-commands.ts';
import { listen } from './listen-command.ts';
import { memoryCommands } from './memory-commands.ts';
import { into, text } from './options.ts';
import { upload } from './upload.ts';
import { conversationPage } from './output-lines.ts';

const askCommand = command({
  words: 'ask',
  summary: 'ask a question about your conversations and memories',
  places: ['question'],
  options: { timezone: text('IANA name; default: your own time zone.') },
  run: ({ client }, input) => client.ask(input),
  show: ({ answer, sources }) =>
    [answer, ...sources.map(({ id, title }, index) => `[${index + 1}] ${title}  ${id}`)].join('\n'),
});

const listenCommand = command({
  words: 'listen',
  summary: 'transcribe a file or the microphone live, then show the conversation',
  places: ['source'],
  options: { language: text('Such as en.') },
  run: (context, { source, language }) => listen(context, source, language ?? 'en'),
  show: conversationPage,
});

const uploadCommand = command({
  words: 'upload',
  summary: 'make a conversation from a recording of any format',
  places: ['file'],
  options: {
    'started-at': into(
      'started_at',
      text('The start of the recording, such as 2026-03-02T08:30:00Z.'),
    ),
    language: text('Such as en.'),
  },
  run: (context, input) => upload(context, input),
  show: conversationPage,
});

export const COMMANDS: readonly Command[] = [
  ...memoryCommands,
  ...conversationCommands,
  ...actionItemCommands,
  ...goalCommands,
  askCommand,
  listenCommand,
  uploadCommand,
  ...authCommands,
];
