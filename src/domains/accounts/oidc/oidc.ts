/** OpenID Connect sign-in: what is configured, and connecting it with the own account. */
import { z } from 'zod';
import { Conflict, NotFound, Unavailable } from '../../../core/errors.ts';
import { text, Timestamp } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { transaction } from '../../../storage/transaction.ts';
import { Timezone } from '../account.ts';
import type { SignUp } from '../account.ts';
import { lockUser } from '../accounts.ts';
import type { Identity } from '../identity.ts';
import { deleteLinks, selectSignIns } from '../linked/linked-accounts.ts';
import { requireProof } from '../passwords.ts';
import { countPasskeys } from '../passkeys/passkeys.ts';
import { logSecurityEvent } from '../security/security-log.ts';
import { FLOW_MS, ownPath } from './flows.ts';
import type { Flow, Flows } from './flows.ts';
import type { OidcProvider } from './provider.ts';
import { noteRefusal, OidcRefused, REFUSALS } from './refusals.ts';

export interface OidcParts {
  /** Null when the operator configured no provider. */
  oidc: OidcProvider | null;
  flows: Flows;
  identity: Identity;
  signUp: SignUp;
  /** The time zone of a new account whose browser tells none. */
  timezone: string;
  /** The public address, without a trailing slash. */
  site(): string;
}

export const CALLBACK_PATH = '/v1/auth/oidc/callback';

const ReturnTo = text({ min: 1, max: 500 })
  .refine((path) => ownPath(path) !== null, 'Use a path of a page of this service, such as /tasks')
  .describe('The path of the page that the browser opens afterwards.');

/** The start of a sign-in. `flow` is a secret of the browser, which the transport puts in a cookie. */
const Begun = z.object({ url: z.string(), state: z.string(), flow: z.string() });
export type Begun = z.infer<typeof Begun>;

/** The part of a start that clients see. */
export const BegunAnswer = z
  .object({
    url: z
      .string()
      .describe(
        'The address at the provider. Open it in the browser that received this answer and its cookie, ' +
          'within ten minutes.',
      ),
  })
  .meta({ id: 'OidcSignIn' });

export function describeOidcOperation({ oidc }: Pick<OidcParts, 'oidc'>) {
  return defineOperation({
    name: 'describeOidc',
    summary: 'Get the OpenID Connect provider with which users can sign in',
    description: 'Does not ask the provider, so it also answers while the provider is away.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: z
      .object({
        name: z
          .string()
          .nullable()
          .describe('The name of the provider, for a button; null when there is none.'),
      })
      .meta({ id: 'OidcProvider' }),
    run: async () => ({ name: oidc?.name ?? null }),
  });
}

export function startOidcOperation(parts: OidcParts) {
  return defineOperation({
    name: 'startOidcSignIn',
    summary: 'Start a sign-in with the OpenID Connect provider',
    description:
      'Sets a cookie that the sign-in needs. The provider sends the browser back to ' +
      `\`${CALLBACK_PATH}\`, which signs in and opens the page \`return_to\`. A link to ` +
      '`GET /v1/auth/oidc/start?return_to=…` does the same without a script.',
    scope: null,
    effect: 'read',
    waits: true,
    input: z.strictObject({
      return_to: ReturnTo.default('/'),
      timezone: Timezone.optional().describe('The time zone of a new account.'),
      invitation: z
        .string()
        .max(100)
        .optional()
        .describe('The token from the link of an invitation, for a new account.'),
    }),
    output: Begun,
    run: (context, { return_to, timezone = null, invitation = null }) =>
      begin(context, parts, { user_id: null, return_to, timezone, invitation }),
  });
}

export function linkOidcOperation(parts: OidcParts) {
  return defineOperation({
    name: 'linkOidc',
    summary: 'Start to connect your account with the OpenID Connect provider',
    description: 'Works like the start of a sign-in. Afterwards you can sign in with the provider.',
    scope: null,
    effect: 'write',
    // Wrong passwords stay counted, and the provider is asked.
    waits: true,
    input: z.strictObject({
      return_to: ReturnTo.default('/settings'),
      current_password: z
        .string()
        .min(1)
        .max(1024)
        .optional()
        .describe('Required unless you signed in during the last ten minutes.'),
    }),
    output: Begun,
    run: async (context, { return_to, current_password }) => {
      if (parts.oidc === null) throw new NotFound(REFUSALS.not_configured);
      await requireProof(context, parts.identity, current_password);
      const flow = { user_id: userOf(context), return_to, timezone: null, invitation: null };
      return begin(context, parts, flow);
    },
  });
}

async function begin(
  context: Context,
  { oidc, flows, site }: OidcParts,
  asked: Pick<Flow, 'user_id' | 'return_to' | 'timezone' | 'invitation'>,
): Promise<Begun> {
  if (oidc === null) throw new NotFound(REFUSALS.not_configured);
  const { url, secrets } = await oidc.begin(`${site()}${CALLBACK_PATH}`).catch((error: unknown) => {
    noteRefusal(context, error);
    if (!(error instanceof OidcRefused)) throw error;
    throw new Unavailable(error.message, { cause: error.cause });
  });
  const expires_at = context.clock.now().getTime() + FLOW_MS;
  const return_to = ownPath(asked.return_to)!;
  const flow = flows.close({ ...asked, ...secrets, return_to, expires_at });
  return { url, state: secrets.state, flow };
}

const SignInMethods = z
  .object({
    has_password: z.boolean().describe('True when the account has a password.'),
    passkeys: z.int().describe('The number of passkeys.'),
    oidc: z
      .object({
        name: z.string().describe('The name of the provider.'),
        connected_at: Timestamp.nullable().describe('Null while it is not connected.'),
      })
      .nullable()
      .describe('The OpenID Connect provider; null when the operator configured none.'),
  })
  .meta({ id: 'SignInMethods' });

export function signInMethodsOperation({ oidc }: Pick<OidcParts, 'oidc'>) {
  return defineOperation({
    name: 'getSignInMethods',
    summary: 'Get the ways in which you can sign in',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: SignInMethods,
    run: async ({ db, ...context }) => {
      const user_id = userOf(context);
      const { hasPassword, linked_at } = await selectSignIns(db, user_id, oidc?.issuer ?? null);
      return {
        has_password: hasPassword,
        passkeys: await countPasskeys(db, user_id),
        oidc: oidc && { name: oidc.name, connected_at: linked_at },
      };
    },
  });
}

export function unlinkOidcOperation({ oidc }: Pick<OidcParts, 'oidc'>) {
  return defineOperation({
    name: 'unlinkOidc',
    summary: 'Disconnect your account from the OpenID Connect provider',
    description:
      'Sessions that began with the provider go on. The last way to sign in cannot be removed.',
    scope: null,
    effect: 'destroy',
    needsRoom: false,
    input: NoInput,
    output: z.object({}),
    run: async (context) => {
      const user_id = userOf(context);
      const issuer = oidc?.issuer ?? null;
      await transaction(context.db, async (db) => {
        // The removal of the last passkey at the same time waits here.
        await lockUser(db, user_id);
        if (issuer === null || !(await deleteLinks(db, user_id, issuer))) {
          throw new NotFound('Your account is not connected with an OpenID Connect provider.');
        }
        const { hasPassword } = await selectSignIns(db, user_id, issuer);
        if (!hasPassword && (await countPasskeys(db, user_id)) === 0) {
          throw new Conflict(
            'This is your only way to sign in. Set a password or add a passkey first.',
          );
        }
        await logSecurityEvent({ ...context, db }, user_id, {
          event: 'oidc_unlinked',
          subject: oidc!.name,
        });
      });
      return {};
    },
  });
}
