import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Closes texts so that only who knows the secret can open them, and nobody can change them. */
export interface Seal {
  close(text: string): Buffer;
  /** @throws when it was closed with another secret, or changed since */
  open(sealed: Buffer): string;
}

/** AES-256-GCM under a key of its own for each purpose. */
export function sealWith(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
    },
    open(sealed) {
      const body = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, body));
      return decipher.update(sealed.subarray(body), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
