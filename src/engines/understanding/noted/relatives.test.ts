/** Tests how family, friends and pets are noted from what a talk calls them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MadeMemory, Transcript } from '../maker.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { hear } from './heard.ts';
import { withRelatives } from './relatives.ts';

function noted(lines: Line[], more: Partial<Transcript> = {}, made: MadeMemory[] = []): string[] {
  return withRelatives(hear(transcriptOf(lines, more)), made).map(({ content }) => content);
}

const saidByUser = (text: string, more: Partial<Transcript> = {}) => noted([['Anna', text]], more);

test('the user names relatives, friends and pets', () => {
  const notes: Record<string, string[]> = {
    'My brother Kagiso lives in Durban.': ['Has a brother called Kagiso'],
    "It's just me. Anil, my husband, is in Cork.": ['Has a husband called Anil'],
    'Our older daughter, Lily, is nine.': ['Has a daughter called Lily'],
    "My cat Biscuit's at the vet.": ['Has a cat called Biscuit'],
    'Tell my best friend Kim.': ['Has a friend called Kim'],
    'My boy Eli plays the cello.': ['Has a son called Eli'],
    'Ask my girl Sofie.': ['Has a daughter called Sofie'],
    "Kelvin, that's my husband.": ['Has a husband called Kelvin'],
    'My son is at school until four.': ['Has a son'],
    "I'm minding my grandchildren.": ['Has grandchildren'],
    'Ask my boss.': [],
    'My mum is at home.': [],
    'My son English needs work.': ['Has a son'],
    "Sorry, my wife, she's driving.": ['Has a wife'],
  };
  for (const [said, notes_] of Object.entries(notes))
    assert.deepEqual(saidByUser(said), notes_, said);
});

test('who has left the life of the user is not noted', () => {
  for (const said of [
    'My late husband Jim had a boat.',
    'My ex wife is in Leeds.',
    'My dog Rex died last year.',
    'My dog was always wet.',
    'My dog Rex was always wet.',
    'My partner used to sail.',
  ])
    assert.deepEqual(saidByUser(said), [], said);
  assert.deepEqual(saidByUser('My sister was at the door.'), ['Has a sister']);
});

test('a name behind a comma that is the name of a speaker is an address', () => {
  assert.deepEqual(
    noted([
      ['Anna', "That's my sister, Jo."],
      ['Jo', 'Hello.'],
    ]),
    ['Has a sister'],
  );
  assert.deepEqual(
    noted([
      ['Anna', 'This is my sister Jo.'],
      ['Jo', 'Hello.'],
    ]),
    ['Has a sister called Jo'],
  );
});

test('an address tells who is whose child', () => {
  assert.deepEqual(
    noted([
      ['Ben', 'Mum, can you hear me?'],
      ['Anna', 'Yes.'],
    ]),
    ['Has a child called Ben'],
  );
  assert.deepEqual(
    noted([
      ['Tilly', 'Me too, Nan!'],
      ['Anna', 'Good.'],
    ]),
    ['Has a grandchild called Tilly'],
  );
  assert.deepEqual(
    noted([
      ['Anna', 'Thanks, Dad.'],
      ['Ron', 'Right.'],
    ]),
    ['Has a parent called Ron'],
  );
  assert.deepEqual(
    noted([
      ['Ben (work', 'Mum, can you hear me?'],
      ['Anna', 'Yes.'],
    ]),
    ['Has a child called Ben (work'],
  );
  // A list, a label instead of a name, and words to somebody else.
  assert.deepEqual(
    noted([
      ['Ben', 'Mum, Dad and Nan are here.'],
      ['Anna', 'Good.'],
    ]),
    [],
  );
  assert.deepEqual(
    noted([
      ['Grandson', 'Nan, look!'],
      ['Anna', 'Yes.'],
    ]),
    [],
  );
  assert.deepEqual(
    noted([
      ['Speaker 2', 'Mum, look!'],
      ['Anna', 'Yes.'],
    ]),
    [],
  );
  const three: Line[] = [
    ['Anna', 'Sit down.'],
    ['Ben', 'Mum, look!'],
    ['Eve', 'Yes, love?'],
  ];
  assert.deepEqual(noted(three), []);
  assert.deepEqual(noted([...three.slice(0, 2), ['Anna', 'Yes?'], ['Eve', 'What?']]), [
    'Has a child called Ben',
  ]);
});

test('what is known, or was told to forget, is not noted', () => {
  const said = 'My brother Kagiso is here.';
  const brother = ['Has a brother called Kagiso'];
  assert.deepEqual(saidByUser(said, { known_memories: ['Brother Kagiso lives in Durban'] }), []);
  assert.deepEqual(saidByUser(said, { known_memories: ['Has a brother called Tom'] }), brother);
  assert.deepEqual(saidByUser('My brother is here.', { known_memories: brother }), []);
  assert.deepEqual(saidByUser(said, { rejected_memories: brother }), []);
  const made: MadeMemory = {
    content: 'Brother Kagiso sails',
    category: 'system',
    segment_id: 'segment-0',
  };
  assert.deepEqual(noted([['Anna', said]], {}, [made]), [made.content]);
});

test('a conversation gives no more memories than the setting allows', () => {
  const said = 'My brother Kagiso, my sister Ines, my wife Ada, my son Leo and my dog are here.';
  assert.equal(saidByUser(said).length, 4);
  assert.deepEqual(saidByUser(said, { memories_of_each_kind: 1 }).length, 2);
  assert.deepEqual(saidByUser(said, { memories_of_each_kind: 0 }), []);
});

test('badly heard words and words that are perhaps of the user note nobody', () => {
  const heard = hear(transcriptOf([['Anna', 'My brother Kagiso is here.']]));
  const noted = (more: object) => {
    const segments = heard.segments.map((segment) => ({ ...segment, ...more }));
    return withRelatives({ ...heard, segments }, []).length;
  };
  assert.deepEqual(
    [noted({}), noted({ confidence: 0.5 }), noted({ is_user_probable: true })],
    [1, 0, 0],
  );
});

test('German and Spanish are noted in the words of the user', () => {
  const german = (lines: Line[]) => noted(lines, { language: 'de' });
  assert.deepEqual(german([['Anna', 'Mein Bruder Jens kommt. Jens bringt Brot mit.']]), [
    'Mein Bruder heißt Jens',
  ]);
  assert.deepEqual(german([['Anna', 'Ich muss meiner Tochter Schuhe kaufen.']]), [
    'Ich habe eine Tochter',
  ]);
  assert.deepEqual(
    german([
      ['Ben', 'Oma, hörst du mich?'],
      ['Anna', 'Ja.'],
    ]),
    ['Mein Enkelkind heißt Ben'],
  );
  const spanish = (lines: Line[]) => noted(lines, { language: 'es' });
  assert.deepEqual(spanish([['Anna', 'Mi hermana Itziar vive en Vigo.']]), [
    'Mi hermana se llama Itziar',
  ]);
  assert.deepEqual(spanish([['Anna', 'Mi marido está en casa.']]), ['Tengo marido']);
  assert.deepEqual(spanish([['Anna', 'Mi perro murió.']]), []);
});
