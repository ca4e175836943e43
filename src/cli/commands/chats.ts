import { command, CommandInterrupted } from '../command.ts';
import { deleted, into, LIMIT, piped, textOption } from '../options.ts';
import { table } from '../table.ts';

const CHAT = { chat: into('chat_session_id', textOption('The id of a separate chat.')) };

export const chatCommands = [
  command({
    words: 'chat list',
    summary: 'list separate chats',
    options: LIMIT(500),
    run: ({ session }, input) => session.listChatSessions(input),
    show: (chats, when) =>
      table(chats, {
        ID: ({ id }) => id,
        CHANGED: ({ updated_at, created_at }) => when(updated_at ?? created_at),
        TITLE: ({ title }) => title ?? '',
      }),
  }),
  command({
    words: 'chat new',
    summary: 'begin a separate chat',
    places: ['title'],
    run: ({ session }, input) => session.createChatSession(input),
    show: ({ id, title }) => `${id}  ${title ?? ''}`,
  }),
  command({
    words: 'chat read',
    summary: 'show the messages of a chat, the oldest first',
    options: CHAT,
    run: async ({ session }, input) => (await session.listMessages(input)).toReversed(),
    show: (messages, when) =>
      messages
        .map(({ created_at, sender, text }) => `${when(created_at)}  ${sender}: ${text}`)
        .join('\n'),
  }),
  command({
    words: 'chat send',
    summary: 'send a message and print the answer; - reads standard input',
    places: ['text'],
    options: CHAT,
    run: async (context, input) => {
      const parts = context.session.sendMessage(await piped(context, input, 'text'));
      for await (const part of parts) if (part.type === 'done') return part.value;
      throw new CommandInterrupted('The connection ended before the answer was complete.');
    },
    show: (message) => message.text,
  }),
  command({
    words: 'chat clear',
    summary: 'delete the messages of a chat for good',
    options: CHAT,
    run: ({ session }, input) => session.clearMessages(input),
    show: deleted,
  }),
  command({
    words: 'chat delete',
    summary: 'delete a separate chat for good',
    places: ['chat_session_id'],
    run: ({ session }, input) => session.deleteChatSession(input),
    show: deleted,
  }),
];
