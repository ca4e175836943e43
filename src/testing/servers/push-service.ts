/** A push service as browsers use them: it checks who sends, and the browser decrypts (RFC 8291, RFC 8292). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../eventually.ts';

/** What arrived in a browser. */
interface Told {
  title: string;
  body: string;
  path: string;
  tag: string;
}

interface Received {
  /** The number of the browser. */
  browser: string;
  headers: IncomingHttpHeaders;
  claims: { aud: string; exp: number; sub: string };
  told: Told;
}

export interface TestPushService extends AsyncDisposable {
  received: Received[];
  /** Returns the status of the answer. */
  answer: (received: Received) => number;
  headers: Record<string, string>;
  /** Subscribes a new browser, and returns its `PushSubscription.toJSON()`. */
  subscribe(publicKey: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Waits until this many notifications have arrived, and returns them all. */
  until(count: number): Promise<Told[]>;
}

interface Browser {
  keys: ReturnType<typeof createECDH>;
  auth: Buffer;
  publicKey: string;
}

export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Browser>();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const name = request.url!.slice(1);
    const browser = browsers.get(name);
    const body = await buffer(request);
    if (!browser) return response.writeHead(410).end();
    const claims = claimsOf(request.headers.authorization, browser.publicKey);
    if (!claims || claims.aud !== url) return response.writeHead(403).end();
    const told = JSON.parse(decrypted(body, browser)) as Told;
    const one = { browser: name, headers: request.headers, claims, told };
    received.push(one);
    return response.writeHead(service.answer(one), service.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: TestPushService = {
    received,
    answer: () => 201,
    headers: {},
    subscribe(publicKey) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const name = `browser-${browsers.size}`;
      browsers.set(name, { keys, auth, publicKey });
      return {
        endpoint: `${url}/${name}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    async until(count) {
      await eventually(`${count} notifications`, () => received.length >= count);
      return received.map(({ told }) => told);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Returns the claims, if the key with which the browser subscribed has signed them. */
function claimsOf(authorization = '', publicKey: string): Received['claims'] | null {
  const [, header, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) return null;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString('base64url'),
  );
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature!, 'base64url'),
  );
  return isSigned ? JSON.parse(Buffer.from(claims!, 'base64url').toString()) : null;
}

function decrypted(body: Buffer, { keys, auth }: Browser): string {
  const [salt, length] = [body.subarray(0, 16), body[20]!];
  const sender = body.subarray(21, 21 + length);
  const hkdf = (key: Uint8Array, salted: Uint8Array, info: Uint8Array, size: number) =>
    Buffer.from(hkdfSync('sha256', key, salted, info, size));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const record = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
