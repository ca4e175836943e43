import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transcriptOf } from '../transcript.fixture.ts';
import { hear } from './heard.ts';
import { isPromised, saysEnough, wordTask } from './task-wording.ts';

/** Returns a task that Ben's sentence says by `words`; by default, by the whole sentence. */
function found(sentence: string, { words = sentence, chance = 0.3, isForOther = false } = {}) {
  const heard = hear(
    transcriptOf([
      ['Ben', sentence],
      ['Anna', 'Well, well.'],
    ]),
  );
  const unit = heard.read.all.units[0]!;
  const start = sentence.indexOf(words);
  const inside = unit.tokens.flatMap((token, at) =>
    token.start >= start && token.end <= start + words.length ? [at] : [],
  );
  const span = { from: inside[0]!, to: inside.at(-1)! + 1 };
  return { task: { unit, span, chance, isForOther, due: null }, heard };
}

function worded(
  sentence: string,
  more: Parameters<typeof found>[1] & { keepsWords?: boolean } = {},
) {
  const { task, heard } = found(sentence, more);
  return wordTask(task, heard, more.keepsWords ?? false);
}

test('a task begins with its verb', () => {
  assert.equal(worded("I'll send the offer."), 'Send the offer');
  assert.equal(worded('Then you send the offer on Thursday.'), 'Send the offer');
  assert.equal(worded('We should order more mesh.'), 'Order more mesh');
  assert.equal(worded('ill order more mesh'), 'Order more mesh');
  assert.equal(worded('Do the same with tank five tomorrow.'), 'Do the same with tank five');
  assert.equal(
    worded("I'll look in the bureau.", { words: 'in the bureau' }),
    'Look in the bureau',
  );
});

test('a sentence that does not tell what to do is quoted if the reader is sure', () => {
  const sentence = "It'll be in your letterbox tomorrow.";
  assert.equal(worded(sentence), '');
  assert.equal(worded(sentence, { chance: 0.6 }), `“${sentence}”`);
  assert.equal(worded('I must have eaten nine.', { chance: 0.6 }), '“I must have eaten nine.”');
});

test('a task that would point at something unnamed is quoted', () => {
  assert.equal(worded("I'll order it.", { chance: 0.6 }), "“I'll order it.”");
  assert.equal(worded("I'll order it."), '');
});

test('words that break off go on to the end of their clause', () => {
  const sentence = "I'll have the trailer here for the cuttings, so no skip.";
  const words = 'have the trailer here for';
  assert.equal(worded(sentence, { words }), 'Have the trailer here for the cuttings');
});

test('words that break off at the end of the sentence lose their last word', () => {
  assert.equal(worded("I'll have the trailer ready for."), 'Have the trailer ready');
});

test('words that break off get at most six more', () => {
  const sentence = "I'll wrap the parcel for the old man with the long grey beard today.";
  const words = 'wrap the parcel for';
  assert.equal(worded(sentence, { words }), 'Wrap the parcel for the old man with the long');
});

test('a task without punctuation has at most 300 characters', () => {
  const task = `send the ${'red '.repeat(72)}van`;
  for (const sentence of [task, `${task}s`])
    assert.equal(worded(sentence, { keepsWords: true }), task);
});

test('a quote of a sentence has at most 140 characters', () => {
  const quoted = (length: number) =>
    worded(`It was ${'so '.repeat(40)}${'a'.repeat(length - 128)}.`, { chance: 0.6 });
  assert.equal(quoted(140).length, 142);
  assert.ok(quoted(141).endsWith('…”'));
});

test('a sentence is quoted from a chance of 0.55', () => {
  assert.equal(worded('It was there.', { chance: 0.549 }), '');
  assert.equal(worded('It was there.', { chance: 0.55 }), '“It was there.”');
});

test('what is left of a time, thanks and a new sentence go', () => {
  assert.equal(worded('Hold the parcel till Friday.'), 'Hold the parcel');
  assert.equal(worded("I'll bring the cake, thanks."), 'Bring the cake');
  assert.equal(worded("send the parcel to Ana we're closed"), 'Send the parcel to Ana');
  assert.equal(worded("I'll ring the doctor when I'm home."), "Ring the doctor when I'm home");
});

test('a particle of the verb stays when a date goes', () => {
  for (const [sentence, task] of [
    ["I'll have the heating on.", 'Have the heating on'],
    ["I'll put the kettle on tonight.", 'Put the kettle on'],
    ["I'll get the man in Monday.", 'Get the man in'],
    ["I'll fill the form in on Friday.", 'Fill the form in'],
    ["I'll sort the tickets when I get in.", 'Sort the tickets when I get in'],
    ["I'll ring the doctor on", 'Ring the doctor'],
    ["I'll ring the doctor in", 'Ring the doctor'],
  ] as const)
    assert.equal(worded(sentence), task);
});

test('"let you know" and "could you" are read whole', () => {
  assert.equal(
    worded("I'll ask the landlord and let you know by Friday."),
    'Ask the landlord and let Anna know',
  );
  const asked = { isForOther: true };
  assert.equal(worded('Let me know when you land.', asked), 'Let Ben know when I land');
  assert.equal(worded('Give your dad a ring, will you?', asked), 'Give my dad a ring');
  const late = "I'll let you know on Monday.";
  assert.equal(worded(late, { chance: 0.6 }), `“${late}”`);
});

test('what somebody is told belongs to the task', () => {
  assert.equal(worded("I'd better tell Sam we're late."), "Tell Sam we're late");
  assert.equal(worded("make sure they're in bed"), "Make sure they're in bed");
});

test('the name of the person who is spoken to goes', () => {
  assert.equal(
    worded('Write the letter, Anna, and copy Carla.'),
    'Write the letter and copy Carla',
  );
});

test('the other person stays the subject of a clause', () => {
  const asked = { isForOther: true };
  assert.equal(worded('Could you lock the door when you go?', asked), 'Lock the door when I go');
  assert.equal(
    worded("I'll stand there if you do the talking."),
    'Stand there if Anna does the talking',
  );
});

test('a task for another person keeps its words', () => {
  const more = { isForOther: true, keepsWords: true };
  assert.equal(worded('Please send me the report by Monday.', more), 'send me the report');
});

test('"I\'ll" before a task promises it', () => {
  const isPromise = (...given: Parameters<typeof found>) => isPromised(found(...given).task);
  assert.ok(isPromise("I'll text him.", { words: 'text him' }));
  assert.ok(isPromise("Fine, I'll just text him.", { words: 'text him' }));
  assert.ok(isPromise('ill do the loading if Anna does the wrapping'));
  assert.ok(!isPromise('Could you text him?', { words: 'text him' }));
});

test('a task says what it is about', () => {
  for (const text of ['Him', 'Ask her', 'Bring it back', 'Do this', 'Fix tv'])
    assert.ok(!saysEnough(text), text);
  for (const text of ['Ask Carla', 'Pay the gas bill', 'Call the doctor'])
    assert.ok(saysEnough(text), text);
});
