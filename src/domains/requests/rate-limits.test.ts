// Both databases: the processes count together in the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import { openRateLimiter } from './rate-limits.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { NoRoom } from '../../core/errors.ts';
import type { RateLimited } from '../../core/errors.ts';
import type { Actor } from '../../kit/context.ts';
import { eventually } from '../../testing/eventually.ts';
import { requestSettings } from './rate-limits.ts';

const MEMORIES = '/v1/dev/user/memories';
const SCOPES = ['memories:read', 'memories:write'];
const clock = new ManualClock('2026-03-01T12:00:10Z');
let service: TestService;

before(async () => {
  service = await startService({ clock, environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
});
after(() => service[Symbol.asyncDispose]());

test('the limits of a key and of its user are enforced and reported', async () => {
  const limited = { SVC_RATE_LIMIT: '12/minute,20/day' };
  await using service = await startService({ clock, environment: limited });
  const [first, second] = [await service.owner.key(SCOPES), await service.owner.key(SCOPES)];
  const before = await first.call('GET', MEMORIES);
  assert.equal(before.headers.get('x-ratelimit-limit'), '12');
  assert.equal(before.headers.get('x-ratelimit-remaining'), '11');
  const reset = Number(before.headers.get('x-ratelimit-reset')) * 1000;
  assert.ok(reset > clock.now().getTime() && reset <= clock.now().getTime() + 60_000);
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async () => (await first.call('GET', MEMORIES)).status),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 11);
  const refused = await first.call('GET', MEMORIES);
  assert.equal(refused.status, 429);
  assert.match(refused.body.detail, /^Rate limit exceeded. Try again in \d+s.$/);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  assert.equal((await service.owner.call('GET', '/v1/dev/keys')).status, 200, 'people go on');
  let allowed = 12;
  while ((await second.call('GET', MEMORIES)).status === 200) allowed += 1;
  assert.equal(allowed, 20, 'the day of the user is over');
  clock.advance(61_000);
  assert.equal((await first.call('GET', MEMORIES)).status, 429);
});

test('several processes share a limit, which includes the share that a dead process took', async () => {
  const { db, log } = service.service.parts;
  const limits = { perMinute: 50, perDay: 1000 };
  const actor = { kind: 'developer_key', user_id: 'u', key_id: 'k', scopes: [] } as const;
  const count = async (limiter: ReturnType<typeof openRateLimiter>) =>
    limiter.count(actor, clock.now()).then(
      () => 1,
      () => 0,
    );
  const dead = openRateLimiter({ db, clock, log, limits });
  await count(dead);
  await using first = openRateLimiter({ db, clock, log, limits });
  await using second = openRateLimiter({ db, clock, log, limits });
  const counts = Array.from({ length: 80 }, (_, index) => count(index % 2 ? first : second));
  const allowed = (await Promise.all(counts)).reduce<number>((sum, one) => sum + one, 0);
  assert.equal(allowed, 45, 'the dead one keeps the five that it took');
  await dead[Symbol.asyncDispose]();
  assert.equal(await count(second), 1, 'one that stops in order gives back');
});

test('a failed statement fails only its own request', async () => {
  const { db, log } = service.service.parts;
  const actor = { kind: 'developer_key', user_id: 'u', key_id: 'x', scopes: [] } as const;
  const limits = { perMinute: 50, perDay: 1000 };
  await using limiter = openRateLimiter({ db, clock, log, limits });
  await sql`ALTER TABLE rate_windows RENAME TO rate_windows_away`.execute(db);
  await assert.rejects(limiter.count(actor, clock.now()));
  await sql`ALTER TABLE rate_windows_away RENAME TO rate_windows`.execute(db);
  assert.ok(await limiter.count(actor, clock.now()));
});

const PARTS = () => ({ db: service.service.parts.db, log: service.service.parts.log, clock });
const caller = (key_id: string) =>
  ({ kind: 'developer_key', user_id: `user of ${key_id}`, key_id, scopes: [] }) as const;

test('windows begin with the minute and the day, and the stricter one is reported', async () => {
  const at = new Date('2026-05-05T10:20:30.500Z');
  const limits = { perMinute: 3, perDay: 5 };
  await using limiter = openRateLimiter({ ...PARTS(), limits });
  const count = (now: Date) => limiter.count(caller('w'), now);
  const [minute, midnight] = [new Date('2026-05-05T10:21:00Z'), new Date('2026-05-06T00:00:00Z')];
  for (const remaining of [2, 1, 0])
    assert.deepEqual(await count(at), { limit: 3, remaining, resetsAt: minute });
  await assert.rejects(count(at), (error: RateLimited) => {
    assert.deepEqual(error.allowance, { limit: 3, remaining: 0, resetsAt: minute });
    assert.match(error.message, /Try again in 30s/);
    return true;
  });
  // The new minute and the day have equally many requests left. The header names the minute,
  // because it ends first.
  assert.equal((await count(minute))!.resetsAt.getTime(), midnight.getTime());
});

test('a grant has a separate limit, and a person in a session has none', async () => {
  await using limiter = openRateLimiter({ ...PARTS(), limits: { perMinute: 1, perDay: 9 } });
  const grant = (grant_id: string) =>
    ({ kind: 'grant', user_id: 'g', grant_id, scopes: [] }) as unknown as Actor;
  const now = clock.now();
  assert.equal((await limiter.count(grant('one'), now))!.remaining, 0);
  await assert.rejects(limiter.count(grant('one'), now));
  assert.ok(await limiter.count(grant('two'), now));
  const person = { kind: 'session', user_id: 'g' } as unknown as Actor;
  assert.equal(await limiter.count(person, now), null);
  await using unlimited = openRateLimiter({ ...PARTS(), limits: null });
  assert.equal(await unlimited.count(grant('one'), now), null);
});

test('one statement serves several requests, up to the limit', async () => {
  await using limiter = openRateLimiter({ ...PARTS(), limits: { perMinute: 20, perDay: 900 } });
  const taken = async () => {
    const { rows } = await sql<{ taken: number }>`
      SELECT taken FROM rate_windows WHERE subject = 'key share'`.execute(PARTS().db);
    return rows[0]!.taken;
  };
  const now = new Date('2026-06-06T00:00:00Z');
  const left: number[] = [];
  const written: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    left.push((await limiter.count(caller('share'), now))!.remaining);
    written.push(await taken());
  }
  assert.deepEqual(
    left,
    Array.from({ length: 20 }, (_, n) => 19 - n),
  );
  assert.deepEqual(written.slice(0, 5), [2, 2, 3, 4, 5]);
  await assert.rejects(limiter.count(caller('share'), now));
});

test('on a full disk a process counts alone, up to the limit', async () => {
  const { db, ...parts } = PARTS();
  const full = new Proxy(db, {
    get(target, name) {
      if (name !== 'getExecutor') return Reflect.get(target, name, target);
      return () => {
        throw new NoRoom('The disk is full.');
      };
    },
  });
  const limits = { perMinute: 2, perDay: 900 };
  await using limiter = openRateLimiter({ db: full, ...parts, limits });
  const now = clock.now();
  assert.equal((await limiter.count(caller('full'), now))!.remaining, 1);
  assert.equal((await limiter.count(caller('full'), now))!.remaining, 0);
  await assert.rejects(limiter.count(caller('full'), now), /Rate limit/);
});

test('windows are deleted after two days, by an hourly check', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db } = PARTS();
  const limits = { perMinute: 10, perDay: 10 };
  await using limiter = openRateLimiter({ ...PARTS(), limits });
  await limiter.count(caller('past'), new Date(clock.now().getTime() - 86_400_000 * 2 - 120_000));
  await limiter.count(caller('present'), clock.now());
  const subjects = async () => {
    const rows = await db.selectFrom('rate_windows').select('subject').execute();
    return rows
      .map(({ subject }) => subject)
      .filter((subject) => /^key (past|present)/.test(subject));
  };
  t.mock.timers.tick(3_599_999);
  await limiter.count(caller('present'), clock.now());
  assert.equal((await subjects()).length, 2);
  t.mock.timers.tick(1);
  await eventually('the deletion', async () => (await subjects()).length === 1);
  assert.deepEqual(await subjects(), ['key present']);
});

test('the setting accepts `off` or two numbers', () => {
  const { schema } = requestSettings.rateLimit;
  assert.equal(schema.parse('off'), null);
  assert.deepEqual(schema.parse('7/minute,90/day'), { perMinute: 7, perDay: 90 });
  assert.deepEqual(schema.parse(undefined), { perMinute: 100, perDay: 10_000 });
  assert.throws(() => schema.parse('7/hour'));
});
