/** Omi sends finished conversations, words and sound to an address of the user's choice. */
import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { connectionOfHook, noteRecords } from '../connections/connection-hooks.ts';
import type { HookTokens } from '../connections/connection-hooks.ts';
import { HOOK_PATH } from '../connections/connections.ts';
import { readClientMessage } from '../devices/client-messages.ts';
import type { LiveRequests } from './live-requests.ts';
import { omiRecord } from './omi.ts';
import { storeRecords } from './recorder.ts';

export interface OmiHookParts {
  hooks: HookTokens;
  requests: LiveRequests;
}

const receiveOmi = (hooks: HookTokens) =>
  defineOperation({
    name: 'receiveOmiConversation',
    summary: 'Take a conversation that Omi sends when it is finished',
    description:
      'Enter the `hook_url` of the connection in Omi, as the webhook for finished conversations. A ' +
      'conversation that is too large for a request comes with the next run of the connection.',
    scope: null,
    effect: 'write',
    input: z
      .looseObject({
        token: z.string().max(200).describe('The secret part of the address.'),
        uid: z.string().max(200).optional().describe('The user of Omi; it is not used.'),
      })
      .meta({ id: 'OmiConversation' }),
    output: z.object({}),
    run: async (context, input) => {
      const { token, uid: _, ...record } = input;
      const { user_id, id } = await connectionOfHook(context, hooks, { token, kind: 'omi' });
      const own = ownContext(context, { user_id });
      const signal = context.signal ?? new AbortController().signal;
      const given = [omiRecord(own, 'conversations', record)];
      const records = await storeRecords(own, { user_id, id, signal }, given);
      await noteRecords(own, { user_id, id }, records);
      context.changed(user_id);
      return {};
    },
  });

const receiveOmiWords = ({ hooks, requests }: OmiHookParts) =>
  defineOperation({
    name: 'receiveOmiWords',
    summary: 'Take words that Omi sends while they are spoken',
    description:
      'Enter the `hook_url` of the connection with `/words` behind it in Omi, as the webhook for ' +
      'real-time transcripts. The words form a live conversation, which ends after two minutes ' +
      'without words. Omi’s own conversation of the same time then does not come a second time.',
    scope: null,
    effect: 'write',
    input: z
      .looseObject({
        token: z.string().max(200).describe('The secret part of the address.'),
        uid: z.string().max(200).optional().describe('The user of Omi; it is not used.'),
        session_id: z.string().max(200).optional().describe('The session of Omi; it is not used.'),
        segments: z.array(z.unknown()).max(1_000).describe('The segments, as Omi writes them.'),
      })
      .meta({ id: 'OmiWords' }),
    output: z.object({}),
    run: async (context, { token, segments }) => {
      const connection = await connectionOfHook(context, hooks, { token, kind: 'omi' });
      // The times of Omi begin with its own session. Without times, words were said as they arrive.
      const read = readClientMessage({
        type: 'suggested_transcript',
        stt_provider: 'omi',
        segments: segments.map((each) => ({ ...(each as object), ...WITHOUT_TIMES })),
      });
      const message = read?.message;
      if (!message) throw new Invalid('There are no segments with a text.');
      await requests.take(ownContext(context, connection), connection, {
        options: { source: 'omi', custom_stt: 'enabled' },
        give: (session) => session.message(message),
      });
      return {};
    },
  });
/** People of Omi have no meaning here. */
const WITHOUT_TIMES = { start: null, end: null, person_id: null };

/** Takes sound that Omi sends while it records. It comes as bytes, which no operation reads. */
export async function receiveOmiSound(
  context: Context,
  { hooks, requests }: OmiHookParts,
  { token, sample_rate, sound }: { token: string; sample_rate: number; sound: Uint8Array },
): Promise<void> {
  const connection = await connectionOfHook(context, hooks, { token, kind: 'omi' });
  await requests.take(ownContext(context, connection), connection, {
    options: { source: 'omi', codec: 'pcm16', sample_rate },
    give: (session) => session.audio(sound),
  });
}

const ownContext = (context: Context, { user_id }: { user_id: string }): Context =>
  behindWall({ ...context, actor: { kind: 'job', user_id } });

export const OMI_PATH = HOOK_PATH.replace('{kind}', 'omi');

export function recorderRoutes(parts: OmiHookParts): Route[] {
  const options = { method: 'POST', credential: 'none', status: 204 } as const;
  return [
    route(receiveOmi(parts.hooks), { ...options, path: OMI_PATH, query: ['uid'] }),
    route(receiveOmiWords(parts), { ...options, path: `${OMI_PATH}/words`, query: ['uid'] }),
  ];
}
