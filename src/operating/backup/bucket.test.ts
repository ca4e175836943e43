// Long: it waits for backups.
/** The commands and the service with a bucket; src/storage/backup/places has its tests. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { listedIn } from '../../testing/archives.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { S3Server } from '../../testing/servers/s3/server.ts';
import { runCommand, runUntil, spawnService } from '../../testing/service-process.ts';
import { copyTemplate, OWNER, removeFolder, temporaryFolder } from '../../testing/template.ts';

const DAY_MS = 24 * 3_600_000;
const TOKEN = 'a token of Prometheus, 32 letters';

let store: S3Server;
let source: string;
before(async () => {
  store = await S3Server.start();
  source = copyTemplate('owned');
});
beforeEach(() => {
  store.objects.clear();
  store.uploads.clear();
  store.requests.length = 0;
  store.fault = () => null;
});
after(async () => {
  await store[Symbol.asyncDispose]();
  removeFolder(source);
});

const archiveOfDay = (day: number) => `commonplace-2026-01-0${day}T00-00-00Z.tar.gz`;
const put = (key: string, text = 'x') =>
  void store.objects.set(key, { body: Buffer.from(text), modified: new Date() });
const names = () => store.requests.map(({ name }) => name);

/** Runs a command whose output never contains the secret of the store, nor texts of the store. */
async function run(words: string[], { folder = source, ...more }: Record<string, string> = {}) {
  const environment = { ...store.environment, ...more };
  const { code, output } = await runCommand(words, { folder, environment });
  assert.ok(!output.includes(store.credentials.secret), output);
  assert.doesNotMatch(output, /Text of the store|\bat .*\.ts:/);
  return { code, output };
}

/** Adds a file that makes the archive larger than two parts of an upload. */
function withLargeUpload(): Disposable {
  const path = join(source, 'uploads/large');
  mkdirSync(join(source, 'uploads'), { recursive: true });
  writeFileSync(path, randomBytes(36 * 1024 * 1024));
  return { [Symbol.dispose]: () => rmSync(path) };
}

test('a large backup goes up in parts, and is restored over a broken connection', async () => {
  using _large = withLargeUpload();
  const made = await run(['backup', 's3://my-bucket/our/home']);
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /^s3:\/\/my-bucket\/our\/home\/commonplace-.*Z\.tar\.gz: \d+ rows/);
  assert.equal(names().filter((name) => name === 'UploadPart').length, 3);
  const [key, { body } = assert.fail()] = [...store.objects][0]!;
  assert.equal(store.objects.size, 1);
  assert.equal((await listedIn(body))[0]?.name, 'files/uploads/large');

  let cuts = 0;
  store.fault = ({ name }) => (name === 'GetObject' && ++cuts <= 3 ? 'cut after half' : null);
  const target = temporaryFolder();
  const restored = await run(['restore', `s3://my-bucket/${key}`], { folder: target });
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /all counts and checksums are those of the backup/);
  assert.equal(cuts, 4);
  const large = (folder: string) => readFileSync(join(folder, 'uploads/large'));
  assert.ok(large(target).equals(large(source)));
  removeFolder(target);
});

test('an interrupted upload leaves the former backup and nothing else', async () => {
  using _large = withLargeUpload();
  const environment = store.environment;
  const words = ['backup', 's3://my-bucket/mine.tar.gz'];
  put('mine.tar.gz', 'the former one');
  const isUploading = () => eventually('a part', () => names().includes('UploadPart'));
  const options = { folder: source, environment, signal: 'SIGTERM' as const };
  const ended = await runUntil(words, options, isUploading);
  assert.match(ended.output, /^The backup was interrupted\.\n$/);
  assert.equal(store.uploads.size, 0);
  assert.equal(store.objects.get('mine.tar.gz')!.body.toString(), 'the former one');
});

test('a refused upload is one sentence and leaves nothing', async () => {
  using _large = withLargeUpload();
  store.fault = ({ name }) =>
    name === 'UploadPart' ? { status: 403, code: 'AccessDenied' } : null;
  const { code, output } = await run(['backup', 's3://my-bucket/mine.tar.gz']);
  assert.equal(code, 1);
  assert.match(output, /^The store at 127\.0\.0\.1:\d+ does not permit this in the bucket .*\n$/);
  assert.deepEqual([store.objects.size, store.uploads.size], [0, 0]);
});

test('old backups and abandoned uploads of the folder are removed', async () => {
  for (const day of [1, 2, 3, 4, 5]) put(`home/${archiveOfDay(day)}`);
  const others = ['home/notes.txt', `home/deeper/${archiveOfDay(1)}`, archiveOfDay(1)];
  for (const key of others) put(key);
  const initiated = new Date(Date.now() - 2 * DAY_MS);
  const uploadOf = (key: string, at = initiated) => ({ key, initiated: at, parts: new Map() });
  store.uploads.set('abandoned', uploadOf(`home/${archiveOfDay(6)}`));
  store.uploads.set('running', uploadOf(`home/${archiveOfDay(7)}`, new Date()));
  store.uploads.set('foreign', uploadOf('home/film.mp4'));
  // The host names the bucket, which only a proxy can resolve here.
  const { code, output } = await run(['backup', 's3://my-bucket/home/', '--keep', '3'], {
    AWS_ENDPOINT_URL_S3: 'http://store.example',
    SVC_BACKUP_S3_PATH_STYLE: 'off',
    HTTP_PROXY: store.url,
    NODE_USE_ENV_PROXY: '1',
  });
  assert.equal(code, 0, output);
  assert.equal(store.requests[0]?.host, 'my-bucket.store.example');
  const [made] = [...store.objects.keys()].filter(
    (key) => !key.includes('2026-01') && !others.includes(key),
  );
  const kept = [4, 5].map((day) => `home/${archiveOfDay(day)}`);
  assert.deepEqual([...store.objects.keys()].toSorted(), [...others, ...kept, made!].toSorted());
  assert.deepEqual([...store.uploads.keys()].toSorted(), ['foreign', 'running']);
});

test('each refusal is one sentence before anything is copied', async () => {
  const target = 's3://my-bucket/home';
  const empty = temporaryFolder();
  const sentences: [string[], Record<string, string>, RegExp][] = [
    [['backup', target], { AWS_SECRET_ACCESS_KEY: 'wrong' }, /accept the credentials \(Signature/],
    [['backup', 's3://no-bucket'], {}, /has no bucket no-bucket\. Make it/],
    [['backup', target], { AWS_REGION: 'us-east-1' }, /another region.*Set AWS_REGION/],
    [['backup', 's3://My_Bucket/x'], {}, /is not an address such as s3:\/\/bucket\/folder/],
    [['backup', target], { AWS_ACCESS_KEY_ID: '' }, /set AWS_ACCESS_KEY_ID and/],
    [
      ['restore', `${target}/x.tar.gz`],
      { folder: empty },
      /There is no archive s3:\/\/my-bucket\/home\/x\.tar/,
    ],
    [
      ['migrate'],
      { SVC_BACKUP_FOLDER: target, AWS_SECRET_ACCESS_KEY: '' },
      /set AWS_ACCESS_KEY_ID/,
    ],
    [['migrate'], { SVC_BACKUP_FOLDER: 's3://x' }, /SVC_BACKUP_FOLDER.*an address such as s3:/],
  ];
  for (const [words, environment, sentence] of sentences) {
    const { code, output } = await run(words, environment);
    assert.equal(code, 1, output);
    assert.match(output, sentence);
    assert.equal(output.split('\n').length, 2, output);
  }
  assert.ok(!names().includes('PutObject'));
  removeFolder(empty);
});

test('the service makes regular backups in a bucket and shows them', async () => {
  const environment = {
    ...store.environment,
    SVC_BACKUP_FOLDER: 's3://my-bucket/home',
    SVC_METRICS_TOKEN: TOKEN,
    PORT: '0',
  };
  const folder = copyTemplate('owned');
  const doctor = async () => {
    const { output } = await run(['doctor', '--json'], { ...environment, folder });
    return JSON.stringify(
      (JSON.parse(output) as { check: string }[]).find(({ check }) => check === 'backups'),
    );
  };
  assert.match(await doctor(), /"warning".*s3:\/\/my-bucket\/home has no backup yet/);
  {
    await using service = await spawnService({ folder, environment });
    await eventually('the backup', () => names().includes('PutObject'), { seconds: 30 });
    const [key] = store.objects.keys();
    const owner = await ApiUser.signIn(service.url, OWNER);
    const { body } = await owner.call('GET', '/v1/installation');
    assert.equal(body.backups.archives[0].name, key!.replace('home/', ''));
    assert.equal(body.backups.every_hours, 24);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
    assert.match(metrics, /^commonplace_backup_last_success_timestamp_seconds 1\d+/m);
  }
  assert.match(await doctor(), /"ok".*The newest one is 0 hours old/);
  store.fault = () => ({ status: 403, code: 'AccessDenied' });
  assert.match(await doctor(), /"fault".*does not permit this in the bucket my-bucket/);
  await using service = await spawnService({ folder, environment });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const { body } = await owner.call('GET', '/v1/installation');
  assert.equal(body.backups.archives, null);
  removeFolder(folder);
});
