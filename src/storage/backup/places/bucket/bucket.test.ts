import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { StartError } from '../../../../core/errors.ts';
import { S3Server } from '../../../../testing/servers/s3/server.ts';
import type { BucketSettings } from '../../../bucket/settings.ts';
import { bucketPlace } from './bucket.ts';
import { storeRefusal, unreachable } from '../../../bucket/refusals.ts';
import { BucketStore } from '../../../bucket/store.ts';
import { valueOf } from '../../../bucket/xml.ts';

const DAY_MS = 24 * 3_600_000;
const PART = 16 * 1024 * 1024;
const NONE: BucketSettings = {
  s3Region: 'eu-test-1',
  s3Endpoint: undefined,
  s3KeyId: undefined,
  s3Secret: undefined,
  s3SessionToken: undefined,
  s3PathStyle: undefined,
};

let server: S3Server;
let settings: BucketSettings;
before(async () => {
  server = await S3Server.start();
  const { keyId, secret } = server.credentials;
  settings = { ...NONE, s3Endpoint: server.url, s3KeyId: keyId, s3Secret: secret };
});
beforeEach(() => {
  server.objects.clear();
  server.uploads.clear();
  server.requests.length = 0;
  server.fault = () => null;
});
after(() => server[Symbol.asyncDispose]());

const place = (changes: Partial<BucketSettings> = {}, folder = 'home', bucket = server.bucket) =>
  bucketPlace({ bucket, folder }, { ...settings, ...changes });
const archiveOfDay = (day: number) => `commonplace-2026-01-0${day}T00-00-00Z.tar.gz`;
const put = (key: string, body: Buffer = Buffer.from('x')) =>
  void server.objects.set(key, { body, modified: new Date(DAY_MS * 365) });
const names = () => server.requests.map(({ name }) => name);
const stored = (key: string) => server.objects.get(key)?.body;

async function upload(body: Buffer, { signal = new AbortController().signal, of = place() } = {}) {
  const sink = of.sink('mine.tar.gz');
  try {
    // Chunks that do not end where parts end.
    const chunks = Array.from({ length: Math.ceil(body.length / 5_000_011) }, (_, index) =>
      body.subarray(index * 5_000_011, (index + 1) * 5_000_011),
    );
    await sink.write(Readable.from(chunks), signal);
    return await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function download(key = 'mine.tar.gz'): Promise<Buffer> {
  const { content } = await place().archive(key).open();
  return buffer(content);
}

test('an archive of one part goes up in one request', async () => {
  for (const size of [0, 1000, PART]) {
    server.requests.length = 0;
    const body = randomBytes(size);
    assert.equal(await upload(body), size);
    assert.ok(stored('home/mine.tar.gz')!.equals(body));
    assert.deepEqual(names(), ['PutObject']);
  }
});

test('a larger archive goes up in parts, and appears with the last one', async () => {
  const body = randomBytes(2 * PART + 1);
  const before: boolean[] = [];
  server.fault = ({ name }) => {
    if (name !== 'CreateMultipartUpload') before.push(server.objects.size > 0);
    return null;
  };
  assert.equal(await upload(body), body.length);
  assert.deepEqual(names(), [
    'CreateMultipartUpload',
    'UploadPart',
    'UploadPart',
    'UploadPart',
    'CompleteMultipartUpload',
  ]);
  assert.ok(!before.includes(true));
  assert.ok(stored('home/mine.tar.gz')!.equals(body));
});

test('a failed upload leaves the former archive and no parts', async () => {
  put('home/mine.tar.gz');
  server.fault = ({ name }) =>
    name === 'UploadPart' && names().filter((each) => each === name).length === 2
      ? { status: 403, code: 'AccessDenied' }
      : null;
  await assert.rejects(upload(randomBytes(2 * PART)), /does not permit this in the bucket my-buck/);
  // A refused request is not repeated.
  assert.equal(names().filter((name) => name === 'UploadPart').length, 2);
  assert.equal(server.uploads.size, 0);
  assert.equal(String(stored('home/mine.tar.gz')), 'x');
});

test('nothing is left to discard when nothing was uploaded', async () => {
  await place().sink('mine.tar.gz').discard();
  assert.deepEqual(names(), []);
});

test('an upload ends when the backup is interrupted, with the reason of the interruption', async () => {
  const stop = new AbortController();
  server.fault = ({ name }) => {
    if (name === 'UploadPart') stop.abort(new StartError('interrupted'));
    return name === 'UploadPart' ? 'cut' : null;
  };
  await assert.rejects(upload(randomBytes(PART + 1), { signal: stop.signal }), /^Error: interrupt/);
  assert.equal(names().filter((name) => name === 'UploadPart').length, 1);
  assert.equal(server.uploads.size, 0);
});

test('a moment of trouble is waited out', async () => {
  for (const fault of [
    { status: 500, code: 'InternalError' },
    { status: 429, code: 'TooMany' },
    { status: 400, code: 'RequestTimeout' },
  ]) {
    server.requests.length = 0;
    server.fault = () => (server.requests.length === 1 ? fault : null);
    assert.equal(await upload(Buffer.from('small')), 5);
    assert.deepEqual(names(), ['PutObject', 'PutObject'], JSON.stringify(fault));
  }
});

test('a lost answer to the completion of an upload is no failure', async () => {
  const body = randomBytes(PART + 1);
  let completions = 0;
  server.fault = ({ name }) =>
    name === 'CompleteMultipartUpload' && ++completions === 1 ? 'cut after half' : null;
  assert.equal(await upload(body), body.length);
  assert.ok(names().includes('HeadObject'));
  assert.ok(stored('home/mine.tar.gz')!.equals(body));
});

test('an upload that the store lost is a failure, also with a former archive of this name', async () => {
  put('home/mine.tar.gz', Buffer.from('the former one'));
  server.fault = ({ name }) => {
    if (name === 'CompleteMultipartUpload') server.uploads.clear();
    return null;
  };
  await assert.rejects(upload(randomBytes(PART + 1)), /refused a request.*\(NoSuchUp/);
  assert.equal(String(stored('home/mine.tar.gz')), 'the former one');
});

test('a store that answers before an upload is complete, and then fails, is a failure', async () => {
  server.fault = ({ name }) =>
    name === 'CompleteMultipartUpload' ? { status: 200, code: 'InternalError' } : null;
  await assert.rejects(
    upload(randomBytes(PART + 1)),
    /^Error: The store could not complete s3:\/\/my-bucket\/home\/mine\.tar\.gz \(InternalError\)/,
  );
  assert.deepEqual([server.objects.size, server.uploads.size], [0, 0]);
});

test('a store without uploads in parts is named', async () => {
  server.fault = ({ name }) =>
    name === 'CreateMultipartUpload' ? { status: 200, code: 'None' } : null;
  await assert.rejects(
    upload(randomBytes(PART + 1)),
    /mine\.tar\.gz does not know uploads in parts/,
  );
});

test('a store that goes away is named after several tries', async () => {
  server.fault = () => 'cut';
  await assert.rejects(
    upload(Buffer.from('small')),
    /^Error: The store at 127\.0\.0\.1:\d+ cannot be reached: UND_ERR_SOCKET. Check AWS_/,
  );
  assert.equal(names().length, 5);
});

test('an archive is read over a connection that breaks', async () => {
  const body = randomBytes(4_000_000);
  put('home/mine.tar.gz', body);
  let cuts = 0;
  // More often than one request is tried: each cut comes after some bytes.
  server.fault = () => (++cuts <= 7 ? 'cut after half' : null);
  const { bytes, content } = await place().archive('mine.tar.gz').open();
  assert.equal(bytes, body.length);
  assert.ok((await buffer(content)).equals(body));
  assert.equal(cuts, 8);
});

test('an archive that is replaced while it is read is refused', async () => {
  put('home/mine.tar.gz', randomBytes(4_000_000));
  server.fault = () => {
    if (server.requests.length === 2) put('home/mine.tar.gz', randomBytes(4_000_000));
    return server.requests.length === 1 ? 'cut after half' : null;
  };
  await assert.rejects(download(), /refused a request.*\(PreconditionFailed\)/);
});

test('a download that makes no progress ends', async () => {
  put('home/mine.tar.gz');
  // Half of one byte is nothing.
  server.fault = () => 'cut after half';
  await assert.rejects(download(), /^Error: The store at 127\.0\.0\.1:\d+ cannot be reached/);
  assert.equal(names().length, 5);
});

test('an archive that is not there is named', async () => {
  await assert.rejects(
    download('none.tar.gz'),
    /^Error: There is no archive s3:\/\/my-bucket\/home\/none\.tar\.gz\.$/,
  );
  const refused = place({ s3Secret: 'wrong' }).archive('none.tar.gz').open();
  await assert.rejects(refused, /does not accept the credentials/);
});

test('regular backups are listed from all pages, the newest first', async () => {
  for (const day of [2, 1, 5, 4, 3]) put(`home/${archiveOfDay(day)}`, Buffer.alloc(day));
  for (const key of ['home/notes.txt', `home/deeper/${archiveOfDay(1)}`, archiveOfDay(9)]) put(key);
  const made_at = new Date(DAY_MS * 365);
  assert.deepEqual(
    await place().list(),
    [5, 4, 3, 2, 1].map((day) => ({ name: archiveOfDay(day), bytes: day, made_at })),
  );
  const [only] = await place({}, '').list();
  assert.equal(only?.name, archiveOfDay(9));
});

test('a removed archive is gone, and its neighbours stay', async () => {
  for (const day of [1, 2]) put(`home/${archiveOfDay(day)}`);
  await place().remove(archiveOfDay(1));
  assert.deepEqual([...server.objects.keys()], [`home/${archiveOfDay(2)}`]);
});

test('only abandoned uploads of archives are removed before a backup', async () => {
  const old = new Date(Date.now() - 2 * DAY_MS);
  const uploadOf = (key: string, initiated = old) => ({ key, initiated, parts: new Map() });
  server.uploads.set('abandoned', uploadOf(`home/${archiveOfDay(6)}`));
  server.uploads.set('running', uploadOf(`home/${archiveOfDay(7)}`, new Date()));
  server.uploads.set('foreign', uploadOf('home/film.mp4'));
  await place().prepare();
  assert.deepEqual([...server.uploads.keys()].toSorted(), ['foreign', 'running']);
});

test('an upload that cannot be removed does not stop a backup', async () => {
  const initiated = new Date(Date.now() - 2 * DAY_MS);
  server.uploads.set('abandoned', { key: `home/${archiveOfDay(6)}`, initiated, parts: new Map() });
  server.fault = ({ name }) =>
    name === 'AbortMultipartUpload' ? { status: 403, code: 'AccessDenied' } : null;
  await place().prepare();
  assert.ok(names().includes('AbortMultipartUpload'));
});

test('a key or store that cannot list uploads is good enough, a wrong bucket is not', async () => {
  for (const fault of [
    { status: 403, code: 'AccessDenied' },
    { status: 405, code: 'MethodNotAllowed' },
    { status: 501, code: 'NotImplemented' },
  ]) {
    server.fault = () => fault;
    await place().prepare();
  }
  server.fault = () => null;
  await assert.rejects(place({}, '', 'no-bucket').prepare(), /has no bucket no-bucket\. Make it/);
});

test('the bucket is in the path of an own store and in the host of Amazon', async () => {
  const hosts: string[] = [];
  const addressOf = async (changes: Partial<BucketSettings>) => {
    const { fetch } = globalThis;
    globalThis.fetch = async (request) => {
      hosts.push((request as Request).url);
      return new Response('');
    };
    try {
      await new BucketStore('b', { ...settings, ...changes }).ask({ method: 'GET', key: 'k' });
    } finally {
      globalThis.fetch = fetch;
    }
    return hosts.at(-1);
  };
  const s3Endpoint = 'https://store.example/s3/';
  assert.equal(await addressOf({ s3Endpoint }), 'https://store.example/s3/b/k');
  assert.equal(
    await addressOf({ s3Endpoint: undefined }),
    'https://b.s3.eu-test-1.amazonaws.com/k',
  );
  assert.equal(await addressOf({ s3Endpoint, s3PathStyle: 'off' }), 'https://b.store.example/s3/k');
  assert.equal(
    await addressOf({ s3Endpoint: undefined, s3PathStyle: 'on' }),
    'https://s3.eu-test-1.amazonaws.com/b/k',
  );
});

test('each refusal of a store says what to do', () => {
  const sentence = (status: number, code: string | null) =>
    storeRefusal({ status, code, host: 'h', bucket: 'b' }).message;
  const DO: [number, string | null, RegExp][] = [
    [404, 'NoSuchBucket', /^The store at h has no bucket b\. Make it, or correct its name\.$/],
    [403, 'SignatureDoesNotMatch', /accept the credentials \(SignatureDoesNotMatch\)\. Check AWS_/],
    [403, 'ExpiredToken', /accept the credentials \(ExpiredToken\)/],
    [403, 'RequestTimeTooSkewed', /^The clock of this machine differs/],
    [
      400,
      'AuthorizationHeaderMalformed',
      /another region or address for the bucket b \(Auth.*Set A/,
    ],
    [300, null, /another region or address for the bucket b \(status 300\)/],
    [399, null, /another region/],
    [400, 'Odd', /refused a request for the bucket b \(Odd\)\. Try again later/],
    [299, null, /refused a request for the bucket b \(status 299\)/],
    [401, null, /does not permit this in the bucket b \(status 401\)/],
    [
      403,
      'AccessDenied',
      /does not permit this in the bucket b \(AccessDenied\)\. Give the access/,
    ],
    [500, '<b>a text of the store</b>', /\(status 500\)/],
  ];
  for (const [status, code, expected] of DO) assert.match(sentence(status, code), expected);
  const late = Object.assign(new Error('x'), { name: 'TimeoutError' });
  assert.match(unreachable('h', late).message, /at h cannot be reached: it does not answer\./);
  assert.match(unreachable('h', new Error('x')).message, /reached: no connection\./);
});

test('keys of any characters arrive as they are', () => {
  assert.equal(valueOf('<Key>a&amp;b&#39;&#x41;&odd;</Key>', 'Key'), "a&b'A&odd;");
  assert.equal(valueOf('<Key>x</Key>', 'Name'), null);
});
