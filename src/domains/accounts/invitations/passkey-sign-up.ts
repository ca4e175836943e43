/** Creating an account with a passkey instead of a password. */
import { z } from 'zod';
import { Forbidden, Invalid } from '../../../core/errors.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { lockByName, transaction } from '../../../storage/transaction.ts';
import { isTaken } from '../../../storage/violations.ts';
import { NewAccount, SignedIn } from '../account.ts';
import type { SignUp } from '../account.ts';
import { selectFirstUser, selectUser } from '../accounts.ts';
import { countAttempt, returnAttempt } from '../attempts.ts';
import { requireSetUp } from '../first-owner.ts';
import type { FirstOwner } from '../first-owner.ts';
import type { Identity } from '../identity.ts';
import { insertUser, newUserId } from '../linked/linked-accounts.ts';
import { networkOf } from '../network.ts';
import type { Challenges } from '../passkeys/challenges.ts';
import { challengeOf } from '../passkeys/client-data.ts';
import { creationOptions, verifiedPasskey } from '../passkeys/creation.ts';
import { Name, Options, RegistrationResponse } from '../passkeys/passkey.ts';
import { claimChallenge, insertPasskey } from '../passkeys/passkeys.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { logSecurityEvent } from '../security/security-log.ts';
import { admitsAccount, CLOSED, hashOf, NOT_POSSIBLE, PER_NETWORK } from './invitations.ts';
import * as sql from './invitations.sql.ts';

export interface PasskeySignUpParts {
  identity: Identity;
  challenges: Challenges;
  signUp: SignUp;
  owner: FirstOwner;
  /** The public address, without a trailing slash. */
  site(): string;
}

const Admission = {
  invitation: z.string().max(100).optional().describe('The token from the link of an invitation.'),
  setup_token: z
    .string()
    .max(200)
    .optional()
    .describe('The secret of the set-up link, for the account of the owner.'),
};
type Admission = z.infer<z.ZodObject<typeof Admission>>;

const { email, name, timezone } = NewAccount.shape;
const EXPIRED = 'No account was created: the request is older than five minutes. Try again.';

export function startPasskeySignUpOperation(parts: PasskeySignUpParts) {
  return defineOperation({
    name: 'startPasskeySignUp',
    summary: 'Get the options with which a browser creates the passkey of a new account',
    description:
      'Send the created passkey to `POST /v1/auth/sign-up/passkey` within five minutes. Passkeys need ' +
      'https and a host name (`SVC_BASE_URL`), or localhost.',
    scope: null,
    effect: 'write',
    // A wrong field is refused before the device makes a passkey.
    input: z.strictObject({ email, name, timezone, ...Admission }),
    output: Options.extend({
      user_id: z.string().describe('The id of the account. Send it with the passkey.'),
    }).meta({ id: 'PasskeySignUpOptions' }),
    run: async (context, { email, name, invitation, setup_token }) => {
      const party = requireRelyingParty(parts.site());
      // Otherwise the device would keep a passkey of no account.
      await requireAdmission(context, parts, { invitation, setup_token });
      const id = newUserId();
      const challenge = parts.challenges.issue(purposeOf(id), context.clock.now());
      const user = { id, email, name };
      return {
        user_id: id,
        options: await creationOptions({ party, user, challenge, existing: [] }),
      };
    },
  });
}

export function signUpWithPasskeyOperation({
  identity,
  challenges,
  site,
  signUp,
  owner,
}: PasskeySignUpParts) {
  return defineOperation({
    name: 'signUpWithPasskey',
    summary: 'Create an account with a passkey, and sign in',
    description:
      'The account has no password; its user can set one within ten minutes of a sign-in.',
    scope: null,
    effect: 'write',
    input: z.strictObject({
      user_id: z.string().max(100).describe('From the answer with the options.'),
      email,
      name,
      timezone,
      passkey_name: Name,
      credential: RegistrationResponse,
      ...Admission,
    }),
    output: SignedIn,
    run: async (
      context,
      { user_id, credential, passkey_name, invitation, setup_token, ...given },
    ) => {
      const party = requireRelyingParty(site());
      const { db, clock, ip, user_agent = null } = context;
      const now = clock.now();
      const challenge = challengeOf(credential.response.clientDataJSON);
      const expires_at = challenges.expiryOf(challenge, purposeOf(user_id), now);
      if (!expires_at) throw new Invalid(EXPIRED);
      const subject = `sign-up ${networkOf(ip)}`;
      await countAttempt(db, { subject, ...PER_NETWORK, now, reason: 'Too many attempts.' });
      const made = await verifiedPasskey(credential, { challenge, party });
      const id = context.newId();
      const passkey = {
        ...made,
        user_id,
        id,
        name: passkey_name,
        created_at: now,
        last_used_at: null,
      };
      const account = { ...given, email: given.email.toLowerCase() };
      await transaction(db, async (tx) => {
        if (setup_token === undefined) {
          const isAdmitted = await admitsAccount(tx, {
            signUp,
            invitation: invitation ?? null,
            now,
          });
          if (!isAdmitted) throw new Forbidden(signUp === 'closed' ? CLOSED : NOT_POSSIBLE);
        } else {
          // Two browsers may have the link.
          await lockByName(tx, 'set-up of the owner');
          await requireSetUp(tx, owner, setup_token);
        }
        const user = { ...account, id: user_id, email_verified: false, created_at: now };
        if (!(await insertUser(tx, user))) throw new Forbidden(NOT_POSSIBLE);
        await claimChallenge(tx, { user_id, challenge, expires_at }, now);
        await insertPasskey(tx, passkey);
        await logSecurityEvent({ ...context, db: tx }, user_id, {
          event: 'passkey_added',
          by: 'passkey',
          subject: passkey_name,
          subject_id: id,
        });
      }).catch((error: unknown) => {
        throw isTaken(error) ? new Forbidden(NOT_POSSIBLE) : error;
      });
      if (signUp !== 'open' || setup_token !== undefined) await returnAttempt(db, subject, now);
      const session = await identity.startSession(user_id, { ip, user_agent });
      await logSecurityEvent(context, user_id, {
        event: 'signed_in',
        by: 'passkey',
        subject: passkey_name,
        subject_id: id,
      });
      const user = (await selectUser(db, user_id))!;
      return { token: session.token, user, expires_at: session.expires_at };
    },
  });
}

const purposeOf = (user_id: string): string => `sign up ${user_id}`;

/** Throws if the account could not be created. Guesses of invitations are slowed down. */
async function requireAdmission(
  { db, clock, ip }: Context,
  { signUp, owner }: PasskeySignUpParts,
  { invitation, setup_token }: Admission,
): Promise<void> {
  if (setup_token !== undefined) return requireSetUp(db, owner, setup_token);
  if (signUp === 'closed') throw new Forbidden(CLOSED);
  if ((await selectFirstUser(db)) === undefined) throw new Forbidden(NOT_POSSIBLE);
  if (signUp === 'open') return;
  const now = clock.now();
  const subject = `sign-up ${networkOf(ip)}`;
  await countAttempt(db, { subject, ...PER_NETWORK, now, reason: 'Too many attempts.' });
  if (invitation === undefined || !(await sql.isOpen(db, hashOf(invitation), now))) {
    throw new Forbidden(NOT_POSSIBLE);
  }
  await returnAttempt(db, subject, now);
}
