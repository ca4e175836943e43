/** Tests that exports of meetings and messengers keep who said what, when, and in which order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countsOf, importInto } from '../../src/testing/clients/account-archive.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService({
    environment: { SVC_RATE_LIMIT: 'off', SVC_TIMEZONE: 'Europe/Berlin' },
  });
});
after(() => service[Symbol.asyncDispose]());

/** Imports a file, returns what was said in its conversations, and removes them again. */
async function readFile(file: string, name: string) {
  const user = service.owner;
  const imported = await importInto(user, file, name);
  const { body } = await user.call('GET', '/v1/conversations?limit=50');
  const conversations: Json[] = [];
  for (const { id } of body) {
    conversations.push((await user.call('GET', `/v1/conversations/${id}`)).body);
    await user.call('DELETE', `/v1/conversations/${id}`);
  }
  const segments: Json[] = conversations.flatMap((each) => each.transcript_segments);
  return {
    imported,
    said: segments.map(({ speaker_name, text }) => `${speaker_name}: ${text}`),
    own: segments.filter(({ is_user }) => is_user).map(({ text }) => text),
    texts: segments.map(({ text }) => text),
    begun: conversations.map(({ started_at }) => started_at),
    problems: imported.report.problems.map(({ where, message }: Json) => `${where}: ${message}`),
  };
}

const DOG = 'I have a dog.';
const CAT = 'I have a cat.';

test('a line that only tells who speaks and when names the speaker of the lines below', async () => {
  const files = [
    `Ana Perez  0:03  \n${DOG}\n\nBen  0:10\n${CAT}\n\nAna Perez  1:02:15\n${DOG}\n\nBen  1:03:00\n${CAT}\n`,
    `00:00 Ana Perez\n${DOG}\n00:05 Ben\n${CAT}\n00:09 Ana Perez\n${DOG}\n00:12 Ben\n${CAT}`,
    `[Ana Perez] 09:30:15\n${DOG}\n\n[Ben] 09:30:20\n${CAT}\n\n[Ana Perez] 09:31:00\n${DOG}\n[Ben] 09:32:00\n${CAT}`,
    `Ana Perez  9:30 AM\n${DOG}\nBen  9:31 AM\n${CAT}\nAna Perez  9:32 AM\n${DOG}\nBen  9:33 AM\n${CAT}`,
    [
      `Ana Perez, [02.03.2026 09:30]`,
      `${DOG}`,
      ``,
      `Ben, [02.03.2026 09:31]`,
      `${CAT}`,
      ``,
      `Ana Perez, [02.03.2026 09:32]`,
      `${DOG}`,
      ``,
      `Ben, [02.03.2026 09:33]`,
      `${CAT}`,
    ].join('\n'),
    [
      `[02-Mar-26 09:30 AM] Ana Perez`,
      `${DOG}`,
      ``,
      `[02-Mar-26 09:31 AM] Ben`,
      `${CAT}`,
      `[02-Mar-26 09:32 AM] Ana Perez`,
      `${DOG}`,
      `[02-Mar-26 09:33 AM] Ben`,
      `${CAT}`,
    ].join('\n'),
    [
      `09:30:15 From Ana Perez to Everyone:`,
      `\t${DOG}`,
      `09:31:15 From Ben to Everyone: ${CAT}`,
      `09:32:15 From Ana Perez to Everyone:`,
      `\t${DOG}`,
      `09:33:15 From Ben to Ana Perez (Direct Message):`,
      `\t${CAT}`,
    ].join('\n'),
    `[00:03 - 00:05] Ana Perez: ${DOG}\n[00:05 - 00:08] Ben: ${CAT}\n[00:08 - 00:09] Ana Perez: ${DOG}\n[00:09 - 00:10] Ben: ${CAT}`,
  ];
  const wanted = [`Ana Perez: ${DOG}`, `Ben: ${CAT}`, `Ana Perez: ${DOG}`, `Ben: ${CAT}`];
  for (const file of files) {
    const { said, own } = await readFile(file, 'meeting.txt');
    assert.deepEqual([said, own], [wanted, []], file);
  }
  const rooms = `[09:30] <eva> ${DOG}\n[09:31] <@ida> ${CAT}\n`;
  assert.deepEqual((await readFile(rooms, 'room.log')).said, [`eva: ${DOG}`, `ida: ${CAT}`]);
});

test('what others may have said is not the user’s, and a journal or a plan is', async () => {
  const others = [
    `Ana Perez  0:03\n${DOG}\n\nSpeaker 2  0:10\n${CAT}\n\nTranscribed by a program`,
    `[00:00.000 --> 00:05.000]  ${DOG}\n[00:05.000 --> 00:08.000]  ${CAT}`,
    `[00:00:03 - 00:00:05] SPEAKER_00: ${DOG}\n[00:00:05 - 00:00:08] SPEAKER_01: ${CAT}`,
    `From: Ana <ana@example.org>\nTo: Ben\nSubject: Pets\n\n${DOG}`,
    `Von: Ana\nGesendet: Montag\nAn: Ben\nBetreff: Tiere\n\n${DOG}`,
    `[02.03.26, 09:30:15] Ana: ${DOG}`,
  ];
  for (const file of others) {
    const { own, texts } = await readFile(file, 'talk.txt');
    assert.deepEqual(own, [], file);
    assert.ok(texts.join(' ').includes(DOG), file);
  }
  for (const file of [
    `9:30 I took the dog out.\n10:15 I met Ana.\n`,
    `9:30 Dentist\n10:15 Gym\n11:00 Lunch\n`,
    `I have a dog.\nFrom now on: no cats.\n`,
  ]) {
    const { own, texts } = await readFile(file, 'note.txt');
    assert.deepEqual(own, texts, file);
  }
});

test('what a messenger tells itself, and names with signs, get into nobody’s mouth', async () => {
  const { said, own } = await readFile(
    [
      '02.03.26, 09:30 - Messages are end-to-end encrypted.',
      `02.03.26, 09:31 - Ana: ${DOG}`,
      'And it barks.',
      '02.03.26, 09:32 - Ben added Cara',
      `[02.03.26, 09:33:15\u202fAM] ~\u202fDr. "Ben" [work]: ${CAT}`,
      '02.03.26, 9:34 a. m. - Ana: Yes.',
      '02.03.26, 09:35 - Ana left',
    ].join('\n'),
    '_chat.txt',
  );
  assert.deepEqual(
    said.map((each) => each.replace(/^Speaker \d+/, 'nobody')),
    [
      'nobody: 02.03.26, 09:30 - Messages are end-to-end encrypted.',
      `Ana: ${DOG}`,
      'Ana: And it barks.',
      'nobody: 02.03.26, 09:32 - Ben added Cara',
      `Dr. "Ben" [work]: ${CAT}`,
      'Ana: Yes.',
      'nobody: 02.03.26, 09:35 - Ana left',
    ],
  );
  assert.deepEqual(own, []);
});

const omi = (fields: Json): string =>
  JSON.stringify([
    { id: 'one', created_at: '2026-03-02T09:30:00Z', structured: { title: 'Talk' }, ...fields },
  ]);

test('words without times, or with impossible ones, keep their order', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => `Sentence ${at}.`);
  for (const times of [{}, { start: 0, end: 1 }, { start: null }]) {
    const given = texts.map((text) => ({ text, ...times }));
    const read = await readFile(omi({ transcript_segments: given }), 'omi.json');
    assert.deepEqual([read.texts, read.problems], [texts, []]);
  }
  for (const wrong of [
    { start: 1e12, end: 1e13 },
    { start: -5, end: -1 },
    { start: 1_772_440_200, end: 1_772_440_201 },
  ]) {
    const given = texts.slice(0, 3).map((text, at) => ({ text, start: at, end: at + 1 }));
    Object.assign(given[1]!, wrong);
    const read = await readFile(omi({ transcript_segments: given }), 'omi.json');
    assert.deepEqual([read.imported.status, read.texts], ['completed', texts.slice(0, 3)]);
    assert.match(read.problems.join(), /segment 2: Its times are not possible/);
  }
});

test('numbers are seconds or milliseconds, and a time that cannot be read is named', async () => {
  for (const created_at of [1_772_443_800, 1_772_443_800_000, '1772443800', '1772443800000']) {
    const { begun, problems } = await readFile(omi({ created_at }), 'omi.json');
    assert.deepEqual([begun, problems], [['2026-03-02T09:30:00.000Z'], []]);
  }
  for (const field of ['started_at', 'finished_at', 'updated_at']) {
    const { problems } = await readFile(omi({ [field]: '2026-02-30T10:00:00' }), 'omi.json');
    assert.match(problems.join(), new RegExp(`${field} was left out: “2026-02-30T10:00:00”`));
  }
  const tasks = [{ description: 'Pay', completed: false, due_at: '2026-02-30' }];
  const { problems } = await readFile(omi({ structured: { action_items: tasks } }), 'omi.json');
  assert.match(problems.join(), /due_at was left out/);
  const memories = [{ id: '1', memory: 'I like tea.', created_at: 1_772_443_800 }];
  const imported = await importInto(service.owner, JSON.stringify(memories), 'mem0.json');
  assert.deepEqual(countsOf(imported)['memories'], [1, 0, 0]);
});

test('a date in numbers is that day, or no day and named', async () => {
  const note = (date: string) => readFile(`---\ndate: ${date}\n---\nI paid. ${date}`, 'note.md');
  for (const date of ['02.03.2026', '2.3.26', '2026.03.02', '2 March 2026', '2026/3/2']) {
    const { begun, problems } = await note(date);
    assert.deepEqual([begun, problems], [['2026-03-02T11:00:00.000Z'], []], date);
  }
  for (const date of ['13/02/2026', '02/13/2026', '13.02.2026', '13-02-2026']) {
    assert.deepEqual((await note(date)).begun, ['2026-02-13T11:00:00.000Z'], date);
  }
  for (const date of ['03/02/2026', '31.02.2026', '30/02/2026', '31 February 2026', 'last week']) {
    const { problems } = await note(date);
    assert.match(problems.join(), /date in the front matter was left out/, date);
  }
  const named = await readFile('I paid.', '2026-02-30 note.txt');
  assert.match(named.problems.join(), /date in the name of the file was left out/);
  const later = await readFile('I paid.', '2099-01-01 note.txt');
  assert.match(later.problems.join(), /in the future/);
});

test('each day of a chat is a conversation of that day', async () => {
  const words = (
    stamps: readonly string[],
    of = (stamp: string, name: string) => `${stamp} ${name}:`,
  ) =>
    stamps
      .map(
        (stamp, at) =>
          `${of(stamp, at % 2 === 0 ? 'Ana Perez' : 'Ben')} ${at % 2 === 0 ? DOG : CAT}`,
      )
      .join('\n');
  const days = ['2026-03-12T08:19:00.000Z', '2026-03-14T20:05:00.000Z'];
  for (const [name, file] of Object.entries({
    brackets: words(['[12.03.26, 09:19:10]', '[12.03.26, 09:20:10]', '[14.03.26, 21:05:10]']),
    day: words(['12/03/2026, 09:19 -', '12/03/2026, 09:20 -', '14/03/2026, 21:05 -']),
    month: words(['3/12/26, 9:19 AM -', '3/12/26, 9:20 AM -', '3/14/26, 9:05 PM -']),
    year: words(['2026/03/12, 09:19 -', '2026/03/12, 09:20 -', '2026/03/14, 21:05 -']),
    above: ['12.03.2026 09:19', '12.03.2026 09:20', '14.03.2026 21:05']
      .map((time, at) => `${at === 1 ? 'Ben' : 'Ana Perez'}, [${time}]\n${at === 1 ? CAT : DOG}`)
      .join('\n\n'),
  })) {
    const { begun, said, own } = await readFile(file, `${name}.txt`);
    assert.deepEqual(begun.toSorted(), days, name);
    assert.deepEqual(
      said.toSorted(),
      [`Ana Perez: ${DOG}`, `Ana Perez: ${DOG}`, `Ben: ${CAT}`],
      name,
    );
    assert.deepEqual(own, [], name);
  }
});

test('a chat whose days may be months is one conversation, and the report says so', async () => {
  const file = ['02/03/2026, 09:19 - Ana Perez: Hi.', '03/03/2026, 09:19 - Ben: Hi.'].join('\n');
  const { begun, problems } = await readFile(file, 'unsure.txt');
  assert.equal(begun.length, 1);
  assert.match(problems.join('\n'), /not certain what its dates mean/);
});

test('a stamp whose hour does not exist begins no day', async () => {
  const file = [
    '[12.03.2026, 09:19:10] Ana Perez: Hi.',
    '[12.03.2026, 27:70:00] Ben: Hi.',
    '[14.03.2026, 09:20:10] Ana Perez: Bye.',
  ].join('\n');
  const { begun } = await readFile(file, 'hours.txt');
  assert.deepEqual(begun.toSorted(), ['2026-03-12T08:19:00.000Z', '2026-03-14T08:20:00.000Z']);
});

test('the name of a file tells its day in the ways that recorders write it', async () => {
  for (const [name, time] of Object.entries({
    '20260302_0930_call.txt': '2026-03-02T08:30:00.000Z',
    '20260303 093015-A1B2.txt': '2026-03-03T08:30:00.000Z',
    'GMT20260304-093015_Recording.transcript.txt': '2026-03-04T09:30:00.000Z',
    'REC_20260305093015.txt': '2026-03-05T08:30:00.000Z',
    'Memo 2026-03-06 at 09.30.15.txt': '2026-03-06T08:30:00.000Z',
    'Notiz 07.03.2026.txt': '2026-03-07T11:00:00.000Z',
    'PTT-20260308-WA0001.txt': '2026-03-08T11:00:00.000Z',
  })) {
    const { begun } = await readFile(`I paid for ${name}.`, name);
    assert.deepEqual(begun, [time], name);
  }
  // A number that is no day is a number.
  const { problems } = await readFile('I paid the invoice.', 'invoice 20261399.txt');
  assert.deepEqual(problems, []);
});
