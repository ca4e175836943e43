/** Passkeys that a browser creates: its options, and the check of its answer. */
import { Invalid } from '../../../core/errors.ts';
import { CHALLENGE_MS } from './challenges.ts';
import type { RegistrationResponse } from './passkey.ts';
import type { PasskeyRow } from './passkeys.sql.ts';
import type { RelyingParty } from './relying-party.ts';

/** Passkeys load a megabyte of code, which a service without passkeys does not need. */
export const library = () => import('@simplewebauthn/server');

const UNVERIFIED =
  'The passkey could not be verified. It must be made on a page of this service, on a device that checks a PIN, a fingerprint or a face.';

export async function creationOptions({
  party,
  user,
  challenge,
  existing,
}: {
  party: RelyingParty;
  user: { id: string; email: string; name: string };
  challenge: string;
  /** The devices with these passkeys get no second one. */
  existing: readonly PasskeyRow[];
}): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Commonplace',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Returns the passkey that a browser created; throws when it is not genuine. */
export async function verifiedPasskey(
  credential: RegistrationResponse,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<Omit<PasskeyRow, 'user_id' | 'id' | 'name' | 'created_at' | 'last_used_at'>> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo: made } = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw Object.assign(new Invalid(UNVERIFIED), { cause });
  });
  if (!verified) throw new Invalid(UNVERIFIED);
  return {
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey),
    counter: made.credential.counter,
    transports: credential.response.transports,
    is_syncable: made.credentialDeviceType === 'multiDevice',
    is_backed_up: made.credentialBackedUp,
  };
}
