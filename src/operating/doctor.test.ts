// Long: each fault has a service of its own.
/** `doctor` finds planted faults and says their cures. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog } from '../core/log.ts';
import { openDatabase } from '../storage/database.ts';
import { runCommand, spawnService } from '../testing/service-process.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../testing/template.ts';

/** A data folder without a database, for checks that need none. */
let bare: string;
let folder: string;
before(() => {
  bare = temporaryFolder();
  folder = copyTemplate('owned');
});
after(() => [bare, folder].forEach(removeFolder));

interface Shown {
  level: string;
  check: string;
  says: string;
  cure?: string;
}

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
  const findings = JSON.parse(output) as Shown[];
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
