/** An account of three weeks: questions that one stored fact answers get that fact in the first sentence. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../src/testing/start-service.ts';

const FACTS = [
  'Is allergic to penicillin',
  'Lives in Boston with two flatmates',
  'Plays the cello on Thursdays',
  'Works as a nurse at the county hospital',
  'Birthday is on 14 March',
  'Was born in Coimbra',
  'Has a dog called Biscuit',
  'Is married to Daniel',
  'Drives a green van',
  "Dentist's name is Dr. Okafor",
];
/** Facts beside the questions, some with the same words. */
const OTHERS = [
  'Once said that libraries are living rooms of a city',
  'Enjoys playing chess with the neighbour',
  'Likes medicine shows on the radio',
  'Mother lives in Porto',
  'Sister works as a teacher',
  'Brother plays the trumpet',
  'Prefers tea to coffee',
  'Reads the paper on Sundays',
  'Is learning Greek',
  'Does not eat pork',
  'Runs ten kilometres every Saturday',
  'Grew up by the sea',
  'Keeps bees on the roof',
  'Has a cousin in Ghent',
  'Collects old maps',
  'Sings in a choir',
  'Wears glasses for reading',
  'Wants to see the northern lights',
  'Owns a small boat with Rui',
  'Cooks for the family on Fridays',
];
const SAID = [
  'I will call Tomás tomorrow morning about the roof. The gutter leaks over the back door.',
  'The library opens at ten. We walked along the river, and then we had soup at the market.',
  'Could you send the report to Priya before Friday? I need the numbers for the budget.',
];
const QUESTIONS: readonly [question: string, said: RegExp][] = [
  ['What am I allergic to?', /penicillin/i],
  ['Which medicine am I allergic to?', /penicillin/i],
  ['Where do I live?', /Boston/],
  ['What instrument do I play?', /cello/i],
  ['When is my birthday?', /14 March/],
  ['Where was I born?', /Coimbra/],
  ['What is the name of my dog?', /Biscuit/],
  ['Who am I married to?', /Daniel/],
  ['What do I do for a living?', /nurse/i],
  ['What kind of car do I drive?', /green van/i],
  ['Who is my dentist?', /Okafor/],
  ['Where does my mother live?', /Porto/],
];

let service: TestService;
before(async () => {
  service = await startService();
  for (const content of [...FACTS, ...OTHERS]) {
    const { status } = await service.owner.call('POST', '/v3/memories', { content });
    assert.equal(status, 200, content);
  }
  for (const text of SAID) {
    const transcript_segments = [{ text, start: 0, end: 9, is_user: true }];
    await service.owner.call('POST', '/v1/conversations/from-segments', { transcript_segments });
  }
});
after(() => service[Symbol.asyncDispose]());

for (const [question, said] of QUESTIONS) {
  test(question, async () => {
    const { body } = await service.owner.call('POST', '/v1/ask', { question });
    const [first] = (body.answer as string).split(/(?<!Dr)[.!?](?=\s|$)/);
    assert.match(first!, said, body.answer);
  });
}
