// One database: the image has its own.
/** Builds the image, and runs it as an operator would (`npm run test:image`). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ImageEngine, missingPrograms } from '../../scripts/image/engine.ts';
import { tellStory } from '../../scripts/demo/tell.ts';
import { ApiUser, request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { Listener } from '../../src/testing/clients/listener.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER } from '../../src/testing/template.ts';
import { layersOf } from './layers.ts';

const skip = !process.env['COMMONPLACE_IMAGE'] && 'npm run test:image';
const BASE = 'localhost/base:test';
const IMAGE = 'localhost/commonplace:test';
const NEXT = 'localhost/commonplace:next';
const PORT = 18_472;
const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`;
/** `stop_grace_period` of the compose files. */
const GRACE_SECONDS = 20;
const START = { seconds: 120 };
/** Encoders of this machine, by the ending of the file; the image must decode their files. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  mp3: [],
  ogg: ['-c:a', 'libopus'],
  flac: [],
  wav: ['-c:a', 'pcm_mulaw'],
  webm: ['-c:a', 'libopus'],
  aiff: [],
  caf: ['-c:a', 'alac'],
  aac: [],
  mka: ['-c:a', 'ac3'],
};

let engine: ImageEngine;
let owner: ApiUser;

before(async () => {
  if (skip) return;
  const missing = missingPrograms();
  if (missing) throw new Error(missing);
  engine = new ImageEngine();
  engine.importBase(BASE, process.versions.node);
  engine.build({ context: '.', base: BASE, tag: IMAGE });
  await startContainer('first', IMAGE, { memory: '512m', recogniser: 'none' });
});
after(() => {
  if (!skip) engine?.[Symbol.dispose]();
});

async function startContainer(
  name: string,
  image: string,
  { memory, recogniser, volume = 'data' }: { memory: string; recogniser: string; volume?: string },
): Promise<void> {
  const environment = {
    HOST: '127.0.0.1',
    PORT,
    SVC_OWNER_EMAIL: OWNER.email,
    SVC_OWNER_PASSWORD: OWNER.password,
    SVC_RECOGNISER: recogniser,
  };
  const options = [
    '--network=host',
    '--read-only',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    `--memory=${memory}`,
    `--memory-swap=${memory}`,
    `--volume=${volume}:/data`,
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
  ];
  engine.start(name, options, image);
  await eventually(
    `the answer of ${image}`,
    async () => {
      const state = engine.podman('inspect', '--format', '{{.State.Status}}', name);
      assert.equal(state, 'running', engine.podman('logs', name));
      return (await fetch(`${URL_OF_SERVICE}/readyz`).catch(() => null))?.ok;
    },
    START,
  );
  owner = await ApiUser.signIn(URL_OF_SERVICE, OWNER);
}

/** Stops a container as `podman stop` does, and returns the seconds that it took. */
function stop(name: string): number {
  const start = performance.now();
  engine.podman('stop', '--time', String(GRACE_SECONDS), name);
  const state = '{{.State.ExitCode}} {{.State.OOMKilled}}';
  assert.equal(engine.podman('inspect', '--format', state, name), '0 false');
  return (performance.now() - start) / 1000;
}

let container = 'first';
const inside = (...words: string[]): string => engine.podman('exec', container, ...words);

/** Tells the story of the demo, and returns what it prints. */
async function story(): Promise<string[]> {
  const me = (await owner.call('GET', '/v1/auth/me')).body;
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(...text.split('\n'));
  await tellStory({ owner, me, leave: async () => {} }, { print });
  assert.match(lines.join('\n'), /Boston[^]*doctor[^]*☐/);
  return [...lines, `highest memory: ${highestMemory()} MiB`];
}

test('the image has one Node, the networks, ffmpeg and little else', { skip }, (t) => {
  const layers = layersOf(engine.podman('history', '--format', 'json', IMAGE));
  for (const { megabytes, name } of layers) t.diagnostic(`${megabytes.toFixed(1)} MB  ${name}`);
  const whole = layers.reduce((sum, { megabytes }) => sum + megabytes, 0);
  t.diagnostic(`${whole.toFixed(1)} MB  the image`);
  assert.ok(whole < 360, `${whole} MB`);
  const nodes = inside('sh', '-c', 'busybox find / -xdev -name node -type f -size +1000k');
  assert.equal(nodes, '/usr/local/bin/node');
  assert.equal(inside('node', '--version'), process.version);
  const waste =
    'busybox find / -xdev ( -name _cacache -o -name "*.js.map" -o -name include -o -name "*.d.ts" )';
  assert.equal(inside('sh', '-c', waste.replaceAll(/[()]/g, '\\$&')), '');
});

test('the service runs without root, capabilities and a disk to write on', { skip }, () => {
  assert.equal(inside('id', '-u'), '1000');
  const status = inside('cat', '/proc/1/status');
  for (const line of ['CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1']) {
    assert.ok(status.includes(line), status);
  }
  assert.throws(() => inside('sh', '-c', 'echo > /app/written'), /[Rr]ead-only/);
  inside('sh', '-c', 'echo > /data/written && busybox rm /data/written');
});

test('the container is healthy, and its command line works', { skip }, () => {
  engine.podman('healthcheck', 'run', 'first');
  const findings = inside('commonplace', 'doctor');
  assert.match(findings, /ffmpeg/);
});

test('the image decodes the formats of recordings', { skip }, () => {
  for (const [ending, options] of Object.entries(FORMATS)) {
    const file = join(engine.folder, `sample.${ending}`);
    const words = ['-v', 'error', '-i', 'assets/demo.ogg', '-t', '3', '-ar', '48000', ...options];
    execFileSync('ffmpeg', [...words, file]);
    engine.podman('cp', file, 'first:/data/sample');
    const seconds = inside(
      'sh',
      '-c',
      'ffmpeg -v error -i /data/sample -f s16le -ar 16000 -ac 1 - | busybox wc -c',
    );
    assert.ok(Math.abs(Number(seconds) / 32_000 - 3) < 0.2, `${ending}: ${seconds} bytes`);
  }
  inside('busybox', 'rm', '/data/sample');
});

test('512 MiB are enough for a phone with its own recogniser', { skip }, async (t) => {
  t.diagnostic((await story()).at(-1)!);
});

test('a talk is heard over the socket within 896 MiB', { skip }, async (t) => {
  t.diagnostic(`stopped after ${stop('first').toFixed(1)} s`);
  container = 'hears';
  await startContainer(container, IMAGE, { memory: '896m', recogniser: 'auto' });
  for (const line of await story()) t.diagnostic(line);
});

test('a recording of a phone is heard', { skip }, async () => {
  const file = join(engine.folder, 'recording.m4a');
  execFileSync('ffmpeg', ['-v', 'error', '-i', 'assets/demo.ogg', '-t', '12', '-vn', file]);
  const form = new FormData();
  form.append('file', new Blob([readFileSync(file)]), 'recording.m4a');
  const { status, body } = await owner.call('POST', '/v1/conversations/upload', form);
  assert.ok(status < 300, JSON.stringify(body));
  const uploaded = await eventually(
    'the end of the upload',
    async () => {
      const state = (await owner.call('GET', `/v1/conversations/${body.conversation_id}/upload`))
        .body;
      return ['done', 'failed'].includes(state.stage) && state;
    },
    { seconds: 120 },
  );
  assert.equal(uploaded.stage, 'done', JSON.stringify(uploaded));
});

test('SIGTERM ends it in time, and a new image on the volume has all data', { skip }, async (t) => {
  const before = await dataOf(owner);
  assert.ok(before.conversations.length >= 2 && before.memories.length > 0);
  const device = await Listener.open(URL_OF_SERVICE, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  t.diagnostic(`stopped after ${stop('hears').toFixed(1)} s while a device listened`);
  engine.relabel(IMAGE, NEXT, 'org.opencontainers.image.version=next');
  await startContainer('next', NEXT, { memory: '512m', recogniser: 'none' });
  assert.deepEqual(await dataOf(owner), before);
  t.diagnostic(`stopped after ${stop('next').toFixed(1)} s`);
});

/** The archive of an image of an earlier release, as `npm run release` writes it. */
const FORMER = process.env['COMMONPLACE_FORMER_IMAGE'];
const withFormer = { skip: skip || (!FORMER && 'COMMONPLACE_FORMER_IMAGE=FILE.oci.tar') };

test('the image goes on with the volume of an earlier release', withFormer, async () => {
  const [, former] = /Loaded image: (\S+)/.exec(engine.podman('load', '--input', FORMER!))!;
  const settings = { memory: '512m', recogniser: 'none', volume: 'former' };
  await startContainer('former', former!, settings);
  container = 'former';
  await story();
  const before = await dataOf(owner);
  assert.ok(before.conversations.length > 0 && before.memories.length > 0);
  stop('former');
  await startContainer('upgraded', IMAGE, settings);
  assert.deepEqual(await dataOf(owner), before);
  stop('upgraded');
});

async function dataOf(user: ApiUser): Promise<{ conversations: Json[]; memories: Json[] }> {
  const read = async (path: string): Promise<Json[]> => {
    const { status, body } = await request(user.url, 'GET', path, { token: user.token });
    assert.equal(status, 200);
    return body;
  };
  return {
    conversations: await read('/v1/conversations?statuses=completed&limit=50'),
    memories: await read('/v3/memories?limit=100'),
  };
}

/** In MiB, of the group of processes of the container. */
function highestMemory(): string {
  const files = '/sys/fs/cgroup/memory/memory.max_usage_in_bytes /sys/fs/cgroup/memory.peak';
  const bytes = inside('sh', '-c', `cat ${files} 2>/dev/null || :`);
  return (Number(bytes) / 2 ** 20).toFixed(0);
}
