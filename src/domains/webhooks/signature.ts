import { createHmac, randomBytes } from 'node:crypto';

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Returns `t=<unix>,v1=<hex>` with one `v1` per secret: HMAC-SHA256 of `t.user_id.body`. */
export function signature(
  secrets: readonly string[],
  { at, user_id, body }: { at: Date; user_id: string; body: Uint8Array },
): string {
  const t = Math.floor(at.getTime() / 1000);
  const signed = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${t}.${user_id}.`).update(body);
    return `v1=${hmac.digest('hex')}`;
  });
  return [`t=${t}`, ...signed].join(',');
}
