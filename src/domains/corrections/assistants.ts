import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { comparable } from '../../core/text.ts';
import { RecordId } from '../../kit/assistant-list.ts';
import { defineOperation } from '../../kit/operation.ts';
import { ensurePerson } from '../people/people.ts';
import { PersonName } from '../people/person.ts';
import { allPeople } from '../people/people.ts';
import { assignSpeech } from './speaker-assignments.ts';

const NUMBERED = /^(?:speaker\s*|SPEAKER_)?0*(\d{1,3})$/i;

export const assistantNameSpeaker = defineOperation({
  name: 'assistantNameSpeaker',
  summary: 'Name a speaker of a conversation',
  description: 'Adds the person if nobody has this name. All their words get the name.',
  scope: 'conversations:write',
  effect: 'write',
  changes: { kind: 'speakers', argument: 'conversation_id' },
  input: z.strictObject({
    conversation_id: RecordId,
    speaker: z.string().max(100).describe('As in the transcript, such as "Speaker 1".'),
    name: PersonName.describe('The name of the person, or "me" for the user.'),
  }),
  output: z.object({ conversation_id: z.string(), name: z.string(), segments: z.int() }),
  run: async (context, { conversation_id, speaker, name }) => {
    const number = NUMBERED.exec(speaker.trim())?.[1];
    const named = number ? null : await personNamed(speaker);
    const isUser = name.toLowerCase() === 'me';
    const person = isUser ? null : (await ensurePerson(context, name)).person;
    let count = 0;
    await assignSpeech(
      context,
      {
        conversation_id,
        assign_type: person ? 'person_id' : 'is_user',
        value: person ? person.id : true,
      },
      (segments) => {
        const spoken = segments.filter(({ speaker_id, person_id }) =>
          number ? speaker_id === Number(number) : person_id !== null && person_id === named,
        );
        if (spoken.length === 0) {
          throw new NotFound(
            `No speaker "${speaker}" in this conversation. Use a name of its transcript.`,
          );
        }
        count = spoken.length;
        return spoken;
      },
    );
    return { conversation_id, name, segments: count };

    async function personNamed(label: string): Promise<string | null> {
      const people = await allPeople(context);
      return people.find((each) => comparable(each.name) === comparable(label))?.id ?? null;
    }
  },
});
