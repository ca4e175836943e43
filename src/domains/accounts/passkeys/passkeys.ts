/** Passkeys of the signed-in user. */
import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../../core/errors.ts';
import { UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import type { Db } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isTaken } from '../../../storage/violations.ts';
import { lockUser, selectUser } from '../accounts.ts';
import type { Identity } from '../identity.ts';
import { selectSignIns } from '../linked/linked-accounts.ts';
import { requireProof } from '../passwords.ts';
import { logSecurityEvent } from '../security/security-log.ts';
import { challengeOf } from './client-data.ts';
import type { Challenges } from './challenges.ts';
import { creationOptions, verifiedPasskey } from './creation.ts';
import { MAX_PASSKEYS, Name, Options, Passkey, RegistrationResponse } from './passkey.ts';
import * as sql from './passkeys.sql.ts';
import { requireRelyingParty } from './relying-party.ts';

export interface PasskeyParts {
  identity: Identity;
  challenges: Challenges;
  /** The public address, without a trailing slash. */
  site(): string;
  /** The OpenID Connect provider, with which users may sign in without a passkey. */
  oidc: { readonly issuer: string } | null;
}

const FULL = `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`;
const EXPIRED =
  'This passkey was not added: the request is older than five minutes, was used before, or belongs to another account. Try again.';

export function passkeyOperations({ identity, challenges, site }: PasskeyParts) {
  const startRegistration = defineOperation({
    name: 'startPasskey',
    summary: 'Get the options with which a browser creates a passkey',
    description:
      'Send the created passkey to `POST /v1/users/me/passkeys` within five minutes. Passkeys need ' +
      'https and a host name (`SVC_BASE_URL`), or localhost.',
    scope: null,
    effect: 'write',
    // Wrong passwords stay counted, and the check of the password needs the database meanwhile.
    waits: true,
    input: z.strictObject({
      current_password: z
        .string()
        .min(1)
        .max(1024)
        .optional()
        .describe('Required unless you signed in during the last ten minutes.'),
    }),
    output: Options,
    run: async (context, { current_password }) => {
      const party = requireRelyingParty(site());
      const user_id = userOf(context);
      await requireProof(context, identity, current_password);
      const user = (await selectUser(context.db, user_id))!;
      const existing = await sql.selectPasskeys(context.db, user_id);
      if (existing.length >= MAX_PASSKEYS) throw new Conflict(FULL);
      const challenge = challenges.issue(`add ${user_id}`, context.clock.now());
      const options = await creationOptions({ party, user, challenge, existing });
      return { options };
    },
  });

  const add = defineOperation({
    name: 'addPasskey',
    summary: 'Add the passkey that a browser created',
    description: `An account can have ${MAX_PASSKEYS} passkeys.`,
    scope: null,
    effect: 'write',
    input: z.strictObject({ name: Name, credential: RegistrationResponse }),
    output: Passkey,
    run: async (context, { name, credential }) => {
      const party = requireRelyingParty(site());
      const user_id = userOf(context);
      const now = context.clock.now();
      const challenge = challengeOf(credential.response.clientDataJSON);
      const expires_at = challenges.expiryOf(challenge, `add ${user_id}`, now);
      if (!expires_at) throw new Invalid(EXPIRED);
      const made = await verifiedPasskey(credential, { challenge, party });
      const row = {
        ...made,
        user_id,
        id: context.newId(),
        name,
        created_at: now,
        last_used_at: null,
      };
      await transaction(context.db, async (db) => {
        // Simultaneous requests wait here, so that together they do not exceed the limit.
        await lockUser(db, user_id);
        if (!(await sql.claimChallenge(db, { user_id, challenge, expires_at }, now))) {
          throw new Invalid(EXPIRED);
        }
        if ((await sql.selectPasskeys(db, user_id)).length >= MAX_PASSKEYS)
          throw new Conflict(FULL);
        await sql.insertPasskey(db, row);
        await logSecurityEvent({ ...context, db }, user_id, {
          event: 'passkey_added',
          subject: name,
          subject_id: row.id,
        });
      }).catch((error: unknown) => {
        if (isTaken(error)) throw new Conflict('This passkey is already in use.');
        throw error;
      });
      return row;
    },
  });
  return { startRegistration, add };
}

export const listPasskeys = defineOperation({
  name: 'listPasskeys',
  summary: 'List your passkeys, newest first',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.array(Passkey),
  run: (context) => sql.selectPasskeys(context.db, userOf(context)),
});

export const renamePasskey = defineOperation({
  name: 'renamePasskey',
  summary: 'Rename a passkey',
  scope: null,
  effect: 'write',
  input: z.strictObject({ passkey_id: z.string().max(100), name: Name }),
  output: Passkey,
  run: async (context, { passkey_id, name }) => {
    const row =
      UUID.test(passkey_id) &&
      (await sql.updateName(context.db, userOf(context), passkey_id, name));
    if (!row) throw new NotFound('Passkey not found');
    return row;
  },
});

export function deletePasskeyOperation({ oidc }: Pick<PasskeyParts, 'oidc'>) {
  return defineOperation({
    name: 'deletePasskey',
    summary: 'Remove a passkey',
    description:
      'Sessions that began with the passkey go on. The last way to sign in cannot be removed.',
    scope: null,
    effect: 'destroy',
    needsRoom: false,
    input: z.object({ passkey_id: z.string().max(100) }),
    output: z.object({}),
    run: async (context, { passkey_id }) => {
      if (!UUID.test(passkey_id)) throw new NotFound('Passkey not found');
      const user_id = userOf(context);
      await transaction(context.db, async (db) => {
        // Two simultaneous removals must not each leave the passkey that the other removes.
        await lockUser(db, user_id);
        const removed = await sql.deletePasskey(db, user_id, passkey_id);
        if (!removed) throw new NotFound('Passkey not found');
        const left = await sql.selectPasskeys(db, user_id);
        const { hasPassword, linked_at } = await selectSignIns(db, user_id, oidc?.issuer ?? null);
        if (left.length === 0 && !hasPassword && linked_at === null) {
          throw new Conflict(
            'This passkey is your only way to sign in. Add another passkey or set a password first.',
          );
        }
        await logSecurityEvent({ ...context, db }, user_id, {
          event: 'passkey_removed',
          subject: removed.name,
          subject_id: passkey_id,
        });
      });
      return {};
    },
  });
}

/** Returns how many passkeys the user has. */
export async function countPasskeys(db: Db, user_id: string): Promise<number> {
  return (await sql.selectPasskeys(db, user_id)).length;
}

export { claimChallenge, insertPasskey } from './passkeys.sql.ts';
