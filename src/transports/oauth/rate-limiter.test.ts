import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { RateLimited } from '../../core/errors.ts';
import { openAddressLimiter } from './rate-limiter.ts';

test('an address may send 300 requests a minute, independently of others', () => {
  const clock = new ManualClock('2026-03-01T12:00:10Z');
  const limiter = openAddressLimiter(clock);
  const count = (address: string, times: number) => {
    for (let time = 0; time < times; time++) {
      limiter.admit(address);
      limiter.count(address);
    }
  };
  count('a', 300);
  count('b', 299);
  limiter.admit('b');
  assert.throws(
    () => limiter.admit('a'),
    (error: RateLimited) => error instanceof RateLimited && error.retryAfterSeconds === 50,
  );
  clock.advance(49_999);
  assert.throws(() => limiter.admit('a'), /Try again in 1s/);
  clock.advance(1);
  limiter.admit('a');
  count('a', 300);
  assert.throws(() => limiter.admit('a'), RateLimited);
});

test('without a clock there is no limit', () => {
  const limiter = openAddressLimiter(null);
  for (let time = 0; time < 301; time++) {
    limiter.admit('a');
    limiter.count('a');
  }
  limiter.admit('a');
});
