/** Single examinations, with the limits at which a finding becomes another one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, test } from 'node:test';
import { openLibrary } from '../assembly/choices/local-models.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { damageOfWhisper } from '../engines/recognition/whisper/whisper-files.ts';
import { faultOf } from '../engines/voices/encoder/voice-model.ts';
import { SNAPSHOT } from '../storage/backup/snapshot-folder.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { openControlSocket } from '../transports/control/control-socket.ts';
import { problemOfNode } from '../operating/node-version.ts';
import { examineBackups } from './backups.ts';
import { examineModelFiles, examineRecogniser, examineVoices } from './models.ts';
import { examine, saysAndCure } from './finding.ts';
import type { Finding } from './finding.ts';
import { examineDisk, examineFolder, examineLeftovers, examineMemory } from './machine.ts';
import { examineAddress, examinePort, skewOf } from './network.ts';
import { examineProviders } from './providers.ts';
import { askRunning, examineStore } from './store.ts';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => removeFolder(folder));

const configOf = (environment: Record<string, string> = {}) =>
  readConfig({ SVC_DATA_DIR: folder, ...environment });
const line = ({ state, says }: Finding) => `${state}: ${says}`;

/** Starts a server that answers as the health page does, or otherwise with one status. */
async function startHealth(status = 200, body = '{"status":"ok"}') {
  const server = createServer((request, response) => {
    response.writeHead(status === 200 && request.url !== '/healthz' ? 404 : status).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = String((server.address() as AddressInfo).port);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('the oldest Node is 22.18', () => {
  for (const version of ['20.19.5', '21.99.0', '22.17.9', '18']) {
    assert.equal(problemOfNode(version)?.problem, `Node ${version} is older than 22.18.`);
  }
  for (const version of ['22.18.0', '22.19.1', '23.0.0', '24']) {
    assert.equal(problemOfNode(version), null, version);
  }
});

test('the first sentence of an error is the fault, and the others are the cure', () => {
  assert.deepEqual(saysAndCure('It is 1.5 wide. Make it wider. Then start.'), [
    'It is 1.5 wide.',
    'Make it wider. Then start.',
  ]);
  assert.deepEqual(saysAndCure('Which? `one` of them'), ['Which?', '`one` of them']);
  assert.deepEqual(saysAndCure('It is wrong.'), ['It is wrong.', 'See docs/configuration.md.']);
});

test('the memory matters only to the embedded database', () => {
  const { state, says } = examineMemory(configOf({ DATABASE_URL: 'postgres://me@127.0.0.1/x' }));
  assert.equal(state, 'ok');
  assert.match(says, /^\d+ MiB, of which \d+ are free\.$/);
});

test('the disk is full below the limit of the service, and nearly full below ten times of it', () => {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1024 ** 2;
  const stateFor = (minFreeMib: number) =>
    examineDisk(configOf({ SVC_MIN_FREE_MIB: String(Math.max(1, Math.round(minFreeMib))) }).storage)
      .state;
  assert.deepEqual([2 * free, free / 3, free / 30].map(stateFor), ['fault', 'warning', 'ok']);
  const missing = examineDisk(configOf({ SVC_DATA_DIR: join(folder, 'none') }).storage);
  assert.equal(line(missing), 'ok: The data folder does not exist yet.');
});

test('the check of the data folder leaves nothing behind', async () => {
  const says = `ok: ${folder} can be written and locked.`;
  writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 });
  assert.equal(line(await examineFolder(configOf())), says);
  assert.deepEqual(readdirSync(folder), ['secret']);
  for (const mode of [0o640, 0o604]) {
    chmodSync(join(folder, 'secret'), mode);
    assert.equal((await examineFolder(configOf())).state, 'warning');
  }
  const missing = join(folder, 'none');
  assert.equal((await examineFolder(configOf({ SVC_DATA_DIR: missing }))).state, 'ok');
  assert.ok(!existsSync(missing));
});

test('leftovers of each interrupted command are found', () => {
  const leftovers = (dataDir = folder) =>
    line(examineLeftovers(configOf({ SVC_DATA_DIR: dataDir })));
  const none = 'ok: No interrupted backup, restore or move.';
  assert.equal(leftovers(), none);
  assert.equal(leftovers(join(folder, 'none')), none);
  for (const name of ['restoring', 'moving', `${SNAPSHOT}1`]) {
    mkdirSync(join(folder, name));
    assert.match(leftovers(), new RegExp(`^warning: An interrupted .* left ${name} in `));
    rmSync(join(folder, name), { recursive: true });
  }
});

test('a port answers, is free, or belongs to another program', async () => {
  const check = async (port: string, { isRunning = false, HOST = '127.0.0.1' } = {}) =>
    line(await examinePort(configOf({ PORT: port, HOST }), isRunning));
  assert.equal(await check('0'), 'ok: The system chooses a port.');
  const free = String(await freePort());
  assert.equal(await check(free), `ok: Port ${free} on 127.0.0.1 is free.`);
  assert.match(await check(free, { isRunning: true }), /^fault: .* no healthy answer \(ECONN/);
  {
    using ours = await startHealth();
    const says = `ok: The service answers on port ${ours.port}.`;
    assert.equal(await check(ours.port), says);
    assert.equal(await check(ours.port, { isRunning: true, HOST: '0.0.0.0' }), says);
    // An address of another machine is asked on this machine.
    assert.equal(await check(ours.port, { HOST: '192.0.2.1' }), says);
  }
  assert.match(await check(free, { HOST: '192.0.2.1' }), /^fault: Cannot listen on 192\.0\.2\.1/);
  using ill = await startHealth(503);
  assert.match(await check(ill.port), /^fault: Port \d+ .* is in use by another program\.$/);
  assert.match(
    await check(ill.port, { isRunning: true }),
    /^fault: The service runs, but port \d+ .* gives no healthy answer \(status 503\)\.$/,
  );
  using other = await startHealth(200, 'other');
  assert.match(await check(other.port), /^fault: .* in use by another program/);
});

test('a public address leads to the service, by HTTPS unless it is of this machine', async () => {
  const check = async (environment: Record<string, string>, isRunning = false) =>
    (await examineAddress(configOf(environment), isRunning)).map(line);
  const local = 'ok: None is set; the service is for this machine only.';
  for (const HOST of ['127.0.0.1', '::1', 'localhost'])
    assert.deepEqual(await check({ HOST }), [local]);
  const open = 'warning: The service listens on 0.0.0.0, and SVC_BASE_URL is not set.';
  assert.deepEqual(await check({ HOST: '0.0.0.0' }), [open]);

  using ours = await startHealth();
  const agrees = (url: string) => `ok: It agrees with ${url}.`;
  assert.deepEqual(await check({ SVC_BASE_URL: ours.url }, true), [agrees(ours.url)]);
  const anywhere = ours.url.replace('127.0.0.1', '0.0.0.0');
  const [insecure, ...more] = await check({ SVC_BASE_URL: anywhere }, true);
  assert.match(insecure!, /^fault: http:\/\/0\.0\.0\.0:\d+ is not HTTPS/);
  assert.deepEqual(more, [agrees(anywhere)]);

  const silent = `https://127.0.0.1:${await freePort()}`;
  const unproxied = /^warning: SVC_TRUSTED_PROXIES is not set/;
  const [warning, ...others] = await check({ SVC_BASE_URL: silent });
  assert.match(warning!, unproxied);
  assert.deepEqual(others, []);
  const trusted = { SVC_BASE_URL: silent, SVC_TRUSTED_PROXIES: '127.0.0.1' };
  assert.deepEqual(await check(trusted), [`ok: ${silent}.`]);
  const [astray] = await check(trusted, true);
  assert.match(astray!, /^fault: https:\S+ does not lead to the service \(ECONN/);
});

test('clocks may differ by a minute in both directions', () => {
  const skew = (seconds: number) =>
    line(skewOf('the server', new Date(Date.now() - seconds * 1_000)));
  assert.equal(skew(50), 'ok: It agrees with the server.');
  assert.equal(skew(-60), 'ok: It agrees with the server.');
  assert.match(skew(62), /^fault: The clock is \d\d seconds ahead of the server\.$/);
  assert.match(skew(-90), /^fault: The clock is \d\d seconds behind the server\.$/);
});

test('providers are built in, answer, or are silent', async () => {
  using there = await startHealth();
  const silent = `http://127.0.0.1:${await freePort()}`;
  const config = configOf({
    SVC_LLM_BASE_URL: `${there.url}/v1`,
    SVC_LLM_MODEL: 'm',
    SVC_EMBEDDINGS_BASE_URL: `${silent}/v1`,
    SVC_EMBEDDINGS_MODEL: 'm',
  });
  const findings = await examineProviders(config);
  assert.deepEqual(findings.map(line), [
    'ok: Built in.',
    `ok: ${there.url} answers.`,
    `fault: ${silent} does not answer.`,
  ]);
  assert.equal(findings[2]!.cure, 'Start it, or correct SVC_EMBEDDINGS_BASE_URL.');
  const hearing = configOf({ SVC_RECOGNISER: 'openai', SVC_RECOGNISER_URL: silent });
  assert.equal(line((await examineProviders(hearing))[0]!), `fault: ${silent} does not answer.`);
});

test('a backup is old after twice the time between backups', async () => {
  const check = async (backups: string) =>
    line(await examineBackups(configOf({ SVC_BACKUP_FOLDER: backups, SVC_BACKUP_EVERY: '10' })));
  assert.equal(line(await examineBackups(configOf())), 'warning: No regular backups are made.');
  assert.match(await check(join(folder, 'none')), /^warning: .* has no backup yet\.$/);
  assert.match(await check(folder), /^warning: .* has no backup yet\.$/);
  const archive = join(folder, 'commonplace-2026-01-01T00-00-00Z.tar.gz');
  writeFileSync(archive, '');
  for (const [hours, state] of [
    [3, 'ok'],
    [19, 'ok'],
    [21, 'fault'],
  ] as const) {
    const time = Date.now() / 1_000 - hours * 3_600;
    utimesSync(archive, time, time);
    assert.equal(await check(folder), `${state}: The newest one is ${hours} hours old.`);
  }
});

test('a store of backups that refuses its list is a fault with the reason', async () => {
  using store = await startHealth(403);
  const config = configOf({
    SVC_BACKUP_FOLDER: 's3://bucket',
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  assert.match(line(await examineBackups(config)), /^fault: The store at .* \(status 403\)\./);
});

test('models with changed files are named', async () => {
  assert.equal(
    line(await examineModelFiles(openLibrary(configOf()))),
    'ok: 0 installed, all files unchanged.',
  );
  const model = join(folder, 'models/en-tiny-utt');
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, 'model.onnx'), 'changed');
  const files = [{ path: 'model.onnx', bytes: 7, sha256: '0'.repeat(64) }];
  writeFileSync(join(model, 'model.json'), JSON.stringify({ id: 'en-tiny-utt', files }));
  const says = 'fault: Files of en-tiny-utt are missing or changed: model.onnx.';
  assert.equal(line(await examineModelFiles(openLibrary(configOf()))), says);
});

test('a damaged voice encoder is named with its cure', async () => {
  assert.equal(line(examineVoices()), 'ok: The voice encoder is unchanged.');
  const file = join(folder, 'voice-encoder.onnx');
  writeFileSync(file, 'cut');
  const found = examineVoices(faultOf(pathToFileURL(file)));
  assert.match(line(found), /^fault: assets\/voice-encoder\.onnx is damaged, so nobody/);
  assert.match(found.cure!, /^Restore it with "git checkout/);
});

test('weights of the recogniser that are unchanged, or not', () => {
  assert.equal(line(examineRecogniser()), 'ok: The built-in recogniser is unchanged.');
  const file = join(folder, 'whisper-encoder.onnx');
  writeFileSync(file, 'cut');
  const files = { encoder: { url: pathToFileURL(file), sha256: '0' } };
  const found = examineRecogniser(damageOfWhisper(files));
  assert.equal(line(found), 'fault: assets/whisper-encoder.onnx is not the file of this version.');
  assert.match(found.cure!, /^Restore it .*git checkout -- assets/);
});

test('a store that does not exist yet, and a service that does not report its state', async () => {
  const none = () => assert.fail('There is nothing to open.');
  assert.equal(await askRunning(configOf()), null);
  assert.deepEqual((await examineStore(configOf(), null, none)).map(line), [
    'ok: The embedded database will be made at the first start.',
  ]);
  const run = async () => assert.fail('a defect');
  await using _socket = await openControlSocket({ folder, run, log: silentLog });
  const running = await askRunning(configOf());
  assert.deepEqual((await examineStore(configOf(), running, none)).map(line), [
    'fault: The service does not report its state.',
  ]);
});

test('an examination ends at its bound, and a sentence that it throws is a fault', async () => {
  const [late] = await examine('port', () => new Promise<Finding>(() => {}), 10);
  assert.deepEqual(
    [late!.name, line(late!)],
    ['port', 'fault: It takes longer than 0.01 seconds.'],
  );
  const refused = async (): Promise<Finding> => {
    throw new StartError('It is full. Empty it.');
  };
  const [found] = await examine('disk', refused);
  assert.deepEqual([line(found!), found!.cure], ['fault: It is full.', 'Empty it.']);
  const defect = async (): Promise<Finding> => {
    throw new TypeError('a defect');
  };
  await assert.rejects(examine('disk', defect), TypeError);
});
