import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Library, type Pull } from './library.ts';
import { ModelError } from './model-error.ts';
import type { PullProgress } from './model-pull.ts';
import {
  testEntry,
  modelArchive,
  NAMES,
  startLibrary,
  type TestLibrary,
} from './testing-library.ts';
import { archiveOf, startReleases, type Behaviour } from './testing-releases.ts';

let scratch: string;
let archive: Buffer;
before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'pull-'));
  archive = await modelArchive({
    'model/README.md': 'not needed',
    // Random bytes do not compress, so they make up most of the download.
    'model/test_wavs/0.wav': randomBytes(300_000),
    'model/test_wavs/trans.txt': '0.wav HELLO THERE\n',
  });
});
after(() => rm(scratch, { recursive: true }));

interface Setup extends TestLibrary {
  progress: PullProgress[];
  pull(more?: Partial<Pull>): Promise<unknown>;
}

async function scene(
  behaviours: readonly Behaviour[] = ['serves'],
  options: Partial<Parameters<typeof startLibrary>[0]> = {},
): Promise<Setup> {
  const started = await startLibrary({ file: archive, behaviours, ...options });
  const progress: PullProgress[] = [];
  const pull = (more: Partial<Pull> = {}) =>
    started.library.pull('tiny', {
      signal: new AbortController().signal,
      onProgress: (each) => progress.push(each),
      now: () => new Date('2026-03-04T05:06:07Z'),
      pauseMs: () => 0,
      tries: 3,
      ...more,
    });
  return { ...started, progress, pull };
}

const isInstalled = async (library: Library) => (await library.installed()).usable.length === 1;

test('a model is downloaded, unpacked, tried and installed', async () => {
  await using s = await scene();
  await s.pull();
  const [{ installed, partBytes } = assert.fail()] = await s.library.list();
  assert.equal(installed?.installed_at, '2026-03-04T05:06:07.000Z');
  assert.deepEqual(installed?.licence.name, 'CC0');
  assert.deepEqual(
    installed?.files.map(({ path }) => path).sort(),
    [...NAMES.toSorted(), 'test_wavs/0.wav', 'test_wavs/trans.txt'].sort(),
  );
  assert.equal(partBytes, 0);
  assert.deepEqual(await s.library.verify('tiny'), []);
  assert.equal(s.server.requests[0]!.url, '/asr-models/tiny.tar.bz2');
  const phases = s.progress.map(({ phase }) => phase);
  assert.deepEqual([...new Set(phases)], ['downloading', 'unpacking', 'trying']);
  const downloads = s.progress.filter((each) => each.phase === 'downloading');
  assert.deepEqual(downloads.at(-1), {
    phase: 'downloading',
    bytes: archive.length,
    total: archive.length,
  });
});

test('an interrupted download is resumed', async () => {
  await using s = await scene([{ cutsAfter: 100_000 }, { cutsAfter: 100_000 }, 'serves']);
  await s.pull();
  assert.ok(await isInstalled(s.library));
  const [first, second, third] = s.server.requests.map(({ headers }) => headers);
  assert.equal(first!.range, undefined);
  assert.match(second!.range ?? '', /^bytes=\d+-$/);
  assert.ok(Number(/\d+/.exec(third!.range!)![0]) > Number(/\d+/.exec(second!.range!)![0]));
});

test('a download that another process left unfinished is resumed', async () => {
  await using s = await scene([
    { cutsAfter: 100_000 },
    { answers: 503 },
    { answers: 503 },
    'serves',
  ]);
  await assert.rejects(s.pull({ tries: 2 }), /answered 503/);
  assert.ok((await s.library.list())[0]!.partBytes > 0);
  await s.pull();
  assert.ok(await isInstalled(s.library));
  assert.match(s.server.requests.at(-1)!.headers.range ?? '', /^bytes=\d+-$/);
});

test('the download restarts if the server does not support ranges or has another version', async () => {
  await using s = await scene([{ cutsAfter: 100_000 }, 'ignores ranges']);
  await s.pull();
  assert.ok(await isInstalled(s.library));

  await using other = await scene([{ cutsAfter: 100_000 }, { answers: 404 }, 'serves'], {
    file: randomBytes(400_000),
    changes: { sha256: createHash('sha256').update(archive).digest('hex') },
  });
  await assert.rejects(other.pull(), /answered 404/);
  other.server.replace(archive);
  await other.pull();
  assert.ok(await isInstalled(other.library));
});

test('a connection without data is dropped and the download is resumed', async () => {
  await using s = await scene([{ stallsAfter: 100_000 }, 'serves']);
  await s.pull({ stallMs: 100 });
  assert.ok(await isInstalled(s.library));
});

test('redirects are followed, as release servers use them', async () => {
  await using target = await startReleases(archive);
  await using s = await scene([{ leadsTo: target.url }]);
  await s.pull();
  assert.ok(await isInstalled(s.library));
  assert.equal(target.requests.length, 1);
});

test('a hopeless download fails immediately with a message', async () => {
  await using missing = await scene([{ answers: 404 }]);
  await assert.rejects(missing.pull(), /answered 404 for http/);
  assert.equal(missing.server.requests.length, 1);

  await using gone = await scene([{ answers: 503 }]);
  await assert.rejects(gone.pull(), /The download fails: the server answered 503/);
  assert.equal(gone.server.requests.length, 3);

  await using wrong = await scene(['serves'], { changes: { sha256: 'f'.repeat(64) } });
  await assert.rejects(wrong.pull(), /its hash is/);
  assert.equal((await wrong.library.list())[0]!.partBytes, 0);

  await using full = await scene();
  await assert.rejects(full.pull({ freeBytes: async () => 1_000_000 - 999_000 }), /1 MB are free/);
  assert.equal(full.server.requests.length, 0);

  await using off = await scene(['serves'], { offline: true });
  await assert.rejects(off.pull(), /SVC_MODELS=off/);
  await assert.rejects(off.library.pull('huge', {} as Pull), /There is no model huge/);
});

test('a model without a known hash requires a hash from the user', async () => {
  await using s = await scene(['serves'], { changes: { sha256: null } });
  await assert.rejects(s.pull(), /The hash of tiny is not known/);
  await s.pull({ sha256: createHash('sha256').update(archive).digest('hex').toUpperCase() });
  assert.ok(await isInstalled(s.library));
});

test('the proxy is used, except for excluded hosts', async () => {
  await using proxy = await startReleases(archive);
  await using s = await scene(['serves'], { environment: { HTTP_PROXY: proxy.url } });
  await s.pull();
  // A request to a proxy contains the whole address.
  assert.equal(proxy.requests[0]!.url, `${s.server.url}/asr-models/tiny.tar.bz2`);
  assert.equal(s.server.requests.length, 0);
  await using direct = await scene(['serves'], {
    environment: { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' },
  });
  await direct.pull();
  assert.equal(direct.server.requests.length, 1);
});

test('encrypted addresses use the proxy too', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  await using s = await startLibrary({ file: archive });
  const library = new Library({
    folder: s.library.folder,
    offline: false,
    mirror: 'https://models.example',
    environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
    models: s.library.models,
  });
  const quiet = { signal: new AbortController().signal, onProgress() {}, now: () => new Date() };
  await assert.rejects(library.pull('tiny', { ...quiet, tries: 1 }), /The download fails/);
  assert.deepEqual(asked, ['models.example:443']);
  proxy.close();
});

test('a local archive is accepted if its hash is right', async () => {
  await using s = await scene(['serves'], { offline: true });
  const file = join(scratch, 'brought.tar.bz2');
  await writeFile(file, archive);
  await s.pull({ fromFile: file });
  assert.ok(await isInstalled(s.library));
  assert.ok(existsSync(file));
  await writeFile(file, archive.subarray(1));
  await assert.rejects(s.pull({ fromFile: file }), /its hash does not match/);
  await assert.rejects(s.pull({ fromFile: '/none' }), /There is no file/);
  assert.ok(await isInstalled(s.library));
});

test('an archive with a path outside its folder is refused', async () => {
  for (const name of [
    '../outside',
    '/tmp/outside',
    'model/../../outside',
    'model/link → ../../etc',
  ]) {
    const file = await modelArchive({ [name]: 'bad' });
    await using s = await scene(['serves'], { file });
    await assert.rejects(s.pull(), /was refused/);
    assert.equal(await isInstalled(s.library), false);
    assert.deepEqual(await readdir(s.library.folder), [
      'tiny.tar.bz2.part',
      'tiny.tar.bz2.part.json',
    ]);
  }
});

test('an invalid, truncated or incomplete archive installs nothing', async () => {
  const noTokens = await archiveOf({ 'model/encoder.onnx': 'x' });
  const cut = archive.subarray(0, archive.length - 50_000);
  for (const file of [Buffer.from('no archive'), Buffer.from(cut), noTokens]) {
    await using s = await scene(['serves'], { file });
    await assert.rejects(s.pull(), ModelError);
    assert.equal(await isInstalled(s.library), false);
  }
});

test('a model that does not run is not installed, and the previous one stays', async () => {
  await using s = await scene();
  await s.pull();
  const bad = await modelArchive({});
  await using other = await startReleases(bad);
  const broken = new Library({
    folder: s.library.folder,
    offline: false,
    mirror: other.url,
    environment: {},
    models: [
      testEntry(bad, {
        native: { kind: 'nemo-ctc', files: { model: 'decoder.onnx', tokens: 'tokens.txt' } },
      }),
    ],
  });
  const pull = { signal: new AbortController().signal, onProgress() {}, now: () => new Date() };
  await assert.rejects(broken.pull('tiny', pull), /tiny does not run here\. The speech engine/);
  assert.deepEqual(await s.library.verify('tiny'), []);
});

test('a second simultaneous download of a model is refused with a message', async () => {
  await using s = await scene();
  const [first, second] = await Promise.allSettled([s.pull(), s.pull()]);
  assert.deepEqual([first.status, second.status].sort(), ['fulfilled', 'rejected']);
  const rejected = [first, second].find(({ status }) => status === 'rejected');
  assert.match(String((rejected as PromiseRejectedResult).reason), /already downloading/);
});

test('a cancelled download leaves only its partial file', async () => {
  await using s = await scene([{ stallsAfter: 100_000 }, 'serves']);
  const stop = new AbortController();
  const onProgress = (each: PullProgress) => {
    if (each.phase === 'downloading' && each.bytes >= 100_000) stop.abort();
  };
  await assert.rejects(s.pull({ signal: stop.signal, onProgress }), { name: 'AbortError' });
  assert.ok((await s.library.list())[0]!.partBytes > 0);
  await s.pull();
  assert.ok(await isInstalled(s.library));
});

test('damaged and missing files are detected, and a removed model is gone', async () => {
  await using s = await scene();
  await s.pull();
  const at = (name: string) => join(s.library.folder, 'tiny', name);
  const bytes = await readFile(at('joiner.onnx'));
  bytes[20]! ^= 1;
  await writeFile(at('joiner.onnx'), bytes);
  await rm(at('tokens.txt'));
  assert.deepEqual(
    (await s.library.verify('tiny'))!.sort((a, b) => a.path.localeCompare(b.path)),
    [
      { path: 'joiner.onnx', problem: 'changed' },
      { path: 'tokens.txt', problem: 'missing' },
    ],
  );
  assert.equal(await s.library.remove('tiny'), true);
  assert.equal(await s.library.remove('tiny'), false);
  assert.equal(await s.library.verify('tiny'), null);
  assert.deepEqual(await readdir(s.library.folder), []);
});
