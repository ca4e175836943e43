import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';
import { shortened } from '../../engines/understanding/rules/text.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { amount } from '../../kit/page.ts';
import { selectVoices } from '../conversations/segments.sql.ts';
import { allPeople } from '../people/people.ts';
import type { PersonRow } from '../people/people.ts';

const MOST_SAMPLES = 5;
const LONGEST_SAMPLE = 200;

const AssistantPerson = z
  .object({
    id: z.string(),
    name: z.string().meta({ examples: ['Ana'] }),
    created_at: Timestamp,
    conversation_count: z.int(),
    speech_sample_transcripts: z.array(z.string()).describe('The last things they said.'),
  })
  .meta({ id: 'AssistantPerson' });

export const assistantListPeople = defineOperation({
  name: 'assistantListPeople',
  summary: 'List people, those the user talks with most first',
  description: 'With the last things that each of them said.',
  scope: 'people:read',
  effect: 'read',
  input: z.strictObject({ limit: amount({ fallback: 100, max: 1000 }) }),
  output: z.object({ people: z.array(AssistantPerson) }),
  run: async (context, { limit }) => {
    const people = await peopleByFrequency(context);
    return {
      people: people.slice(0, limit).map(({ person, conversation_count, samples }) => ({
        ...person,
        conversation_count,
        speech_sample_transcripts: samples.map((text) => shortened(text, LONGEST_SAMPLE)),
      })),
    };
  },
});

/** Whom the user talks with, in how many conversations, the most frequent first. */
export async function peopleByFrequency(
  context: Context,
): Promise<{ person: PersonRow; conversation_count: number; samples: string[] }[]> {
  const [people, voices] = await Promise.all([
    allPeople(context),
    selectVoices(context.db, userOf(context), MOST_SAMPLES),
  ]);
  const heard = new Map(voices.map((voice) => [voice.person_id, voice]));
  return people
    .map((person) => {
      const { conversation_count = 0, samples = [] } = heard.get(person.id) ?? {};
      return { person, conversation_count, samples };
    })
    .toSorted((one, other) => other.conversation_count - one.conversation_count);
}
