/** Tests what the reading network answers from an account of three weeks. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

type Line = readonly [speaker: string, text: string];

/** The owner speaks as "me". */
const TALKS: readonly (readonly [day: string, language: string, ...lines: Line[]])[] = [
  [
    '02-27',
    'en',
    ['me', 'The dentist can see me on Tuesday the tenth at half past nine in the morning.'],
    ['Ana', 'Is that the tooth that hurt at Christmas?'],
    ['me', 'The same one, yes.'],
  ],
  [
    '03-02',
    'en',
    ['Ana', 'How is your sister getting on?'],
    ['me', 'Marta? She works at the aquarium now, in the shop. She loves it.'],
    ['Ana', 'Good for her. My brother is still looking.'],
  ],
  [
    '03-04',
    'en',
    ['me', 'The kitchen tap drips all night. Jo, could you ring the plumber?'],
    ['Jo', 'Sure, I will ring him tomorrow.'],
    ['me', 'He gave me a quote last year, four hundred and twenty euros for the whole kitchen.'],
    ['Jo', 'That is a lot for a tap.'],
  ],
  [
    '03-06',
    'en',
    ['Ana', 'I need the lasagne recipe for the weekend.'],
    ['me', 'I will send you the recipe tonight, I promise.'],
    ['Ana', 'You are a star.'],
  ],
  [
    '03-09',
    'en',
    ['me', 'The dentist rang. They moved it to Thursday at three.'],
    ['Jo', 'This Thursday? Then who picks up the kids from school?'],
    ['Ana', "I can pick the kids up, I'm off on Thursdays."],
    ['me', 'Thank you, Ana.'],
  ],
  [
    '03-11',
    'de',
    ['Lena', 'Am Samstag grillen wir im Garten, komm doch vorbei.'],
    ['me', 'Gern. Soll ich etwas mitbringen?'],
    ['Lena', 'Bring einen Kartoffelsalat mit, Getränke haben wir genug.'],
  ],
  ['03-11', 'en', ['Ana', 'What is the PIN of the garage?'], ['me', '4711.']],
];

const PEOPLE = ['Ana', 'Jo', 'Lena'];
const SCOPES = [
  'conversations:read',
  'conversations:write',
  'memories:read',
  'memories:write',
  'action_items:read',
];

let service: TestService;
let key: Awaited<ReturnType<TestService['owner']['key']>>;

before(async () => {
  service = await startService({ clock: new ManualClock('2026-03-12T10:00:00Z') });
  key = await service.owner.key(SCOPES);
  const ids = new Map<string, string>();
  for (const name of PEOPLE) {
    const { body } = await service.owner.call('POST', '/v1/users/people', { name });
    ids.set(name, body.id);
  }
  for (const [day, language, ...lines] of TALKS) {
    const transcript_segments = lines.map(([speaker, text], at) => ({
      text,
      start: 4 * at,
      end: 4 * at + 3,
      is_user: speaker === 'me',
      speaker_id: PEOPLE.indexOf(speaker) + 1,
      person_id: ids.get(speaker) ?? null,
    }));
    const talk = { started_at: `2026-${day}T10:00:00Z`, language, transcript_segments };
    const { status } = await key.call('POST', '/v1/dev/user/conversations/from-segments', talk);
    assert.equal(status, 200);
  }
  await key.call('POST', '/v1/dev/user/memories', { content: 'Is allergic to penicillin' });
});
after(() => service[Symbol.asyncDispose]());

const ANSWERS: readonly (readonly [question: string, answer: RegExp])[] = [
  ['What am I allergic to?', /^Is allergic to penicillin\./],
  [
    'When is the dentist?',
    /^Thursday, 12 March 2026 at 15:00 \(“.*”, you, 9 March\) \[\d\]\. Before: Tuesday, 10 March 2026/,
  ],
  ['Where does my sister work?', /aquarium/],
  ['Who is picking up the kids?', /^Ana \(“.*”, Ana, 9 March\) \[\d\]/],
  ['Did Jo agree to ring the plumber?', /^(?:Yes: )?“.*I will.*” \(Jo, 4 March\) \[\d\]/],
  ['How much was the quote?', /^“.*four hundred and twenty.*” \(you, 4 March\) \[\d\]/],
  ['What did I promise Ana?', /recipe/],
  ['Was soll ich mitbringen?', /Kartoffelsalat/],
  ['What is the name of the plumber?', /^I have nothing on that\. The nearest is below\.$/],
];

const ask = async (question: string): Promise<string> => {
  const { body } = await key.call('POST', '/v1/dev/user/ask', { question, timezone: 'UTC' });
  return body.answer;
};

for (const [question, answer] of ANSWERS) {
  test(`“${question}”`, async () => {
    const [first] = (await ask(question)).split('\n');
    assert.match(first!, answer);
  });
}

test('an answer never says a secret', async () => {
  assert.doesNotMatch(await ask('What is the PIN of the garage?'), /4711/);
});
