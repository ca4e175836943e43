/** An authenticator in software: makes passkeys, and signs in with them, as a browser does. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

interface Overrides {
  origin?: string;
  rpId?: string;
  /** Without it, the device asked for no PIN and no fingerprint. */
  isUserVerified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCABLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;

// oxlint-disable-next-line typescript/no-explicit-any -- the options are JSON of a standard
type Options = any;

export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #counter = 0;
  #userHandle = '';

  /** Starts at this count of signatures. */
  constructor(origin: string, { counter = 0 } = {}) {
    this.#origin = origin;
    this.#counter = counter;
  }

  /** Makes a copy of the device, as an attacker may do. */
  set counter(counter: number) {
    this.#counter = counter;
  }

  create(options: Options, overrides: Overrides = {}): object {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = [Buffer.alloc(16), length, this.#id, coseKey(this.#keys.publicKey)];
    const data = this.#data({ rpId: options.rp.id, ...overrides }, ATTESTED, attested);
    return this.#credential({
      clientDataJSON: this.#client('webauthn.create', options.challenge, overrides),
      attestationObject: cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      ).toString('base64url'),
      transports: ['internal'],
    });
  }

  get(options: Options, overrides: Overrides = {}): object {
    if (this.#counter > 0) this.#counter += 1;
    const data = this.#data({ rpId: options.rpId, ...overrides }, 0, []);
    const clientDataJSON = this.#client('webauthn.get', options.challenge, overrides);
    const hash = sha256(Buffer.from(clientDataJSON, 'base64url'));
    const signature = createSign('sha256')
      .update(Buffer.concat([data, hash]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #credential(response: object): object {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data(
    { rpId, isUserVerified = true }: Overrides,
    more: number,
    attested: readonly Buffer[],
  ): Buffer {
    const flags = PRESENT | SYNCABLE | BACKED_UP | more | (isUserVerified ? VERIFIED : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId!)), head, ...attested]);
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Overrides): string {
    const data = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** Encodes the public key as COSE: an ES256 key on the curve P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
}

/** Encodes the few kinds of CBOR values that passkeys need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string')
    return Buffer.concat([headOf(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([headOf(5, entries.length), ...entries.flat().map(cbor)]);
}

function headOf(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
