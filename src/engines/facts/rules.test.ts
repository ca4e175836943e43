import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factFigures, outcomesOfRules, readCases } from '../../../eval/facts/score.ts';
import { clausesOf } from './clauses.ts';
import { compared } from './compared.ts';
import { ENDING_RULES } from './endings.ts';
import { RELATION_RULES } from './relations/relations.ts';

for (const [language, rules] of [
  ...Object.entries(RELATION_RULES),
  ...Object.entries(ENDING_RULES),
]) {
  for (const { name, when, reads, leaves } of rules) {
    test(`the rule ${name} (${language}) reads its examples and no others`, () => {
      const isRead = (text: string) => clausesOf(text).some((clause) => when.test(clause.text));
      for (const text of reads) assert.ok(isRead(text), text);
      for (const text of leaves) assert.ok(!isRead(text), text);
    });
  }
}

test('every rule has a name of its own', () => {
  const names = [...Object.values(RELATION_RULES), ...Object.values(ENDING_RULES)].flatMap(
    (rules) => rules.map(({ name }) => name),
  );
  assert.equal(new Set(names).size, names.length);
});

test('a stored fact is read like the words of the user', () => {
  const verdict = (known: string, said: string) => compared(known, said, 'en')?.verdict ?? null;
  assert.equal(verdict('Lives in Lisbon', 'We moved to Porto.'), 'closed');
  assert.equal(verdict('Has a dog called Rufus', "My dog's name is Rufus."), 'retold');
  assert.equal(verdict("Doesn't eat meat", "I'm vegetarian."), 'retold');
  assert.equal(verdict('Sister lives in Hull', 'My sister moved to Bristol.'), 'closed');
  assert.equal(verdict('Lives in Lisbon', 'My sister moved to Bristol.'), null);
  assert.equal(verdict('Smokes', 'I quit smoking.'), 'closed');
});

test('words without a subject, about one part or about other years change nothing', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['Takes warfarin', 'Take, take.'],
    ['Is eighty-one', 'Sold the big one.'],
    ['Was born on August 22, 1979', 'No, I stopped in August.'],
    ['Had a hip operation', 'Eh, John, left hip, six weeks post op.'],
    ['Works at a museum', "I'm with my sister in Mosta now."],
    ['Lives in Wuse', 'I moved to Tulsa for a boy in 1969.'],
    ['Has lived in Cardiff for nine years', 'Carol and I bought a place in Door County.'],
    ['Works for the ambulance trust', "I've started at the library, Fridays, mending the spines."],
    ['Swims in cold water', 'I swim now, three times a week.'],
    ['Has two children', "He's forty-one, a lorry driver, two children."],
  ];
  for (const [known, said] of pairs) assert.equal(compared(known, said, 'en'), null, said);
});

test('a habit on other days is another habit', () => {
  assert.equal(compared('Runs on Tuesdays', 'I run on Tuesdays.', 'en')?.verdict, 'retold');
  assert.equal(compared('Runs on Tuesdays', 'I run on Thursdays.', 'en'), null);
});

test('everyday sentences close nothing', () => {
  const pairs: readonly (readonly [string, string, string?])[] = [
    ['Has a dog called Rufus', 'I left the dog at the kennel.'],
    ['Has two kids', 'I dropped the kids at school.'],
    ['Lives in Lisbon', 'We moved to the next topic.'],
    ['Lives in Lisbon', 'we moved to the next topic'],
    ['Lives in Lisbon', 'We moved to the kitchen.'],
    ['Lives in Lisbon', 'I moved to Zoom.'],
    ['Lives in Lisbon', 'i moved to zoom'],
    ['Lives in Lisbon', 'I moved to decaffeinated beans.'],
    ['Works at the office in Ghent', 'I left the office at five.'],
    ['Plays the violin', 'I left my violin in the car.'],
    ['Plays the violin', 'I left my violin.'],
    ['Allergic to nuts', 'I left the nuts on the table.'],
    ['Has a dog called Rufus', 'Rufus is dead tired.'],
    ['Has a sister in Leeds', 'My sister moved out last week.'],
    ['Drinks coffee every morning', "I can't drink any more."],
    ['Drinks coffee every morning', "I don't drink any more."],
    ['Drives a Toyota', 'I stopped the Toyota.'],
    ['Runs on Tuesdays', "I can't run marathons any more."],
    ['Sings in the choir', 'I quit my job.'],
    ['Lives in Lisbon', 'I quit my job.'],
    ['Hat einen Hund', 'Ich habe den Hund nicht mehr gesehen.', 'de'],
  ];
  for (const [known, said, language = 'en'] of pairs) {
    assert.notEqual(compared(known, said, language)?.verdict, 'closed', said);
  }
});

test('the same words about a home, a job, a habit or an animal still close it', () => {
  const pairs: readonly (readonly [string, string, string?])[] = [
    ['Lives in Lisbon', 'We moved to Porto.'],
    ['Lives in Lisbon', 'i moved to porto'],
    ['Lives in Lisbon', 'We moved to the Netherlands.'],
    ['Works as a nurse', 'I quit my job.'],
    ['Has a dog called Rufus', 'Rufus died.'],
    ['Has a dog called Rufus', 'Rufus is dead.'],
    ['Works for Bosch', 'I left Bosch last month.'],
    ['Works for Bosch in Leipzig', 'I left Bosch in March.'],
    ['Sings in the choir', 'I left the choir.'],
    ['Runs every morning', "I can't run any more."],
    ['Drinks coffee every morning', "I can't drink coffee any more."],
    ['Has a lodger', 'My lodger moved out.'],
    ['Hat einen Hund', 'Ich habe den Hund nicht mehr.', 'de'],
  ];
  for (const [known, said, language = 'en'] of pairs) {
    assert.equal(compared(known, said, language)?.verdict, 'closed', said);
  }
});

test('unusual words neither throw nor take long', () => {
  for (const text of ['', '?', 'I', 'I have', 'a '.repeat(20_000), 'I have '.repeat(5_000)]) {
    assert.equal(compared(text, 'I live in Lisbon.', 'en'), null);
    assert.equal(compared('Lives in Lisbon', text, 'en'), null);
  }
  assert.equal(compared('Habite à Lyon', 'Nous avons déménagé à Nantes.', 'fr'), null);
});

test('the seen half of the measured pairs keeps its figures', () => {
  const share = Object.fromEntries(
    factFigures(outcomesOfRules(readCases('seen'))).map(({ figure, share: value }) => [
      figure,
      parseInt(value!, 10),
    ]),
  );
  assert.ok(share['contradictions closed']! >= 90);
  assert.ok(share['retellings recognised']! >= 90);
  assert.deepEqual([share['false merges'], share['falsely closed']], [0, 0]);
});
