/** Encrypts archives in the format of age (https://age-encryption.org), which other tools read. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { StartError } from '../../core/errors.ts';

const HEADER = 'age-encryption.org/';
const PUBLIC = /^age1/;
const PRIVATE = /^AGE-SECRET-KEY-/;

/**
 * Encrypts for a public key (`age1…`) or a private key (`AGE-SECRET-KEY-…`); any other text is a
 * passphrase.
 */
export async function encrypted(plain: Readable, key: string): Promise<Readable> {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    if (PUBLIC.test(key)) encrypter.addRecipient(key);
    else if (PRIVATE.test(key)) encrypter.addRecipient(await identityToRecipient(key));
    else encrypter.setPassphrase(key);
  } catch (cause) {
    throw new StartError('SVC_BACKUP_KEY is not a key of age. Check it for missing characters.', {
      cause,
    });
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

export async function decrypted(encoded: Readable, key: string | undefined): Promise<Readable> {
  if (key === undefined) {
    throw new StartError('The archive is encrypted. Set SVC_BACKUP_KEY to its passphrase or key.');
  }
  if (PUBLIC.test(key)) {
    throw new StartError(
      'SVC_BACKUP_KEY is a public key. Set it to the private key (AGE-SECRET-KEY-…) to restore.',
    );
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    if (PRIVATE.test(key)) decrypter.addIdentity(key);
    else decrypter.addPassphrase(key);
    return fromWeb(await decrypter.decrypt(toWeb(encoded)));
  } catch (cause) {
    throw new StartError(
      'The archive cannot be decrypted with SVC_BACKUP_KEY. Check the passphrase or key.',
      { cause },
    );
  }
}

/** Reads the beginning of an archive. The returned content has it again. */
export async function detectEncryption(
  stored: Readable,
): Promise<{ isEncrypted: boolean; isZip: boolean; content: Readable }> {
  const chunks = stored.iterator() as AsyncIterableIterator<Buffer>;
  const first: Buffer[] = [];
  let head = '';
  while (head.length < HEADER.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    first.push(value);
    head += value.toString('latin1');
  }
  async function* whole() {
    yield* first;
    yield* chunks;
  }
  const content = Readable.from(whole(), { objectMode: false });
  return { isEncrypted: head.startsWith(HEADER), isZip: head.startsWith('PK\x03\x04'), content };
}

type AgeStream = globalThis.ReadableStream<Uint8Array>;

function toWeb(stream: Readable): AgeStream {
  return Readable.toWeb(stream) as unknown as AgeStream;
}

function fromWeb(stream: AgeStream): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream);
}
