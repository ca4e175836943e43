import { z } from 'zod';
import { defineEvent } from '../../../core/event.ts';
import { setting } from '../../../core/setting.ts';
import { CreatedAt, Timestamp } from '../../../core/wire.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { ConfiguredClients } from './clients.ts';

/** The permission that each scope gives, in words for the user. */
export const PERMISSIONS: Record<AssistantScope, string> = {
  'memories:read': 'Read what is remembered about you',
  'memories:write': 'Add, change and delete memories',
  'conversations:read': 'Read your conversations, transcripts and daily summaries',
  'conversations:write': 'Save conversations and notes, and name speakers',
  'action_items:read': 'Read your tasks',
  'action_items:write': 'Add, change, complete and delete tasks',
  'goals:read': 'Read your goals',
  'goals:write': 'Add goals and change their progress',
  'people:read': 'Read whom you talk with, and a few things they said',
  'chat:read': 'Read what you asked here and what was answered',
};

export const Grant = z
  .object({
    id: z.string().describe('The id of the connection.'),
    client_id: z.string().describe('The id under which the assistant is registered.'),
    client_name: z.string().describe('The displayed name of the assistant.'),
    redirect_host: z
      .string()
      .describe('The host to which the browser was redirected after the user gave permission.'),
    resource: z.string().describe('The only address at which the tokens are valid.'),
    scopes: z.array(z.string()).describe('The permissions of the assistant.'),
    permissions: z.array(z.string()).describe('The scopes in plain words, in the same order.'),
    created_at: CreatedAt,
    last_used_at: Timestamp.nullable().describe(
      'The time of the last request of the assistant; null before the first.',
    ),
    ends_at: Timestamp.nullable().describe(
      'The time at which the connection ends by itself; null if it does not.',
    ),
  })
  .meta({ id: 'Grant' });
export type GrantOutput = z.output<typeof Grant>;

/** The offered numbers of days after which a connection ends. */
export const LASTING_DAYS = [1, 7, 30, 90] as const;

export const GrantPatch = z.object({
  ends_after_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .describe('Ends the connection this many days from now; null if it shall not end by itself.'),
});

/** Returns the end of a connection that lasts this many days; null if it does not end. */
export function endAfter(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(now.getTime() + days * 86_400_000);
}

/** Tokens of the grant were revoked. Open streams must check whether their token is still valid. */
export const grantRevoked = defineEvent({
  name: 'grant.revoked',
  payload: z.object({ grant_id: z.string() }),
});

const seconds = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(10 * 365 * 86_400)
    .default(fallback);

export const grantSettings = {
  clients: setting({
    env: 'SVC_OAUTH_CLIENTS',
    doc:
      'Assistants besides ChatGPT and Claude that may ask for access, as a JSON list such as ' +
      '`[{"id": "notes", "name": "Notes", "redirect_uris": ' +
      '["https://notes.example.org/callback"], "scopes": ["memories.read"]}]`. If an assistant ' +
      'asks for no scopes, the consent page preselects those in `scopes` that read.',
    schema: ConfiguredClients,
    fallback: 'none',
  }),
  unknownClients: setting({
    env: 'SVC_OAUTH_UNKNOWN_CLIENTS',
    doc:
      'Lets users connect assistants that are not registered: `on` or `off`. Such an assistant ' +
      'names the address of a document about itself (Client ID Metadata Document). The service ' +
      'fetches it when a signed-in user has agreed to that host.',
    schema: z
      .enum(['on', 'off'])
      .default('off')
      .transform((word) => word === 'on'),
    fallback: '`off`',
  }),
  codeSeconds: setting({
    env: 'SVC_OAUTH_CODE_SECONDS',
    doc: 'The time in which an assistant must exchange its authorization code for tokens.',
    schema: seconds(600),
  }),
  accessSeconds: setting({
    env: 'SVC_OAUTH_ACCESS_SECONDS',
    doc:
      'The lifetime of an access token. A longer time is more convenient with assistants that ' +
      'renew the token late; a shorter one is safer.',
    schema: seconds(3600),
  }),
  refreshSeconds: setting({
    env: 'SVC_OAUTH_REFRESH_SECONDS',
    doc: 'The time that an unused assistant stays connected.',
    schema: seconds(365 * 86_400),
  }),
  signInSeconds: setting({
    env: 'SVC_OAUTH_SIGN_IN_SECONDS',
    doc:
      'The longest time that an assistant stays connected, even if the user uses it. After ' +
      'that the user signs in again.',
    schema: seconds(3 * 365 * 86_400),
  }),
};

export interface Lifetimes {
  codeSeconds: number;
  accessSeconds: number;
  refreshSeconds: number;
  signInSeconds: number;
}
