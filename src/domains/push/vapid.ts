/** The keys with which the service identifies itself to push services (VAPID, RFC 8292). */
import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto';

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** Push services accept at most 24 hours. */
const VALID_SECONDS = 12 * 3600;

export interface Vapid {
  /** The public key in base64url, with which browsers subscribe. */
  publicKey: string;
  /** Returns the value of `Authorization` for a request to a push service. */
  authorization(endpoint: URL, now: Date): string;
}

/**
 * Derives the keys from the secret of the service. So all its processes have the same keys, and a
 * backup needs no other file. `contact` is an address for the operators of push services.
 */
export function vapidOf(secret: string, contact: () => string): Vapid {
  // 48 bytes make the remainder even: each private key is as likely as any other.
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'push', 48)).toString('hex');
  const scalar = (BigInt(`0x${seed}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: text(d),
      x: text(point.subarray(1, 33)),
      y: text(point.subarray(33)),
    },
  });
  const publicKey = text(point);
  const encoded = (value: object) => text(Buffer.from(JSON.stringify(value)));
  const header = encoded({ typ: 'JWT', alg: 'ES256' });
  return {
    publicKey,
    authorization(endpoint, now) {
      const exp = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
      const claims = encoded({ aud: endpoint.origin, exp, sub: contact() });
      const signed = `${header}.${claims}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${text(signature)}, k=${publicKey}`;
    },
  };
}
