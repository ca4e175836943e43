import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from '../devices/message.ts';
import { Load } from './load.ts';
import { SessionStatus } from './session-status.ts';

test('a recogniser is busy after 5 s, overloaded after 60 s, and full after 120 s', () => {
  const sessions = [{ behindSeconds: 0 }, { behindSeconds: 1 }];
  const load = new Load(sessions);
  const states = [4.9, 5, 59.9, 60, 119.9, 120].map((seconds, at) => {
    sessions[1]!.behindSeconds = seconds;
    // Each query comes long after the query before it.
    const mustGo = load.mustGiveWay(sessions[1]!, at * 10_000);
    return [seconds, load.isBusy, mustGo, load.isFull];
  });
  assert.deepEqual(states, [
    [4.9, false, false, false],
    [5, true, false, false],
    [59.9, true, false, false],
    [60, true, true, false],
    [119.9, true, true, false],
    [120, true, true, true],
  ]);
  assert.equal(load.behindSeconds, 120);
  assert.equal(new Load([]).behindSeconds, 0);
  assert.equal(load.mustGiveWay(sessions[0]!, 900_000), false, 'only who waits itself');
});

test('sessions are postponed one every two seconds, and return after half a minute', () => {
  const slow = { behindSeconds: 60 };
  const load = new Load([slow]);
  const gave = [0, 1_999, 2_000, 3_000].map((now) => load.mustGiveWay(slow, now));
  assert.deepEqual(gave, [true, false, true, false]);
  assert.equal(load.mayReturn(0, 90_000), false, 'still busy');
  slow.behindSeconds = 4;
  assert.deepEqual(
    [load.mayReturn(100_000, 129_999), load.mayReturn(100_000, 130_000)],
    [false, true],
  );
  assert.deepEqual([load.mayReturn(0, 131_999), load.mayReturn(0, 132_000)], [false, true]);
});

test('a client is told which recogniser is in use, and why there is none', () => {
  const told: ServerMessage[] = [];
  const status = new SessionStatus((message) => told.push(message));
  const last = () => {
    const {
      status: is,
      status_text,
      provider,
      reason,
    } = told.at(-1) as Extract<ServerMessage, { type: 'service_status' }>;
    return [is, status_text, provider, reason];
  };
  const changed = (state: 'ready' | 'reconnecting' | 'degraded', name?: string) => {
    const by = name ? { by: { name, quality: 'low' as const } } : {};
    status.recogniserChanged({ type: 'state', state, detail: 'Because.', ...by });
    return last();
  };
  assert.deepEqual(changed('ready'), ['ready', 'Because.', undefined, undefined]);
  assert.deepEqual(changed('reconnecting'), ['stt_initiating', 'Because.', undefined, undefined]);
  assert.deepEqual(changed('reconnecting', 'b'), ['ready', 'Because.', 'b', undefined]);
  assert.deepEqual(changed('degraded', 'b'), ['ready', 'Because.', 'b', undefined]);
  const [is, , , reason] = changed('degraded', 'none');
  assert.deepEqual([is, reason], ['stt_failed', 'Because.']);
  status.diskFull();
  assert.deepEqual([last()[0], last()[3]], ['stt_failed', 'disk_full']);
  status.unknownLanguage('tlh');
  assert.deepEqual([last()[0], last()[3]], ['stt_failed', 'unknown_language']);
  assert.match(String(last()[1]), /tlh/);
  status.failed('It broke.');
  assert.deepEqual([last()[0], last()[3]], ['stt_failed', 'It broke.']);
  status.starting();
  assert.equal(last()[0], 'initiating');
  status.startingRecogniser();
  assert.equal(last()[0], 'stt_initiating');
  status.ready({ name: 'x', capabilities: { quality: 'low' } } as never, 'en');
  assert.deepEqual(last(), ['ready', 'Listening', 'x', undefined]);
});
