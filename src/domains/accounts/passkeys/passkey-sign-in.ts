/** Signing in with a passkey instead of an address and a password. */
import { z } from 'zod';
import { Unauthenticated } from '../../../core/errors.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { transaction } from '../../../storage/transaction.ts';
import { SignedIn } from '../account.ts';
import { selectUser } from '../accounts.ts';
import { countAttempt, returnAttempt } from '../attempts.ts';
import { networkOf } from '../network.ts';
import { logFailure, logSecurityEvent } from '../security/security-log.ts';
import { challengeOf } from './client-data.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { library } from './creation.ts';
import { AuthenticationResponse, Options } from './passkey.ts';
import type { PasskeyRow } from './passkeys.sql.ts';
import * as sql from './passkeys.sql.ts';
import type { PasskeyParts } from './passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';
import type { RelyingParty } from './relying-party.ts';

const PURPOSE = 'sign in';
const PER_NETWORK = { free: 30, maxSeconds: 900 };
const REFUSED =
  'The passkey was refused. It may have been removed, or the request is older than five minutes. Try again, or sign in another way.';

export function passkeySignInOptions({ challenges, site }: PasskeyParts) {
  return defineOperation({
    name: 'startPasskeySignIn',
    summary: 'Get the options with which a browser signs in with a passkey',
    description: 'Send the answer of the browser to `POST /v1/auth/passkey` within five minutes.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: Options,
    run: async ({ clock }) => {
      const party = requireRelyingParty(site());
      const { generateAuthenticationOptions } = await library();
      const challenge = Buffer.from(challenges.issue(PURPOSE, clock.now()), 'base64url');
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(challenge),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      });
      return { options: { ...options } };
    },
  });
}

export function passkeySignIn({ identity, challenges, site }: PasskeyParts) {
  return defineOperation({
    name: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'Each answer of a browser works once.',
    scope: null,
    effect: 'write',
    needsRoom: false,
    input: z.strictObject({ credential: AuthenticationResponse }),
    output: SignedIn,
    run: async (context, { credential }) => {
      const { db, clock, ip, user_agent = null } = context;
      const party = requireRelyingParty(site());
      const now = clock.now();
      const subject = `passkey ${networkOf(ip)}`;
      const reason = 'Too many refused passkeys.';
      await countAttempt(db, { subject, ...PER_NETWORK, now, reason });
      const challenge = challengeOf(credential.response.clientDataJSON);
      const expires_at = challenges.expiryOf(challenge, PURPOSE, now);
      const passkey = expires_at && (await sql.selectByCredential(db, credential.id));
      const used = passkey && (await verified(credential, { passkey, challenge, party }));
      if (!used) {
        const owner = async () => passkey?.user_id;
        if (passkey) logFailure(context, owner, { event: 'sign_in_failed', by: 'passkey' });
        throw new Unauthenticated(REFUSED);
      }
      const { user_id } = used;
      await transaction(db, async (tx) => {
        const isFirst = await sql.claimChallenge(tx, { user_id, challenge, expires_at }, now);
        if (!isFirst || !(await sql.noteUse(tx, used, now))) throw new Unauthenticated(REFUSED);
      });
      const session = await identity.startSession(user_id, { ip, user_agent });
      await returnAttempt(db, subject, now);
      await logSecurityEvent(context, user_id, {
        event: 'signed_in',
        by: 'passkey',
        subject: used.name,
        subject_id: used.id,
      });
      const user = (await selectUser(db, user_id))!;
      return { token: session.token, user, expires_at: session.expires_at };
    },
  });
}

/** Returns the passkey with its new counter; null when the answer is not genuine. */
async function verified(
  credential: AuthenticationResponse,
  { passkey, challenge, party }: { passkey: PasskeyRow; challenge: string; party: RelyingParty },
): Promise<PasskeyRow | null> {
  const { userHandle } = credential.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    return null;
  const { verifyAuthenticationResponse } = await library();
  const { credential_id, public_key, counter, transports } = passkey;
  const outcome = await verifyAuthenticationResponse({
    response: credential as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter, transports },
    requireUserVerification: true,
  }).catch(() => null);
  if (!outcome?.verified) return null;
  const { newCounter, credentialBackedUp } = outcome.authenticationInfo;
  return { ...passkey, counter: newCounter, is_backed_up: credentialBackedUp };
}
