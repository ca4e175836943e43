import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessToFingerprint, factFingerprint, wasTakenAway } from './same-fact.ts';

const SAID_AGAIN: readonly (readonly [string, string])[] = [
  ['Lives in Lisbon', 'Is living in Lisbon'],
  ['Lives in Lisbon', 'Has lived in Lisbon since 2019'],
  ['Lives in Lisbon', 'Her home is in Lisbon'],
  ['Lives in Lisbon', 'Lives in Lisbon with her sister'],
  ['Works as a nurse', 'Is a nurse'],
  ['Lives in Lisbon. Works as a nurse', 'Has been working as a nurse'],
  ['Works as a nurse', 'Has two cats. Works as a nurse'],
  ['Is allergic to peanuts', 'Has a peanut allergy'],
  ['Likes coffee', 'Enjoys coffee'],
  ['Does not eat meat', "Doesn't eat any meat"],
  ['Lives in Lisbon', 'Lives in Lisbon and works as a nurse'],
  ['Lives in Lisbon', 'Lives in Lisbon with her sister and her dog'],
  ['Lives in Lisbon', 'The user lives in Lisbon, Portugal'],
  ['Mother lives in Porto', 'Her mom is living in Porto'],
  ['Ana lives in Porto', 'Ana is living in Porto'],
  ['Used to live in Amsterdam', 'Lived in Amsterdam before'],
  ['Likes Ana and Rui', 'Enjoys Rui and Ana'],
  ['Is used to cold water', 'Is used to the cold water'],
  ['Is married to Rui', 'Has been married to Rui for ten years'],
];
const SOMETHING_ELSE: readonly (readonly [string, string])[] = [
  ['Lives in Lisbon', 'Was born in Lisbon'],
  ['Lives in Lisbon', 'Lives in Porto'],
  ['Lives in Lisbon with her sister', 'Lives in Porto with her sister'],
  ['Eats meat', 'Does not eat meat'],
  ['Has no children', 'Has children'],
  ['Likes coffee', 'Hates coffee'],
  ['Works as a nurse in a hospital', 'Works as a cook in a hospital'],
  ['Has two cats', 'Has three cats'],
  ['Speaks Danish', 'Is learning Danish'],
  ['Has a dog', 'Is afraid of dogs'],
  ['Likes dogs', 'Has a dog'],
  ['Mother lives in Porto', 'Lives in Porto'],
  ['Lives in Porto', 'Mother lives in Porto'],
  ['Lives in Porto', 'His older brother lives in Porto'],
  ['Ana lives in Porto', 'Lives in Porto'],
  ['Works as a nurse', 'Mother lives in Porto and works as a nurse'],
  ['Lives in Porto', 'Ana and Rui live in Porto'],
  ['Used to live in Amsterdam', 'Lives in Amsterdam'],
  ['Lives in Amsterdam', 'Used to live in Amsterdam'],
  ['Works as a nurse', 'Worked as a nurse'],
  ['Likes Ana', 'Likes Ana and Rui'],
  ['Likes Ana', 'Likes Rui, Eva and Ana'],
  ['Has two cats', 'Has two cats and two dogs'],
  ['Takes 20 mg of the blue tablets every day', 'Takes 40 mg of the blue tablets every day'],
  ['Takes prednisone every morning', 'Takes prednisolone every morning'],
  ['Gift code of the shop is AB3XQ', 'Gift code of the shop is aB3xQ'],
  ['Writes programs in C++', 'Writes programs in C#'],
];

test('a rejected fact is recognised in other words, and not confused with others', () => {
  const isTakenAway = (before: string, said: string) =>
    wasTakenAway({ rejected_memories: [before] })(said);
  for (const [before, said] of SAID_AGAIN) assert.ok(isTakenAway(before, said), said);
  for (const [before, said] of SOMETHING_ELSE) assert.ok(!isTakenAway(before, said), said);
});

test('a fingerprint recognises its text but does not reveal it', () => {
  // A fixed salt, because some random salts give two words the same hash.
  const fingerprint = (text: string) => factFingerprint(text, new Uint8Array(8));
  const isTakenAway = (before: string, said: string) =>
    wasTakenAway({ rejected_memories: [], dismissed_memories: [fingerprint(before)] })(said);
  for (const [before, said] of SAID_AGAIN) assert.ok(isTakenAway(before, said), said);
  for (const [before, said] of SOMETHING_ELSE) assert.ok(!isTakenAway(before, said), said);
  const [one, other] = [factFingerprint('Call the bank'), factFingerprint('Call the bank')];
  assert.notDeepEqual(one, other, 'equal texts cannot be told by their fingerprints');
  assert.equal(one.length, 8 + 2 * 2);
  assert.ok(
    likenessToFingerprint('Call the bank', one) >
      likenessToFingerprint('Call the bank on Friday', one),
  );
});

test('text without words resembles nothing', () => {
  assert.equal(likenessToFingerprint('', factFingerprint('')), 0);
  assert.equal(wasTakenAway({ rejected_memories: [''] })('Lives in Lisbon'), false);
  assert.equal(wasTakenAway({ rejected_memories: ['Lives in Lisbon'] })('...'), false);
});

test('stored fingerprints are recognised in later versions', () => {
  const fingerprint = (text: string) => factFingerprint(text, new Uint8Array(8)).toString('hex', 8);
  assert.equal(fingerprint('Lives in Lisbon'), '27212d4a');
  assert.equal(fingerprint('Works as a nurse'), '248931e1');
  // Of former versions, with the first six letters of each stem.
  for (const [text, hex] of [
    ['Lives in Lisbon', '07210d4a'],
    ['Does not eat meat', '09030cab'],
    ['Works as a nurse', '048911e1'],
    ['Mother lives in Porto', '044e051f0b2a'],
    ['Used to live in Amsterdam', '094d0e64'],
  ] as const) {
    const former = Buffer.from(`${'00'.repeat(8)}${hex}`, 'hex');
    assert.equal(likenessToFingerprint(text, former), 1, text);
    assert.ok(wasTakenAway({ rejected_memories: [], dismissed_memories: [former] })(text), text);
  }
});

test('another salt gives the same text another fingerprint', () => {
  const fingerprint = (salt: number) =>
    factFingerprint('Call the bank', new Uint8Array(8).fill(salt)).toString('hex', 8);
  assert.notEqual(fingerprint(1), fingerprint(2));
});

test('two words with the same short hash count once', () => {
  const salt = new Uint8Array(8);
  const text = 'auth public kettle piano';
  assert.deepEqual(factFingerprint('auth', salt), factFingerprint('public', salt));
  assert.equal(likenessToFingerprint(text, factFingerprint(text, salt)), 3 / 4);
});

test('facts that each have a word of their own are two, however much they share', () => {
  const shared =
    'boat house garden river piano violin mountain castle bridge tower guitar bottle window';
  const isTakenAway = (before: string, said: string) =>
    wasTakenAway({ rejected_memories: [`${shared} ${before}`] })(`${shared} ${said}`);
  assert.equal(isTakenAway('salmon', 'pepper'), false);
  assert.equal(isTakenAway('salmon', 'salmon pepper'), true);
  assert.equal(isTakenAway('salmon pepper', 'salmon'), true);
});

test('a fact of common words alone is recognised', () => {
  assert.ok(wasTakenAway({ rejected_memories: ['Has them all'] })('Has them all'));
});

test('each of several removed facts is recognised', () => {
  const isTakenAway = wasTakenAway({ rejected_memories: ['Lives in Lisbon', 'Lives in Porto'] });
  for (const place of ['Lisbon', 'Porto']) assert.ok(isTakenAway(`Is living in ${place}`), place);
  assert.ok(!isTakenAway('Is living in Faro'));
});

test('a removed fact is known although another removed fact has the same words', () => {
  const rejected_memories = [
    'Plays the violin with her brother in Porto every Sunday',
    'Plays the violin',
  ];
  assert.ok(wasTakenAway({ rejected_memories })('Plays the violin'));
  assert.ok(
    !wasTakenAway({ rejected_memories: rejected_memories.slice(0, 1) })('Plays the violin'),
  );
});
