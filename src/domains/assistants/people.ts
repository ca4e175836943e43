import { z } from 'zod';
import { CreatedAt } from '../../core/wire.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { lenientLimit, ListOffset } from '../../kit/assistant-list.ts';
import { lastWords } from '../transcripts/secrets/masked-texts.ts';
import { countVoices } from '../transcripts/segments.ts';
import { allPeople } from '../people/people.ts';
import type { PersonRow } from '../people/people.ts';

const MAX_SAMPLES = 5;
const LONGEST_SAMPLE = 200;

export const AssistantPerson = z
  .object({
    id: z.string().describe('The id of the person.'),
    name: z
      .string()
      .describe('The name of the person.')
      .meta({ examples: ['Ana'] }),
    created_at: CreatedAt,
    conversation_count: z.int().describe('The number of conversations in which the person spoke.'),
    speech_sample_transcripts: z.array(z.string()).describe('The last utterances of the person.'),
  })
  .meta({ id: 'AssistantPerson' });

export const assistantListPeople = defineOperation({
  name: 'assistantListPeople',
  summary: 'List people in the order of how often the user talks with them',
  description: 'Includes the last utterances of each person.',
  scope: 'people:read',
  effect: 'read',
  input: z.strictObject({ limit: lenientLimit({ fallback: 100, max: 1000 }), offset: ListOffset }),
  output: z.object({ people: z.array(AssistantPerson), has_more: z.boolean() }),
  run: async (context, { limit, offset }) => {
    const all = await peopleByFrequency(context);
    const page = all.slice(offset, offset + limit);
    const spoken = await lastWords(context, {
      people: page.filter(({ conversation_count }) => conversation_count > 0).map(({ id }) => id),
      most: MAX_SAMPLES,
    });
    return {
      people: page.map((person) => ({
        ...person,
        speech_sample_transcripts: (spoken.get(person.id) ?? []).map((text) =>
          shortened(text, LONGEST_SAMPLE),
        ),
      })),
      has_more: all.length > offset + limit,
    };
  },
});

/**
 * Returns the people with whom the user talks and the number of conversations with each, the most
 * frequent first.
 */
export async function peopleByFrequency(
  context: Context,
): Promise<(PersonRow & { conversation_count: number })[]> {
  const [people, voices] = await Promise.all([
    allPeople(context),
    countVoices(context.db, userOf(context)),
  ]);
  const heard = new Map(voices.map((voice) => [voice.person_id, voice.conversation_count]));
  return people
    .map((person) => ({ ...person, conversation_count: heard.get(person.id) ?? 0 }))
    .toSorted((one, other) => other.conversation_count - one.conversation_count);
}
