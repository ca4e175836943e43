import { createHmac, randomBytes } from 'node:crypto';

/** Secrets and signatures according to the Standard Webhooks specification. */

const PREFIX = 'whsec_';

export function newStandardSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Returns one `v1,<base64>` for each secret: HMAC-SHA256 of `id.timestamp.body`. */
export function standardSignature(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: Uint8Array },
): string {
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return signed.join(' ');
}
