import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from './answerer.ts';
import { firstLine } from './first-line.ts';

const at = new Date('2026-03-02T10:00:00Z');
const NONE: Evidence = { conversations: [], events: [], memories: [], tasks: [] };
const lineOf = (text: string, evidence: Partial<Evidence>) => {
  const line = firstLine({ text, at, timezone: 'UTC' }, { ...NONE, ...evidence });
  return line && { ...line, text: line.parts.map((part) => part.text).join('') };
};
const talksOf = (...texts: string[]) =>
  texts.map((text, place) => {
    const spoken = [{ speaker: 'Ana', text }];
    return { id: `${place + 1}`, title: '', overview: '', at, quotes: [], spoken };
  });

test('a sentence of a later result must be better by 0.4 for each place', () => {
  const asked = 'When does the roofer come?';
  const [tomorrow, friday, nine] = [
    'My roofer comes tomorrow.',
    'The roofer comes on Friday.',
    'The roofer comes on Friday at nine.',
  ];
  const said = (...texts: string[]) => lineOf(asked, { conversations: talksOf(...texts) })?.text;
  // Their scores are 3.99, 4.75 and 5.05.
  assert.equal(said(tomorrow!, friday!), `Ana: “${friday}” [2]`);
  assert.equal(said(friday!, nine!), `Ana: “${friday}” [1]`);
  assert.equal(said(tomorrow!, tomorrow!, friday!), `Ana: “${tomorrow}” [1]`);
  assert.equal(said('Tea is hot.'), 'I found nothing that answers this; the nearest is below.');
  assert.equal(said(), undefined);
});

test('a talk is quoted rather than a memory that says the same', () => {
  const content = 'The roofer comes on Friday.';
  const memories = [{ id: 'm', content }];
  const asked = 'When does the roofer come?';
  assert.equal(lineOf(asked, { memories })?.text, content);
  const both = lineOf(asked, { memories, conversations: talksOf(content) });
  assert.equal(both?.text, `Ana: “${content}” [1]`);
  const worse = lineOf(asked, { memories, conversations: talksOf('My roofer comes tomorrow.') });
  assert.equal(worse?.text, content);
});

test('a short answer is quoted with its question', () => {
  const [talk] = talksOf('');
  const spoken = [
    { speaker: 'Rui', text: 'Is the shed locked?' },
    { speaker: 'Ana', text: 'The shed is locked.' },
  ];
  const line = lineOf('Is the shed locked?', { conversations: [{ ...talk!, spoken }] });
  assert.equal(line?.text, 'Rui: “Is the shed locked?” Ana: “The shed is locked.” [1]');
});

test('up to five tasks are all in the first line', () => {
  const tasks = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: `t${place}`,
      description: `Task ${place}`,
      due_at: null,
    }));
  const [five, six] = [5, 6].map((count) => lineOf('What is to do?', { tasks: tasks(count) })!);
  assert.equal(five!.text, '5 open tasks: Task 0; Task 1; Task 2; Task 3; Task 4.');
  assert.equal(five!.contains.size, 5);
  assert.equal(six!.text, '6 open tasks: Task 0; Task 1; Task 2; Task 3; Task 4, ….');
  assert.equal(six!.contains.size, 0);
});

test('an event answers when half of the words of the question occur in it', () => {
  const events = [{ id: 'e', title: 'Roofer', description: '', about: '', at }];
  const named = (text: string) => lineOf(text, { events })?.text;
  assert.equal(named('When comes the roofer?'), 'Roofer: Monday, 2 March 2026 at 10:00.');
  assert.equal(named('When did the roofer bring tiles?'), undefined);
  assert.equal(named('Is the roofer here?'), undefined);
});

test('up to three coming events may be what a question for a time means', () => {
  const event = (title: string, hour: number) => ({
    id: title,
    title,
    description: '',
    about: '',
    at: new Date(Date.UTC(2026, 2, 2, hour)),
  });
  const [past, oak, vet, tea, pub] = [
    event('Past', 9),
    event('Oak', 10),
    event('Vet', 11),
    event('Tea', 12),
    event('Pub', 13),
  ];
  const said = (text: string, ...events: (typeof past)[]) =>
    lineOf(text, { events: events as never });
  const asked = 'When does the wood come?';
  const one = said(asked, past, oak)!;
  assert.equal(one.text, 'Perhaps: Oak, Monday, 2 March 2026 at 10:00.');
  assert.deepEqual([...one.contains], [oak]);
  assert.equal(
    said('Wann kommt das Holz?', oak, vet)?.text,
    'Vielleicht: Oak, Montag, 2. März 2026 um 10:00; Vet, Montag, 2. März 2026 um 11:00.',
  );
  assert.equal(said(asked, oak, vet, tea)!.contains.size, 3);
  assert.equal(said(asked, oak, vet, tea, pub), null);
  assert.equal(said(asked, past), null);
  assert.equal(said('When did the wood come?', oak), null);
  assert.equal(said('Who brings the wood?', oak), null);
  const conversations = talksOf('The wood comes on Friday.');
  assert.equal(
    lineOf(asked, { conversations, events: [oak!] })?.text,
    'Ana: “The wood comes on Friday.” [1]',
  );
});
