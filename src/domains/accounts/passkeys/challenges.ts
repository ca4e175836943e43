import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The time in which a challenge must be answered. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;

/**
 * Signed challenges for passkeys. The service stores only answered ones, so strangers who ask for
 * challenges cannot fill the database.
 */
export interface Challenges {
  /** `purpose` says what the answer may do and for whom. */
  issue(purpose: string, now: Date): string;
  /** Returns when the challenge expires; null when it is forged, too old or for another purpose. */
  expiryOf(challenge: string, purpose: string, now: Date): Date | null;
}

export function openChallenges(secret: string): Challenges {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32));
  const sign = (head: Buffer, purpose: string) =>
    createHmac('sha256', key).update(head).update(purpose).digest();
  return {
    issue(purpose, now) {
      const expiry = Buffer.alloc(TIME_BYTES);
      expiry.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
      const head = Buffer.concat([expiry, randomBytes(NONCE_BYTES)]);
      return Buffer.concat([head, sign(head, purpose)]).toString('base64url');
    },
    expiryOf(challenge, purpose, now) {
      const given = Buffer.from(challenge, 'base64url');
      const head = given.subarray(0, TIME_BYTES + NONCE_BYTES);
      const [signature, wanted] = [given.subarray(head.length), sign(head, purpose)];
      if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) return null;
      const expiry = head.readUIntBE(0, TIME_BYTES);
      return expiry > now.getTime() ? new Date(expiry) : null;
    },
  };
}
