/** Tests how readers of the feed learn of changes that another process made. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import type { Database } from '../../storage/database.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { ChangeWatch } from './change-watch.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test('a reader is woken when another process signals a change of its user or of unknown users', async (t) => {
  // The watch does not look by itself.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db } = service.service.parts;
  const user_id = service.owner.id;
  await service.owner.call('POST', '/v3/memories', { content: 'Lives in Porto' });
  await eventually('the change', async () => {
    const { rows } = await sql`SELECT FROM changes WHERE user_id = ${user_id}
      AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(db);
    return rows.length > 0;
  });
  let signal!: (user_id: string | null) => void;
  const signals = {
    send() {},
    subscribe(listener: typeof signal) {
      signal = listener;
      return () => {};
    },
  };
  const database = { db, kind: 'embedded', signals } as unknown as Database;
  await using watch = new ChangeWatch(database, silentLog);
  for (const whose of [user_id, null]) {
    let isWoken = false;
    const wait = { since: 0, signal: new AbortController().signal, maxMs: 60_000 };
    const changed = watch.changed(user_id, wait).then(() => (isWoken = true));
    signal('somebody else');
    await sql`SELECT`.execute(db);
    await sql`SELECT`.execute(db);
    assert.equal(isWoken, false);
    signal(whose);
    await soon('the change', changed);
  }
});
