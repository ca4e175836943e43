import { createHmac, randomBytes } from 'node:crypto';

/**
 * The format of the requests to a receiver: `standard` follows the Standard Webhooks specification,
 * and `reference` is that of the four older webhooks.
 */
export type Format = 'reference' | 'standard';

const PREFIX = 'whsec_';

export function newSecret(format: Format): string {
  return PREFIX + randomBytes(32).toString(format === 'standard' ? 'base64' : 'base64url');
}

export interface Signable {
  /** The id of the delivery, which all its attempts have. */
  id: string;
  type: string;
  user_id: string;
  body: Uint8Array;
  at: Date;
  secrets: readonly string[];
}

/** Returns the headers that name and sign a delivery. Each secret adds a signature. */
export function signedHeaders(format: Format, delivery: Signable): Record<string, string> {
  return format === 'standard' ? standardHeaders(delivery) : referenceHeaders(delivery);
}

/** The signature is `v1,<base64>`: HMAC-SHA256 of `id.timestamp.body`. */
function standardHeaders({ id, body, at, secrets }: Signable): Record<string, string> {
  const seconds = secondsOf(at);
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${hmac(key, `${id}.${seconds}.`, body).toString('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signed.join(' '),
  };
}

/** The signature is `t=<unix>,v1=<hex>`: HMAC-SHA256 of `t.user_id.body`. */
function referenceHeaders(delivery: Signable): Record<string, string> {
  const { id, type, user_id, body, at, secrets } = delivery;
  const seconds = secondsOf(at);
  const signed = secrets.map(
    (secret) => `v1=${hmac(secret, `${seconds}.${user_id}.`, body).toString('hex')}`,
  );
  return {
    'X-Svc-Event': type,
    'X-Svc-Delivery': id,
    'Idempotency-Key': id,
    ...(signed.length > 0 && { 'X-Svc-Signature': [`t=${seconds}`, ...signed].join(',') }),
  };
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

function hmac(key: string | Buffer, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest();
}

interface StoredSecrets {
  secret: Buffer;
  previous: Buffer | null;
  previous_until: Date | null;
}

/** Returns the sealed secrets that sign at this time. */
export function validSecrets(
  { secret, previous, previous_until }: StoredSecrets,
  at: Date,
): Buffer[] {
  return previous && previous_until! > at ? [secret, previous] : [secret];
}

/** The time for which the previous secret also signs. */
export const OLD_SECRET_SIGNS_MS = 24 * 3600 * 1000;
