/**
 * Encrypts messages so that only the browser can read them (RFC 8291 with `aes128gcm`, RFC 8188).
 * Node has all that this needs. The package web-push would bring five others, and sends by itself,
 * past the guard against private addresses.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Push services accept 4,096 bytes in all, so a message is one record. */
const RECORD_BYTES = 4_096;
/** Ends the last record, before its padding. */
const LAST = Buffer.from([2]);

/** The keys of a subscription, as the browser made them. */
export interface BrowserKeys {
  /** A point of P-256, uncompressed. */
  p256dh: Buffer;
  auth: Buffer;
}

interface Randomness {
  privateKey: Buffer;
  salt: Buffer;
}

/** Returns the body of the request to the push service. Throws when the keys are invalid. */
export function encryptedPush(
  content: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  fixed?: Randomness,
): Buffer {
  const own = createECDH('prime256v1');
  if (fixed) own.setPrivateKey(fixed.privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  const salt = fixed?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const shared = hkdf(auth, own.computeSecret(p256dh), info, 32);
  const key = hkdf(salt, shared, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, shared, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(content), cipher.update(LAST), cipher.final()];
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size[4] = publicKey.length;
  return Buffer.concat([salt, size, publicKey, ...record, cipher.getAuthTag()]);
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
