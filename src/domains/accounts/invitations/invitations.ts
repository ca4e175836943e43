import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Conflict, Forbidden, NotFound } from '../../../core/errors.ts';
import { CreatedAt, Timestamp, UUID, text } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import type { Db } from '../../../storage/database.ts';
import { NewAccount, User } from '../account.ts';
import type { SignUp } from '../account.ts';
import { countAttempt, returnAttempt } from '../attempts.ts';
import type { Identity } from '../identity.ts';
import * as sql from './invitations.sql.ts';
import type { InvitationRow } from './invitations.sql.ts';
import { networkOf } from '../network.ts';
import { selectFirstUser } from '../accounts.ts';
import { requireOwner } from '../owner.ts';

const DAY_MS = 86_400_000;
/** Limits attempts to sign up, by network. */
export const PER_NETWORK = { free: 10, maxSeconds: 900 };

const Invitation = z
  .object({
    id: z.string().describe('The id of the invitation.'),
    note: z.string().describe('The note that tells for whom the invitation is.'),
    created_at: CreatedAt,
    expires_at: Timestamp.describe('The time after which the link no longer works.'),
    used_at: Timestamp.nullable().describe(
      'The time at which an account was created with the invitation; null before that.',
    ),
  })
  .meta({ id: 'Invitation' });

export const listInvitations = defineOperation({
  name: 'listInvitations',
  summary: 'List the invitations that the owner made, newest first',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.array(Invitation),
  run: async (context) => {
    await requireOwner(context);
    return sql.selectInvitations(context.db, userOf(context));
  },
});

export const deleteInvitation = defineOperation({
  name: 'deleteInvitation',
  summary: 'Withdraw an invitation',
  description: 'An account that was created with the invitation stays.',
  scope: null,
  effect: 'destroy',
  input: z.object({ invitation_id: z.string() }),
  output: z.object({}),
  run: async (context, { invitation_id }) => {
    await requireOwner(context);
    const user_id = userOf(context);
    const isDeleted =
      UUID.test(invitation_id) &&
      (await sql.deleteInvitationRow(context.db, user_id, invitation_id));
    if (!isDeleted) throw new NotFound('Invitation not found');
    return {};
  },
});

export function createInvitationOperation(signUp: SignUp, site: () => string) {
  return defineOperation({
    name: 'createInvitation',
    summary: 'Invite a person with a link that works once',
    description: 'Only the owner may invite. Only this answer shows the link.',
    scope: null,
    effect: 'write',
    input: z.strictObject({
      note: text({ max: 200 })
        .default('')
        .describe('A note that tells you for whom the invitation is.'),
      valid_days: z
        .int()
        .min(1)
        .max(30)
        .default(7)
        .describe('The number of days for which the link works.'),
    }),
    output: Invitation.extend({
      link: z.string().describe('The address of the invited person.'),
    }).meta({
      id: 'InvitationCreated',
    }),
    run: async (context, { note, valid_days }) => {
      await requireOwner(context);
      if (signUp === 'closed') throw new Forbidden(CLOSED);
      const token = `svc_inv_${randomBytes(32).toString('base64url')}`;
      const created_at = context.clock.now();
      const row: InvitationRow = {
        user_id: userOf(context),
        id: context.newId(),
        token_hash: hashOf(token),
        note,
        created_at,
        expires_at: new Date(created_at.getTime() + valid_days * DAY_MS),
        used_at: null,
      };
      await sql.insertInvitation(context.db, row);
      return { ...row, link: `${site()}/welcome#${token}` };
    },
  });
}

export function signUpOperation(identity: Identity, signUp: SignUp) {
  return defineOperation({
    name: 'signUp',
    summary: 'Create an account with an invitation',
    description:
      'Without an invitation, this works only if the operator has opened sign-up to everybody.',
    scope: null,
    effect: 'write',
    input: NewAccount.extend({
      invitation: z.string().max(100).optional().describe('The token from the link.'),
    }),
    output: z.object({
      user: User.pick({ id: true, email: true, name: true }).describe('The new account.'),
    }),
    run: async ({ db, clock, ip }, { invitation, ...account }) => {
      if (signUp === 'closed') throw new Forbidden(CLOSED);
      // Without this check, a stranger could become the owner before the owner does.
      if ((await selectFirstUser(db)) === undefined) throw new Forbidden(NOT_POSSIBLE);
      const now = clock.now();
      const subject = `sign-up ${networkOf(ip)}`;
      await countAttempt(db, { subject, ...PER_NETWORK, now, reason: 'Too many attempts.' });
      const hash = invitation === undefined ? null : hashOf(invitation);
      const isInvited = hash !== null && (await sql.claimInvitation(db, hash, now));
      if (!isInvited && signUp === 'invited') throw new Forbidden(NOT_POSSIBLE);
      const email = account.email.toLowerCase();
      const id = await identity.createAccount({ ...account, email }).catch(async (error) => {
        if (!(error instanceof Conflict)) throw error;
        if (isInvited) await sql.returnInvitation(db, hash);
        throw new Forbidden(NOT_POSSIBLE);
      });
      if (isInvited) await returnAttempt(db, subject, now);
      return { user: { id, email, name: account.name } };
    },
  });
}

/**
 * Returns whether a new account may be created, and marks its invitation as used. Without an owner,
 * a stranger could become the owner.
 */
export async function admitsAccount(
  db: Db,
  { signUp, invitation, now }: { signUp: SignUp; invitation: string | null; now: Date },
): Promise<boolean> {
  if (signUp === 'closed' || (await selectFirstUser(db)) === undefined) return false;
  const isInvited = invitation !== null && (await sql.claimInvitation(db, hashOf(invitation), now));
  return isInvited || signUp === 'open';
}

export const CLOSED = 'This service takes no new accounts.';

/** The message is the same for all reasons, so that nobody learns which addresses have accounts. */
export const NOT_POSSIBLE =
  'No account was created. The invitation may have expired or been used, or the address may already have an account.';

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
