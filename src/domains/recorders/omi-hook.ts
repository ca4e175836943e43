/** Omi sends a finished conversation to an address of the user's choice. */
import { z } from 'zod';
import { behindWall } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { connectionOfHook, noteRecords } from '../connections/connection-hooks.ts';
import type { HookTokens } from '../connections/connection-hooks.ts';
import { HOOK_PATH } from '../connections/connections.ts';
import { omiRecord } from './omi.ts';
import { storeRecords } from './recorder.ts';

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
      const own = behindWall({ ...context, actor: { kind: 'job', user_id } });
      const signal = context.signal ?? new AbortController().signal;
      const given = [omiRecord(own, 'conversations', record)];
      const records = await storeRecords(own, { user_id, id, signal }, given);
      await noteRecords(own, { user_id, id }, records);
      context.changed(user_id);
      return {};
    },
  });

export function recorderRoutes({ hooks }: { hooks: HookTokens }): Route[] {
  return [
    route(receiveOmi(hooks), {
      method: 'POST',
      path: HOOK_PATH.replace('{kind}', 'omi'),
      credential: 'none',
      status: 204,
      query: ['uid'],
    }),
  ];
}
