import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { askOperation } from './ask.ts';
import { addFilesOperation, MAX_FILES } from './files/files.ts';
import type { FileParts } from './files/files.ts';
import {
  assistantListMessages,
  clearMessages,
  getMessage,
  greetInChat,
  listMessages,
  rateMessage,
  reportMessage,
} from './messages.ts';
import {
  sendMessageOperation,
  sendVoiceMessageOperation,
  transcribeOperation,
} from './questions.ts';
import { chatSessionRoutes } from './sessions.ts';

export interface ChatParts {
  answerer: Answerer;
  /** The recogniser for voice messages. */
  recogniser: Recogniser;
  files: FileParts;
}

const MIB = 1024 * 1024;
const chat = '/v2/messages';
const credential = 'session';
const voice = { field: 'files', maxBytes: 32 * MIB, keep: 'disk' } as const;
const app = ['app_id', 'plugin_id'];

export function chatRoutes({ answerer, recogniser, files }: ChatParts): Route[] {
  const ask = askOperation(answerer);
  return [
    route(ask, { method: 'POST', path: '/v1/dev/user/ask', credential: 'developer_key' }),
    route(ask, { method: 'POST', path: '/v1/mcp/ask', credential: 'assistant' }),
    route(sendMessageOperation(answerer), {
      method: 'POST',
      path: chat,
      credential,
      query: app,
      answer: 'stream',
    }),
    route(listMessages, { method: 'GET', path: chat, credential }),
    route(getMessage, { method: 'GET', path: `${chat}/{message_id}`, credential }),
    route(clearMessages, { method: 'DELETE', path: chat, credential }),
    route(greetInChat, {
      method: 'POST',
      path: '/v2/initial-message',
      credential,
      query: ['chat_session_id', ...app],
    }),
    route(reportMessage, { method: 'POST', path: `${chat}/{message_id}/report`, credential }),
    route(rateMessage, { method: 'PATCH', path: `${chat}/{message_id}/rating`, credential }),
    route(addFilesOperation(files), {
      method: 'POST',
      path: '/v2/files',
      credential,
      upload: { field: 'files', maxBytes: 10 * MIB, maxFiles: MAX_FILES, keep: 'disk' },
    }),
    route(sendVoiceMessageOperation(answerer, recogniser), {
      method: 'POST',
      path: '/v2/voice-messages',
      credential,
      upload: voice,
      query: app,
      answer: 'stream',
    }),
    route(transcribeOperation(recogniser), {
      method: 'POST',
      path: '/v2/voice-message/transcribe',
      credential,
      upload: voice,
    }),
    ...chatSessionRoutes,
    route(assistantListMessages, {
      method: 'GET',
      path: '/v1/mcp/chat',
      credential: 'assistant',
      answer: 'page',
      list: 'messages',
    }),
  ];
}
