/** Tests days, times and their zones from what is said or imported to the calendar of the user. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { ManualClock } from '../../src/core/clock.ts';
import { readingOf } from '../../src/engines/understanding/composing/testing-reading.ts';
import { compose } from '../../src/engines/understanding/composing/understanding.ts';
import type { Maker } from '../../src/engines/understanding/maker.ts';
import { importInto } from '../../src/testing/clients/account-archive.ts';
import { request, type ApiUser, type Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';

const NOVEMBER = '2026-11-10T09:00:00Z';

const ok = async (owner: ApiUser, method: string, path: string, body?: object): Promise<Json> => {
  const answer = await owner.call(method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Finds one appointment on a day, with the calendar of the service and without the network. */
const eventOn = (day: string): Maker => ({
  name: 'rules',
  understand: async (transcript) => {
    const texts = transcript.segments.map(({ text }) => text);
    const lines = texts.map((text): [string, string] => ['Anna', text]);
    const { reading } = readingOf(lines, { event: texts, at: [day] }, { ...transcript });
    const understanding = compose(transcript, reading);
    return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
  },
});

/** A service in which it is this time, for an owner in a time zone. */
async function serviceAt(now: string, timezone: string, rules?: Maker) {
  const clock = new ManualClock(now);
  const service = await startService({ clock, ...(rules && { rules }) });
  await ok(service.owner, 'PATCH', '/v1/users/me', { timezone });
  return service;
}

/** Says a text at a time, and returns what the service made of it. */
async function say(owner: ApiUser, text: string, started_at: string) {
  const { id } = await ok(owner, 'POST', '/v1/conversations/from-text', { text, started_at });
  const tasks = await ok(owner, 'GET', `/v1/action-items?conversation_id=${id}`);
  const { structured } = await ok(owner, 'GET', `/v1/conversations/${id}`);
  return { tasks, events: structured.events };
}

async function calendarOf(owner: ApiUser, url: string, query = ''): Promise<string[]> {
  const { body } = await owner.call('POST', '/v1/calendar-address');
  const answer = await request(url, 'GET', new URL(body.url).pathname + query);
  return answer.body.split('\r\n').filter((line: string) => /^(?:DT(?:START|END)|DUE)/.test(line));
}

test('a task that is due today is within its day in the calendar', async () => {
  await using service = await serviceAt(NOVEMBER, 'Europe/Berlin');
  const { owner, url } = service;
  const due_at = '2026-11-10T22:59:00Z';
  await ok(owner, 'POST', '/v1/action-items', { description: 'Pay the rent', due_at });
  assert.deepEqual(await calendarOf(owner, url, '?tasks=events'), [
    'DTSTART;VALUE=DATE:20261110',
    'DTEND;VALUE=DATE:20261111',
  ]);
  assert.deepEqual(await calendarOf(owner, url), ['DUE;VALUE=DATE:20261110']);
});

test('an event without an hour is a date in the calendar, and stays that date', async () => {
  await using service = await serviceAt(NOVEMBER, 'Europe/Berlin', eventOn('2026-12-12'));
  const { owner, url } = service;
  const { events } = await say(owner, "Mum's birthday is on December 12.", NOVEMBER);
  assert.equal(events.length, 1);
  assert.deepEqual([events[0].start, events[0].duration], ['2026-12-11T23:00:00.000Z', 1440]);
  const dates = ['DTSTART;VALUE=DATE:20261212', 'DTEND;VALUE=DATE:20261213'];
  assert.deepEqual(await calendarOf(owner, url), dates);
  await ok(owner, 'PATCH', '/v1/users/me', { timezone: 'America/Los_Angeles' });
  assert.deepEqual(await calendarOf(owner, url), dates);
});

test('an event of several days has all of them', async () => {
  await using service = await serviceAt(NOVEMBER, 'Europe/Berlin', eventOn('2026-12-20'));
  const { owner, url } = service;
  const text = 'I am on holiday from the 20th to the 24th of December.';
  const { events } = await say(owner, text, NOVEMBER);
  assert.deepEqual(
    events.map(({ start, duration }: Json) => [start, duration]),
    [['2026-12-19T23:00:00.000Z', 5 * 1440]],
  );
  assert.deepEqual(await calendarOf(owner, url), [
    'DTSTART;VALUE=DATE:20261220',
    'DTEND;VALUE=DATE:20261225',
  ]);
});

test('the 31st is in the next month that has one, and the 31st of April is no day', async () => {
  await using service = await serviceAt(NOVEMBER, 'Europe/Berlin');
  const { owner } = service;
  const rent = await say(owner, 'I need to pay the rent on the 31st.', NOVEMBER);
  const dues = rent.tasks.map(({ due_at }: Json) => due_at);
  assert.deepEqual(dues, ['2026-12-31T22:59:00.000Z']);
  const bill = await say(owner, 'I need to pay the phone bill on April 31.', NOVEMBER);
  assert.deepEqual(
    bill.tasks.map(({ due_at }: Json) => due_at),
    [null],
  );
});

test('a length of time is the same when the clocks change, and late in the evening', async () => {
  const now = '2026-10-25T00:30:00Z';
  await using service = await serviceAt(now, 'Europe/Berlin');
  const { owner } = service;
  const dueOf = async (text: string, at: string) => (await say(owner, text, at)).tasks[0]?.due_at;
  assert.equal(
    await dueOf('I need to turn off the oven in an hour.', now),
    '2026-10-25T01:30:00.000Z',
  );
  const evening = '2026-10-20T21:45:00Z';
  assert.equal(
    await dueOf('I need to take the bread out in 30 minutes.', evening),
    '2026-10-20T22:15:00.000Z',
  );
});

test('a day in front matter is the day of the user, in every zone', async () => {
  for (const timezone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Tokyo']) {
    await using service = await serviceAt('2026-03-20T09:00:00Z', timezone);
    const { owner } = service;
    const file = '---\ndate: 2026-03-02\n---\n\nI need to call the bank tomorrow.\n';
    const { report } = await importInto(owner, file, 'note.md');
    assert.deepEqual(report.problems, []);
    const [conversation] = await ok(owner, 'GET', '/v1/conversations');
    const path = `/v1/conversations/${conversation.id}`;
    await eventually('the end of the processing', async () => {
      const { status } = await ok(owner, 'GET', path);
      return status === 'completed';
    });
    const day = (time: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(
        new Date(time),
      );
    assert.equal(day(conversation.started_at), '2026-03-02', timezone);
    const [task] = await ok(owner, 'GET', `/v1/action-items?conversation_id=${conversation.id}`);
    assert.equal(day(task.due_at), '2026-03-03', timezone);
  }
});

/** Runs a module in a process of another time zone. */
function runIn(TZ: string, code: string): string {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const flags = ['--input-type=module-typescript', '--eval', code];
  const run = spawnSync(process.execPath, flags, {
    cwd: folder,
    env: { ...process.env, TZ },
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

test('the zone of the machine changes nothing', () => {
  const code = `
    import { recogniseFormat } from './src/domains/portability/formats/recognise.ts';
    import { findTimes } from './src/engines/calendar/dates.ts';
    const omi = [{ id: 'a', created_at: '2026-03-29T02:30:00', structured: { title: 'A', events: [
      { title: 'B', start: '2026-04-01T09:00:00' }] } }];
    const files = {
      'omi.json': JSON.stringify(omi),
      'note.md': '---\\ndate: 2 March 2026\\n---\\nHello there.',
      '2026-03-02 09.30 Call.txt': 'Hello there.',
    };
    for (const zone of ['America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
      for (const [name, text] of Object.entries(files)) {
        const { found } = recogniseFormat(name, Buffer.from(text), zone);
        const rows = [...found.records.values()].flat().map(({ row }) => row);
        console.log(JSON.stringify([rows, found.transcripts.map((one) => one.started_at)]));
      }
      const at = new Date('2026-03-29T00:30:00Z');
      const text = 'Tomorrow at five, on the 31st, in an hour, from Monday to Friday, this weekend.';
      console.log(JSON.stringify(findTimes(text, { at, timezone: zone })));
    }`;
  const [one, ...others] = ['UTC', 'Asia/Tokyo', 'America/New_York'].map((zone) =>
    runIn(zone, code),
  );
  assert.match(one!, /2026-03-02T20:00:00\.000Z/);
  for (const other of others) assert.equal(other, one);
});
