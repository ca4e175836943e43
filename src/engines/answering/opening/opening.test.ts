/** Tests how words are said that the reader found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, Question } from '../answerer.ts';
import { createReadingAnswerer } from '../reading-answerer.ts';
import { readerOf } from './testing-reader.ts';

const at = new Date('2026-03-20T10:00:00Z');
const NONE: Evidence = { conversations: [], events: [], memories: [], tasks: [] };

/** The first words of an answer, before the quotes of the evidence. */
async function said(
  asked: string | Partial<Question>,
  evidence: Partial<Evidence>,
  ...known: Parameters<typeof readerOf>
): Promise<string> {
  const rest = typeof asked === 'string' ? { text: asked } : asked;
  const question = { text: '', at, timezone: 'Europe/Lisbon', ...rest };
  const answerer = createReadingAnswerer(readerOf(...known));
  const pieces = await Array.fromAsync(answerer.answer(question, { ...NONE, ...evidence }, {}));
  return pieces.join('').split('\n')[0]!;
}

type Line = readonly [speaker: string, text: string];

const talk = (day: string, ...lines: Line[]): Evidence['conversations'][number] => ({
  id: day,
  title: day,
  overview: '',
  at: new Date(`2026-${day}T10:00:00Z`),
  language: 'en',
  quotes: [],
  spoken: lines.map(([speaker, text]) => ({ speaker, isUser: speaker === 'Helen', text })),
});

test('a question for a time is answered by the day that the words meant then', async () => {
  const conversations = [talk('03-10', ['Ana', 'Lunch on Sunday at two?'], ['Helen', 'Lovely.'])];
  const when = (words: string, some = conversations) =>
    said('When is lunch?', { conversations: some }, [words, 0.9]);
  const both = 'Sunday, 15 March 2026 at 14:00';
  assert.equal(await when('Sunday at two'), `${both} (“Sunday at two”, Ana, 10 March) [1].`);
  assert.equal(await when('two'), `${both} (“two”, Ana, 10 March) [1].`);
  const before = [talk('03-10', ['Ana', 'It is on Sunday.'], ['Helen', 'Say, at two o’clock?'])];
  assert.equal(await when('two o’clock', before), `${both} (“two o’clock”, you, 10 March) [1].`);
  const vague = [talk('03-10', ['Ana', 'Some day next week.'])];
  assert.equal(await when('next week', vague), '“next week” (Ana, 10 March) [1].');
  const past = [talk('03-10', ['Ana', 'It was yesterday.'])];
  const yesterday = 'Monday, 9 March 2026 (“yesterday”, Ana, 10 March) [1].';
  assert.equal(await when('yesterday', past), yesterday);
});

test('a question for a person is answered by a name', async () => {
  const who = (words: string, ...lines: Line[]) =>
    said('Who will get the kids?', { conversations: [talk('03-12', ...lines)] }, [words, 0.9]);
  assert.equal(await who('I', ['Jo', 'I will.']), 'Jo (“I”, Jo, 12 March) [1].');
  assert.equal(await who("I'll", ['Helen', "I'll do it."]), "You (“I'll”, you, 12 March) [1].");
  const asked: Line = ['Jo', 'Could you?'];
  assert.equal(await who('you', asked, ['Helen', 'Sure.']), 'You (“you”, Jo, 12 March) [1].');
  assert.equal(await who('you', asked), '“you” (Jo, 12 March) [1].');
  assert.equal(await who('My aunt', ['Jo', 'My aunt.']), '“My aunt” (Jo, 12 March) [1].');
});

test('a question for yes or no is answered by the words that settle it', async () => {
  const conversations = [talk('03-12', ['Jo', 'Sure, I will.'])];
  const asked = (text: string, verdict: 'yes' | 'no') =>
    said(text, { conversations }, ['Sure, I will', 0.9, verdict]);
  assert.equal(await asked('Did Jo agree?', 'yes'), 'Yes: “Sure, I will” (Jo, 12 March) [1].');
  assert.equal(await asked('Hat Jo zugesagt?', 'no'), 'Nein: “Sure, I will” (Jo, 12. März) [1].');
  assert.equal(await asked('What did Jo say?', 'yes'), '“Sure, I will” (Jo, 12 March) [1].');
});

test('what was said about a matter is quoted, and nothing denies or replaces it', async () => {
  const lines: Line[] = [
    ['Ana', 'We must cut the budget by ten percent.'],
    ['Helen', 'The final budget is 36,000 euros.'],
  ];
  const quotes = lines.map(([speaker, text]) => ({ speaker, text }));
  const conversations = [{ ...talk('03-10', ...lines), quotes }];
  for (const question of [
    'What was said about the budget last week?',
    'What did we talk about the budget?',
    'What did Ana say about the budget yesterday?',
    'Was wurde letzte Woche über das Budget gesagt?',
    'Was hat Ana zum Budget gesagt?',
    '¿Qué se dijo sobre el budget?',
  ]) {
    assert.match(await said(question, { conversations }), /^(From|Aus|De) \S+ \S+:$/, question);
  }
  assert.match(await said('What was said about the party?', { conversations }), /^I have nothing/);
  const known = ['36,000 euros', 0.9] as const;
  const asked = (who: string) =>
    said(`What did ${who} say about the budget?`, { conversations }, known);
  assert.equal(await asked('Ana'), 'From your conversations:');
  assert.equal(await asked('Helen'), '“36,000 euros” (you, 10 March) [1].');
  assert.equal(await asked('we'), '“36,000 euros” (you, 10 March) [1].');
});

test('what is stored answers in its own words', async () => {
  const memories = [{ id: 'm', content: 'Is allergic to penicillin' }];
  const tasks = [{ id: 't', description: 'Send Ana the recipe', due_at: at }];
  const events = [{ id: '03-10', title: 'Dentist', description: 'In Foz', about: '', at }];
  const conversations = [talk('03-10', ['Ana', 'No penicillin.'])];
  const allergic = 'What am I allergic to?';
  const penicillin = ['penicillin', 0.6] as const;
  assert.equal(
    await said(allergic, { memories, conversations }, penicillin),
    'Is allergic to penicillin.',
  );
  const sure = ['No penicillin', 0.99] as const;
  assert.equal(
    await said(allergic, { memories, conversations }, penicillin, sure),
    '“No penicillin” (Ana, 10 March) [1].',
  );
  assert.equal(
    await said('What does Ana need?', { tasks }, ['the recipe', 0.9]),
    'Send Ana the recipe, due 20 March 2026.',
  );
  const dentist = ['Dentist', 0.9] as const;
  const moment = 'Friday, 20 March 2026 at 10:00';
  const evidence = { events, conversations };
  assert.equal(await said('When is it?', evidence, dentist), `Dentist: ${moment} [1].`);
  assert.equal(
    await said('Where is it?', evidence, ['In Foz', 0.9]),
    `“In Foz” (Dentist): ${moment} [1].`,
  );
  const files = [{ name: 'offer.txt', passages: ['It is 900 euros.'] }];
  assert.equal(
    await said('How much is it?', { files }, ['900 euros', 0.9]),
    '“900 euros” (offer.txt).',
  );
});

test('of stored facts that exclude each other, the one that was told last answers', async () => {
  const memory = (content: string, day: string) => ({ id: content, content, at: new Date(day) });
  const home = (words: [string, number][], ...memories: Evidence['memories']) =>
    said('Where do I live?', { memories }, ...words);
  const [kiel, bonn] = [
    memory('Lives in Kiel', '2024-04-10'),
    memory('Moved to Bonn', '2026-04-10'),
  ];
  for (const memories of [
    [kiel, bonn],
    [bonn, kiel],
  ]) {
    assert.match(
      await home(
        [
          ['Kiel', 0.9],
          ['Bonn', 0.6],
        ],
        ...memories,
      ),
      /Bonn/,
    );
  }
  const dog = memory('Has a dog in Porto', '2026-05-10');
  assert.match(
    await home(
      [
        ['Kiel', 0.9],
        ['Porto', 0.6],
      ],
      kiel,
      dog,
    ),
    /Kiel/,
  );
});

test('of several talks the newest answers, and the answer says what was said before', async () => {
  const conversations = [
    talk('03-03', ['Ana', 'Lunch on Sunday at two.']),
    talk('03-10', ['Ana', 'Lunch on Saturday at two.']),
  ];
  const [sunday, saturday] = ['Sunday, 8 March 2026 at 14:00', 'Saturday, 14 March 2026 at 14:00'];
  assert.equal(
    await said(
      'When is lunch?',
      { conversations },
      ['Sunday at two', 0.9],
      ['Saturday at two', 0.8],
    ),
    `${saturday} (“Saturday at two”, Ana, 10 March) [2]. Before: ${sunday} (3 March) [1].`,
  );
  assert.equal(
    await said(
      'When is lunch?',
      { conversations },
      ['Sunday at two', 0.95],
      ['Saturday at two', 0.6],
    ),
    `${sunday} (“Sunday at two”, Ana, 3 March) [1].`,
  );
  const same = [talk('03-03', ['Ana', 'Ask Jo.']), talk('03-10', ['Ana', 'Jo Smith.'])];
  assert.equal(
    await said('Who helps?', { conversations: same }, ['Jo', 0.9], ['Jo Smith', 0.9]),
    '“Jo Smith” (Ana, 10 March) [2].',
  );
});

test('below the bound there is nothing, in three languages', async () => {
  const conversations = [talk('03-10', ['Ana', 'Lunch on Sunday.'])];
  const asked = (text: string) => said(text, { conversations }, ['Sunday', 0.4]);
  assert.equal(await asked('When is tea?'), 'I have nothing on that. The nearest is below.');
  assert.equal(
    await asked('Wann ist der Tee?'),
    'Dazu habe ich nichts. Das Nächste steht darunter.',
  );
  assert.equal(
    await asked('¿Cuándo es el té?'),
    'No tengo nada sobre eso. Lo más cercano está abajo.',
  );
  assert.match(await said('When is tea?', {}), /^I found nothing about that/);
});

test('a question for records gets them, and the reader is not asked', async () => {
  const tasks = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: `t${place}`,
      description: `Task ${place}`,
      due_at: null,
    }));
  const asked = { text: 'What do I have to do?', wantsRecords: true };
  const five = '5 open tasks: Task 0; Task 1; Task 2; Task 3; Task 4.';
  assert.equal(await said(asked, { tasks: tasks(5) }, ['Task', 1]), five);
  assert.equal(
    await said(asked, { tasks: tasks(6) }),
    five.replace('5', '6').replace(/\.$/, ', ….'),
  );
  const conversations = [talk('03-10', ['Ana', 'Lunch.'])];
  const listed = await said(asked, { conversations }, ['Lunch', 1]);
  assert.equal(listed, 'From your conversations:');
});

test('when the reader fails, the evidence is quoted', async () => {
  const reader = { ...readerOf(), answers: () => Promise.reject(new Error('It ended.')) };
  const question = { text: 'When is lunch?', at, timezone: 'UTC' };
  const evidence = { ...NONE, conversations: [talk('03-10', ['Ana', 'Lunch on Sunday.'])] };
  const answerer = createReadingAnswerer(reader);
  const [first] = await Array.fromAsync(answerer.answer(question, evidence, {}));
  assert.equal(first, 'From your conversations:\n');
  const { signal } = { signal: AbortSignal.abort(new Error('left')) };
  await assert.rejects(Array.fromAsync(answerer.answer(question, evidence, { signal })), /left/);
});
