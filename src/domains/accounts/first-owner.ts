import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Conflict, Forbidden } from '../../core/errors.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import type { Db } from '../../storage/database.ts';
import { NewAccount } from './account.ts';
import { countUsers } from './accounts.sql.ts';
import type { Identity } from './identity.ts';

/**
 * Creates the first account. With an address and a password in the environment, the account is
 * created at once. Otherwise the terminal shows a link with a secret. The link is valid until the
 * account exists or the process ends.
 */
export interface FirstOwner {
  /** The secret of the set-up link; null when an account already exists. */
  token: string | null;
}

export async function prepareFirstOwner({
  db,
  identity,
  settings,
}: {
  db: Db;
  identity: Identity;
  settings: {
    ownerEmail?: string | undefined;
    ownerPassword?: string | undefined;
    timezone: string;
  };
}): Promise<FirstOwner> {
  if ((await countUsers(db)) > 0) return { token: null };
  const { ownerEmail: email, ownerPassword: password, timezone } = settings;
  if (!email || !password) return { token: randomBytes(24).toString('base64url') };
  await identity
    .createAccount({ email, password, timezone, name: nameOf(email) })
    .catch((error) => {
      // Another process of the same installation created the account first.
      if (!(error instanceof Conflict)) throw error;
    });
  return { token: null };
}

export const describeSetUp = defineOperation({
  name: 'describeSetUp',
  summary: 'Get whether the owner account exists',
  description: 'A set-up link works only while it does not exist.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.object({ has_owner: z.boolean().describe('True when the owner account exists.') }),
  run: async ({ db }) => ({ has_owner: (await countUsers(db)) > 0 }),
});

/** Creates the owner account through the set-up link. */
export function setUpOwnerOperation(identity: Identity, { token }: FirstOwner) {
  return defineOperation({
    name: 'setUpOwner',
    summary: 'Create the owner account with the one-time set-up link',
    scope: null,
    effect: 'write',
    input: NewAccount.extend({
      setup_token: z.string().max(200).describe('The secret of the set-up link.'),
    }),
    output: z.object({ user_id: z.string().describe('The id of the new account.') }),
    run: async ({ db }, { setup_token, ...account }) => {
      await requireSetUp(db, { token }, setup_token);
      return { user_id: await identity.createAccount(account) };
    },
  });
}

/** Throws unless the secret of the set-up link is right and there is no account yet. */
export async function requireSetUp(
  db: Db,
  { token }: FirstOwner,
  setup_token: string,
): Promise<void> {
  if (token === null || !isSame(setup_token, token)) {
    throw new Forbidden('This set-up link is not valid. The terminal shows the current link.');
  }
  if ((await countUsers(db)) > 0) {
    throw new Conflict('The owner account already exists. Sign in instead.');
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function nameOf(email: string): string {
  const name = email.split('@')[0]!.split(/[._+-]/)[0]!;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
