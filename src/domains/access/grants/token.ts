import { createHash, randomBytes } from 'node:crypto';

/**
 * The secrets of OAuth: a code in the browser, then tokens. The prefix identifies the kind of a
 * secret.
 */
const PREFIXES = { code: 'svc_code_', access: 'svc_oat_', refresh: 'svc_ort_' } as const;

export function mint(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url');
}

/** Returns the hash that is stored for a token: 256 random bits need no salt. */
export function grantTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Checks PKCE with S256: returns whether the verifier matches the challenge. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
