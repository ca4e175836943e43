// Long: each fault has a service of its own.
/** `doctor` finds planted faults and says their cures. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { openTestStores } from '../../storage/backup/stores.fixture.ts';
import { openDatabase } from '../../storage/database.ts';
import { migrate, MIGRATIONS } from '../../storage/migrations.ts';
import { runCommand, spawnService } from '../../testing/service-process.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';
import type { Finding } from './finding.ts';
import { checkNode } from './machine.ts';
import { skewOf } from './network.ts';

/** A data folder without a database, for checks that need none. */
let bare: string;
let folder: string;
before(() => {
  bare = temporaryFolder();
  folder = copyTemplate('owned');
});
after(() => [bare, folder].forEach(removeFolder));

interface Diagnosis {
  code: number | null;
  /** Returns the findings of a check as lines, such as `fault: … → …`. */
  of(check: string): string;
}

async function diagnose(
  environment: Record<string, string> = {},
  dataDir = bare,
): Promise<Diagnosis> {
  const { code, output } = await runCommand(['doctor', '--json'], { folder: dataDir, environment });
  const findings = JSON.parse(output) as Finding[];
  return {
    code,
    of: (check) =>
      findings
        .filter((finding) => finding.check === check)
        .map(
          ({ level, says, cure }) => `${level}: ${says}${cure === undefined ? '' : ` → ${cure}`}`,
        )
        .join('\n'),
  };
}

/** Starts an HTTP server that is not the service. */
async function startOther(headers: Record<string, string> = {}) {
  const server = createServer((_request, response) =>
    response.writeHead(200, headers).end('other'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port: String(port),
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test('a sound installation has no fault, running or stopped', { timeout: 60_000 }, async () => {
  const stopped = await diagnose({}, folder);
  assert.equal(stopped.code, 0);
  assert.match(stopped.of('database'), /^ok: It opens, with the schema of this version/);
  assert.match(stopped.of('secret'), /^ok/);
  assert.match(stopped.of('backups'), /^warning: No regular backups .* → Set SVC_BACKUP_FOLDER/);
  const PORT = String(await freePort());
  await using _service = await spawnService({ folder, environment: { PORT } });
  const running = await diagnose({ PORT }, folder);
  assert.equal(running.code, 0);
  assert.match(running.of('database'), /^ok: The running service uses/);
  assert.match(running.of('jobs'), /^ok: 0 wait, 0 failed/);
  assert.match(running.of('port'), /^ok: The service answers/);
  const text = await runCommand(['doctor'], { folder, environment: { PORT } });
  assert.match(text.output, /✔ node .*\n.*\n0 faults, \d warnings\.\n$/s);
});

test('wrong settings are all named', async () => {
  const { code, of } = await diagnose({ PORT: 'http', SVC_LOG_LEVL: 'info' });
  assert.equal(code, 1);
  assert.match(of('settings'), /fault: PORT is "http"/);
  assert.match(of('settings'), /SVC_LOG_LEVL is not a setting\. → Did you mean SVC_LOG_LEVEL/);
});

test('an old Node and a wrong clock are faults', () => {
  assert.match(checkNode('22.17.1').says, /older than 22\.18/);
  assert.deepEqual(
    ['22.18.0', '24.0.0'].map((version) => checkNode(version).level),
    ['ok', 'ok'],
  );
  const skew = skewOf('the server', new Date(Date.now() - 600_000));
  assert.deepEqual(
    [skew.level, skew.says],
    ['fault', 'The clock is 600 seconds ahead of the server.'],
  );
  assert.equal(skewOf('the server', new Date()).level, 'ok');
});

test('a data folder that cannot be written, and one that others may read', async () => {
  const file = join(bare, 'file');
  writeFileSync(file, '');
  const { code, of } = await diagnose({ SVC_DATA_DIR: join(file, 'data') });
  assert.equal(code, 1);
  assert.match(
    of('data folder'),
    /fault: The data folder .* cannot be written \(ENOTDIR\)\. → Choose another/,
  );
  rmSync(file);
  writeFileSync(join(bare, 'secret'), 'x');
  chmodSync(join(bare, 'secret'), 0o644);
  assert.match(
    (await diagnose()).of('data folder'),
    /warning: Other users may read .* → Run: chmod 600/,
  );
  rmSync(join(bare, 'secret'));
});

test('little room on the disk is a fault', async () => {
  const { of } = await diagnose({ SVC_MIN_FREE_MIB: '100000000' });
  assert.match(of('disk'), /fault: \d+ MiB are free .* → Free space: below 100000000 MiB/);
});

test('a port that another program uses, and an address of no interface', async () => {
  using other = await startOther();
  assert.match(
    (await diagnose({ PORT: other.port })).of('port'),
    /fault: Port \d+ .* in use .* PORT/,
  );
  const { of } = await diagnose({ PORT: other.port, HOST: '192.0.2.1' });
  assert.match(of('port'), /fault: Cannot listen on 192\.0\.2\.1/);
  assert.match(
    of('public address'),
    /warning: The service listens on 192\.0\.2\.1, and SVC_BASE_URL/,
  );
});

test(
  'a public address without HTTPS, without proxies, or that leads elsewhere',
  { timeout: 60_000 },
  async () => {
    const plain = await diagnose({ SVC_BASE_URL: 'http://me.example.invalid' });
    assert.match(plain.of('public address'), /fault: .* is not HTTPS.* → Put a proxy/);
    const proxied = await diagnose({ SVC_BASE_URL: 'https://me.example.invalid' });
    assert.match(proxied.of('public address'), /warning: SVC_TRUSTED_PROXIES is not set/);
    using other = await startOther({ date: new Date(0).toUTCString() });
    const PORT = String(await freePort());
    await using _service = await spawnService({ folder, environment: { PORT } });
    const wrong = await diagnose({ PORT, SVC_BASE_URL: other.url }, folder);
    assert.match(
      wrong.of('public address'),
      /fault: .* does not lead to the service \(status 200\)/,
    );
    assert.match(wrong.of('clock'), /fault: The clock is \d+ seconds ahead of/);
  },
);

test('providers that do not answer', async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const { code, of } = await diagnose({
    SVC_RECOGNISER: 'openai',
    SVC_RECOGNISER_URL: address,
    SVC_LLM_BASE_URL: address,
    SVC_LLM_MODEL: 'm',
    SVC_EMBEDDINGS_BASE_URL: address,
    SVC_EMBEDDINGS_MODEL: 'm',
  });
  assert.equal(code, 1);
  assert.match(of('recogniser'), /fault: http:\S+ does not answer\. → .*SVC_RECOGNISER_URL/);
  assert.match(of('language model'), /fault: .*SVC_LLM_BASE_URL/);
  assert.match(of('embeddings'), /fault: .*SVC_EMBEDDINGS_BASE_URL/);
});

test('a database server that is away', async () => {
  const DATABASE_URL = `postgres://me@127.0.0.1:${await freePort()}/x`;
  const { code, of } = await diagnose({ DATABASE_URL });
  assert.equal(code, 1);
  assert.match(
    of('database'),
    /fault: PostgreSQL at DATABASE_URL does not answer: .* → Check the address/,
  );
});

test('a server with a database of an older version is sound', async () => {
  await using stores = await openTestStores();
  const DATABASE_URL = await stores.address();
  const database = await stores.open(DATABASE_URL);
  await migrate({ database, log: silentLog, migrations: MIGRATIONS.slice(0, -1) });
  const { of } = await diagnose({ DATABASE_URL });
  assert.match(
    of('database'),
    /^ok: Its schema is older \(migration \d+\); the next start upgrades it/m,
  );
  assert.doesNotMatch(of('database'), /fault/);
});

test(
  'another secret, a missing secret, and a database of a newer version',
  { timeout: 60_000 },
  async () => {
    const other = await diagnose({ SVC_SECRET: 'another secret of thirty-two letters' }, folder);
    assert.equal(other.code, 1);
    assert.match(other.of('secret'), /fault: This database is used with another secret/);
    const copy = copyTemplate('owned');
    rmSync(join(copy, 'secret'));
    assert.match(
      (await diagnose({}, copy)).of('secret'),
      /fault: There is no secret.* → Put the former/,
    );
    {
      await using database = await openDatabase({ url: undefined, folder: copy, log: silentLog });
      await database.script("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
    }
    assert.match(
      (await diagnose({}, copy)).of('database'),
      /fault: The database was changed by a newer Commonplace .* → Install that version/,
    );
    removeFolder(copy);
  },
);

test('jobs and deliveries that do not progress', { timeout: 60_000 }, async () => {
  const copy = copyTemplate('owned');
  {
    await using database = await openDatabase({ url: undefined, folder: copy, log: silentLog });
    await database.script(
      `INSERT INTO jobs.job (name, data, created_on)
       SELECT name, '{}', now() - interval '3 hours' FROM jobs.queue LIMIT 1;
       INSERT INTO webhooks (user_id, type, url, enabled, enabled_at)
       SELECT id, 'memory_created', 'https://hooks.example.org', true, now() FROM users;
       INSERT INTO webhook_deliveries (user_id, type, id, next_attempt_at, created_at)
       SELECT id, 'memory_created', gen_random_uuid(), now(), now() - interval '2 hours' FROM users`,
    );
  }
  const { code, of } = await diagnose({}, copy);
  assert.equal(code, 0);
  assert.match(of('jobs'), /warning: 1 jobs wait, the oldest for 180 minutes/);
  assert.match(of('webhooks'), /warning: 1 deliveries wait, the oldest for 120 minutes/);
  removeFolder(copy);
});

test('an old backup, and leftovers of an interrupted one', async () => {
  const backups = temporaryFolder();
  const SVC_BACKUP_FOLDER = backups;
  assert.match(
    (await diagnose({ SVC_BACKUP_FOLDER })).of('backups'),
    /warning: .* has no backup yet/,
  );
  const archive = join(backups, 'commonplace-2026-01-01T00-00-00Z.tar.gz');
  writeFileSync(archive, '');
  utimesSync(archive, 0, 0);
  const snapshot = join(bare, `snapshot-${crypto.randomUUID()}`);
  mkdirSync(snapshot);
  const { code, of } = await diagnose({ SVC_BACKUP_FOLDER });
  assert.equal(code, 1);
  assert.match(of('backups'), /fault: The newest one is \d+ hours old/);
  assert.match(of('leftovers'), /warning: An interrupted backup, restore or move left snapshot-/);
  rmSync(snapshot, { recursive: true });
  removeFolder(backups);
});

test('a damaged speech model', async () => {
  const model = join(bare, 'models/en-tiny-utt');
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, 'model.onnx'), 'changed');
  const files = [{ path: 'model.onnx', bytes: 7, sha256: '0'.repeat(64) }];
  writeFileSync(join(model, 'model.json'), JSON.stringify({ id: 'en-tiny-utt', files }));
  const { of } = await diagnose();
  rmSync(model, { recursive: true });
  assert.match(
    of('speech models'),
    /fault: Files of en-tiny-utt .*: model\.onnx\. → Run: commonplace models pull en-tiny-utt/,
  );
});
