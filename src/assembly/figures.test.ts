/** Tests the figures, the backups and the errors that the operator sees of a running service. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { readConfig } from '../config.ts';
import { silentLog } from '../core/log.ts';
import { backupSchedule } from '../examination/backups.ts';
import { cached } from '../examination/cached.ts';
import type { Finding } from '../examination/finding.ts';
import { startService } from '../testing/start-service.ts';
import type { TestService } from '../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../testing/template.ts';
import { askService } from '../transports/control/control-socket.ts';
import { beginStart } from './start.ts';

const TOKEN = 'a token of the monitoring';
const archiveOf = (day: string) => `commonplace-${day}T00-00-00Z.tar.gz`;

let data: string;
let backups: string;
let service: TestService;
before(async () => {
  data = copyTemplate('owned');
  backups = temporaryFolder();
  for (const day of ['2026-01-01', '2026-01-02']) {
    const path = join(backups, archiveOf(day));
    writeFileSync(path, '');
    utimesSync(path, new Date(day), new Date(day));
  }
  service = await startService({
    environment: {
      SVC_DATA_DIR: data,
      SVC_METRICS_TOKEN: TOKEN,
      SVC_BACKUP_FOLDER: backups,
      SVC_BACKUP_EVERY: '6',
    },
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(data);
  removeFolder(backups);
});

/** Returns the figures of Commonplace without labels. */
async function figures({ service: { url } }: TestService): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const lines = text.matchAll(/^commonplace_(\w+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/** Sets the time of `performance.now` by hand. */
function stopTime(t: TestContext): { at: number } {
  const time = { at: 0 };
  t.mock.method(performance, 'now', () => time.at);
  return time;
}

test('the figures tell how old the newest backup is, and how often one is made', async () => {
  assert.partialDeepStrictEqual(await figures(service), {
    backup_last_success_timestamp_seconds: Date.parse('2026-01-02') / 1000,
    backup_period_seconds: 6 * 3_600,
  });
});

test('without backups there are no figures of backups', async () => {
  await using other = await startService({ environment: { SVC_METRICS_TOKEN: TOKEN } });
  const { database_up, ...others } = await figures(other);
  assert.equal(database_up, 1);
  assert.ok(Object.keys(others).every((name) => !name.startsWith('backup')));
});

test('a figure is read again when it is older than its time', async (t) => {
  const time = stopTime(t);
  let reads = 0;
  const read = cached(async () => (reads += 1), 5_000);
  assert.equal(await read(), 1);
  time.at = 5_000;
  assert.equal(await read(), 1);
  time.at = 5_001;
  assert.equal(await read(), 2);
});

test('the list of backups in a folder is fresh after a second, and when a backup has ended', async (t) => {
  const time = stopTime(t);
  const folder = join(backups, 'own');
  mkdirSync(folder);
  const config = readConfig({ SVC_DATA_DIR: data, SVC_BACKUP_FOLDER: folder });
  const requests = { isRunning: false, request() {} };
  const { list } = backupSchedule(config, silentLog, requests);
  const add = (day: string) => writeFileSync(join(folder, archiveOf(day)), '');
  const count = async () => (await list())?.length;
  assert.equal(await count(), 0);
  add('2026-01-03');
  assert.equal(await count(), 0, 'the list is a moment old');
  time.at += 2_000;
  assert.equal(await count(), 1);
  add('2026-01-04');
  requests.isRunning = true;
  assert.equal(await count(), 1);
  requests.isRunning = false;
  assert.equal(await count(), 2);
  add('2026-01-05');
  assert.equal(await count(), 2);
});

test('a store of backups that does not answer is in the log, and does not look empty', async () => {
  const config = readConfig({
    SVC_DATA_DIR: data,
    SVC_BACKUP_FOLDER: 's3://bucket',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  assert.equal(await backupSchedule(config, log).list(), null);
  assert.deepEqual(Object.keys(warnings[0]!), ['err']);
});

test('errors of the log are kept for the owner, and warnings are not', async () => {
  await using stack = new AsyncDisposableStack();
  const config = readConfig({ SVC_DATA_DIR: data, SVC_LOG_LEVEL: 'warn' });
  const { log, vitals } = beginStart(config, stack, {});
  log.warn('almost full');
  log.error({ err: new Error('it burns') }, 'the disk is full');
  log.fatal('the end');
  assert.deepEqual(
    vitals.errors.map(({ message, cause }) => [message, cause]),
    [
      ['the end', null],
      ['the disk is full', 'it burns'],
    ],
  );
});

test('commands of the operator reach the running service through its data folder', async () => {
  const [findings] = (await askService(data, ['findings']))!;
  assert.deepEqual(
    (JSON.parse(findings!) as Finding[]).map(({ name, state }) => [name, state]),
    [
      ['database', 'ok'],
      ['jobs', 'ok'],
      ['webhooks', 'ok'],
      ['files', 'ok'],
    ],
  );
  const name = `snapshot-${crypto.randomUUID()}`;
  if (process.env['COMMONPLACE_TEST_DATABASE_URL']) {
    await assert.rejects(askService(data, ['snapshot', name]), /needs no copy/);
  } else {
    assert.deepEqual(await askService(data, ['snapshot', name]), []);
    assert.ok(existsSync(join(data, name)));
    rmSync(join(data, name), { recursive: true });
  }
  await assert.rejects(askService(data, ['snapshot', 'elsewhere']), /Usage: snapshot NAME/);
  await assert.rejects(askService(data, ['dance']), /Usage: account/);
});

test('an address of another machine is refused with the names of the settings', async () => {
  await assert.rejects(
    startService({ environment: { HOST: '192.0.2.1' } }),
    /Cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\. Check HOST and PORT/,
  );
});
