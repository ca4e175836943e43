/** Tests that nothing that subtitles and texts say is lost or put into the mouth of another person. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countsOf, importInto, zipOf } from '../../src/testing/clients/account-archive.ts';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_RATE_LIMIT: 'off' } });
});
after(() => service[Symbol.asyncDispose]());

async function conversationsOf(user: ApiUser): Promise<Json[]> {
  const { body } = await user.call('GET', '/v1/conversations?limit=50');
  return Promise.all(
    body.map(async ({ id }: Json) => (await user.call('GET', `/v1/conversations/${id}`)).body),
  );
}

async function takeConversations(user: ApiUser): Promise<Json[]> {
  const conversations = await conversationsOf(user);
  for (const { id } of conversations) await user.call('DELETE', `/v1/conversations/${id}`);
  return conversations;
}

/** Imports a file, returns who said what, and removes it again. */
async function readFile(file: string | Buffer, name: string) {
  const user = service.owner;
  const imported = await importInto(user, file, name);
  const conversations = await takeConversations(user);
  const segments: Json[] = conversations.flatMap((each) => each.transcript_segments);
  return {
    imported,
    conversations,
    said: segments.map(({ speaker_name, text }) => `${speaker_name}: ${text}`),
    own: segments.filter(({ is_user }) => is_user).map(({ text }) => text),
    problems: imported.report.problems.map(({ where }: Json) => where),
    people: (await user.call('GET', '/v1/users/people')).body.map(({ name }: Json) => name),
  };
}

const srt = (...cues: string[]): string =>
  cues
    .map((words, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${words}\n`)
    .join('\n');
const vtt = (...cues: string[]): string =>
  `WEBVTT\n\n${cues.map((words, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${words}\n`).join('\n')}`;

test('subtitles may begin with a mark of direction, and their times may be short', async () => {
  const files = [
    `\u200e${srt('Hello')}`,
    '1\n00:00:01 --> 00:00:03\nHello\n',
    '1\n00:01,5 --> 00:03,5\nHello\n',
    '1\r\n0:00:01:000-->0:00:03:500\r\nHello\r\n',
    '\n\n00:00:01.000 --> 00:00:03.000 X1:40 X2:600\nHello',
    Buffer.from(`\ufeff${srt('Hello')}`, 'utf16le'),
  ];
  for (const file of files) {
    const { imported, said, own } = await readFile(file, 'call.srt');
    assert.deepEqual([imported.format, said, own], ['srt', ['Speaker 0: Hello'], []]);
  }
  const { imported, conversations } = await readFile('Hello\n00:00:1x --> never\nYou', 'call.srt');
  assert.deepEqual([imported.status, conversations], ['failed', []]);
  assert.match(imported.problem, /call\.srt, line 2/);
});

test('a cue may contain empty lines, an arrow, a number and other lines', async () => {
  const inside = srt('First half\n\nsecond half', 'Click File --> Save', '2026', 'The end.');
  const doubled = inside.replaceAll('\n', '\n\n');
  for (const file of [inside, doubled]) {
    const { said, problems } = await readFile(file, 'call.srt');
    assert.equal(
      said.map((line) => line.replace('Speaker 0: ', '')).join(' '),
      'First half second half Click File --> Save 2026 The end.',
    );
    assert.deepEqual(problems, []);
  }
});

test('a line that is no cue is named in the report, and the other cues are read', async () => {
  const file = srt('One', 'Two', 'Three').replace('00:00:01,000 -->', '00:00:01,000 -> x -->');
  const { said, imported } = await readFile(file, 'call.srt');
  assert.deepEqual(said, ['Speaker 0: One', 'Speaker 0: Three']);
  assert.deepEqual(countsOf(imported)['parts'], [0, 0, 1]);
  assert.match(imported.report.problems[0].where, /line 6$/);
});

test('only tags are removed from cues, and character references are read', async () => {
  const cases: [string, string][] = [
    ['If x < 5 and y > 3 then we stop', 'If x < 5 and y > 3 then we stop'],
    ['I <3 you, a<b and c>d', 'I <3 you, a<b and c>d'],
    ['<i>Yes</i>, <font color="#fff">now</font>{\\an8}', 'Yes, now'],
    ['<c.yellow>Go</c> <00:00:00.500>on', 'Go on'],
    ['don&#39;t say &quot;no&quot;', `don't say "no"`],
    [
      'caf&eacute; &amp; cr&#232;me&hellip; &#x1F600; R&D; &unknown;',
      'café & crème… 😀 R&D; &unknown;',
    ],
  ];
  for (const [given, wanted] of cases) {
    const { said } = await readFile(vtt(given), 'call.vtt');
    assert.deepEqual(said, [`Speaker 0: ${wanted}`], given);
  }
});

test('each voice of a cue says its own words', async () => {
  const { said } = await readFile(
    vtt(
      '<v Ana>Ready to go?</v> <v Ben>Yes, give me a minute.</v>',
      '<v Roger Bingley>\nWe are in New York City.',
      '<v.loud Ana>Who said\nthat?</v>\nNobody knows.',
    ),
    'call.vtt',
  );
  assert.deepEqual(said, [
    'Ana: Ready to go?',
    'Ben: Yes, give me a minute.',
    'Roger Bingley: We are in New York City.',
    'Ana: Who said that?',
    'Speaker 3: Nobody knows.',
  ]);
});

test('a sentence with a colon is no speaker', async () => {
  const alone = await readFile(srt('My number one rule: never skip lunch.'), 'call.srt');
  assert.deepEqual(alone.said, ['Speaker 0: My number one rule: never skip lunch.']);
  const talk = ['Ana: Hi.', 'Ben: Hi.', 'Remember: lock the door.', 'Here is the thing: no.'];
  const { said, people, own } = await readFile(srt(...talk), 'call.srt');
  assert.deepEqual(
    said.slice(2).map((line) => line.replace(/^Speaker \d: /, '')),
    talk.slice(2),
  );
  assert.deepEqual(own, []);
  assert.ok(!people.some((each: string) => /rule|Remember|thing/.test(each)), people.join());
});

test('rolling captions are read once, and words that are said twice stay', async () => {
  const rolling = vtt(
    ' \nhello<00:00:00.500><c> everyone</c>',
    'hello everyone\n ',
    'hello everyone\nand welcome',
    'and welcome\n ',
    'and welcome\nto the show',
  );
  const { said, imported } = await readFile(rolling, 'call.vtt');
  assert.deepEqual(
    said,
    ['hello everyone', 'and welcome', 'to the show'].map((each) => `Speaker 0: ${each}`),
  );
  assert.match(imported.report.problems[0].message, /rolling/);
  const growing = await readFile(srt('One', 'One two', 'One two three'), 'call.srt');
  assert.deepEqual(
    growing.said,
    ['One', 'two', 'three'].map((each) => `Speaker 0: ${each}`),
  );
  const chant = await readFile(srt('No.', 'No.', 'No.\nNo.', 'Yes.'), 'call.srt');
  assert.deepEqual(
    chant.said,
    ['No.', 'No.', 'No. No.', 'Yes.'].map((each) => `Speaker 0: ${each}`),
  );
});

test('a text in Windows-1252 is read, and the report says so', async () => {
  const latin = Buffer.from(srt('Caf\u00e9 \u0093ol\u00e9\u0094'), 'latin1');
  const { said, imported } = await readFile(latin, 'call.srt');
  assert.deepEqual(said, ['Speaker 0: Café “olé”']);
  assert.match(imported.report.problems[0].message, /Windows-1252/);
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
  const other = await readFile(cyrillic, 'note.txt');
  assert.equal(other.imported.status, 'failed');
  assert.match(other.imported.problem, /encoding/);
});

test('names with any apostrophe are speakers of a text', async () => {
  for (const name of [
    'O’Brien',
    "O'Brien",
    'O`Brien',
    'Ludwig van Beethoven',
    'Smith, John',
    'Ana (Sales)',
  ]) {
    const text = `${name}: I live in Kiel.\nEva: Really?\n${name}: Yes.\nEva: Good.`;
    const { own, said } = await readFile(text, 'talk.txt');
    assert.deepEqual(own, [], name);
    assert.deepEqual(said, text.split('\n'), name);
  }
});

test('in doubt, a line is not the owner’s', async () => {
  const texts = [
    'Ana: I live in Kiel.\nBen: I live in Bonn.\nand more\nand more\nand more\nand more',
    'ana: i live in kiel\nben: really?\nana: yes\nben: good',
    'Ana: I live in Kiel.\nBen: Hi.\nCara: Hi.\nDora: Hi.',
    '[21/11/2026, 09:19:10] Ana: I live in Kiel.',
  ];
  for (const text of texts) {
    const { own, said } = await readFile(text, 'talk.txt');
    assert.deepEqual(own, [], text);
    assert.match(said.join(), /I live in Kiel/i);
  }
  const note = await readFile('I live in Kiel.\nToday: nothing to do.', 'note.txt');
  assert.equal(note.own.length, 2);
});

test('two files with the same words on two days are two conversations', async () => {
  const user = service.owner;
  const files: [string, string][] = [
    ['2026-03-02.txt', 'I watered the roses.'],
    ['2026-03-03.txt', 'I watered the roses.'],
    ['2026-03-03 18.30.txt', 'I watered the roses.'],
  ];
  const zip = await zipOf(files);
  assert.deepEqual(countsOf(await importInto(user, zip))['conversations'], [3, 0, 0]);
  assert.deepEqual(countsOf(await importInto(user, zip))['conversations'], [0, 3, 0]);
  const days = (await takeConversations(user)).map(({ started_at }) => started_at.slice(0, 10));
  assert.deepEqual(days.toSorted(), ['2026-03-02', '2026-03-03', '2026-03-03']);
});

test('a file that is no text to read is refused', async () => {
  const files: [string, string | Buffer, RegExp][] = [
    ['table.csv', 'name,age\nAna,34', /does not know the format/],
    ['page.html', '<!doctype html><p>Hello</p>', /does not know the format/],
    ['page.txt', '<!doctype html><p>Hello</p>', /does not know the format/],
    ['key.txt', 'QUJD'.repeat(500), /does not know the format/],
    ['picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), /does not know the format/],
    ['empty.txt', ' \n', /empty/],
    ['call.vtt', 'Hello', /line 1/],
  ];
  for (const [name, file, reason] of files) {
    const { imported, conversations } = await readFile(file, name);
    assert.deepEqual([imported.status, conversations], ['failed', []], name);
    assert.match(imported.problem, reason, name);
  }
});

test('a broken file of a zip does not affect the others, and is named with the reason', async () => {
  const user = service.owner;
  const zip = await zipOf([
    ['x/y/back.srt', srt('Hello')],
    ['conversations.json', '[{"id":"1","mapp'],
    ['table.csv', 'a,b'],
  ]);
  const backslashes = Buffer.from(
    zip.toString('latin1').replaceAll('x/y/back', 'x\\y\\back'),
    'latin1',
  );
  const { status, report } = await importInto(user, backslashes, 'all.zip');
  assert.equal(status, 'completed');
  assert.deepEqual(countsOf({ report })['files'], [0, 0, 1]);
  assert.match(JSON.stringify(report.problems), /conversations\.json.*not valid JSON/);
  assert.deepEqual(report.ignored, ['table.csv']);
  const [only, ...others] = await takeConversations(user);
  assert.equal(others.length, 0);
  assert.equal(only.transcript_segments[0].text, 'Hello');
});
