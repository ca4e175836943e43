import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { givePrints } from '../voices/speaker-prints.ts';
import { findPerson, personNotFound, withVoice } from './people.ts';
import { deletePersonRow } from './people.sql.ts';
import { giveSegments } from '../transcripts/segment-corrections.ts';
import { Person } from './person.ts';

export const mergePeople = defineOperation({
  name: 'mergePeople',
  summary: 'Merge two people',
  description:
    'Assigns all segments and the voice of the other person to this one, and deletes the ' +
    'other. Returns the remaining person.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: z.object({
    person_id: z.string().describe('The id of the remaining person.'),
    other_person_id: z.string().describe('The id of the person who is deleted after the merge.'),
  }),
  output: Person,
  run: async (context, { person_id, other_person_id }) => {
    const user_id = userOf(context);
    return transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const to = await findPerson(inside, person_id);
      const from = await findPerson(inside, other_person_id);
      if (from.id === to.id) throw new Invalid('A person cannot be merged with itself.');
      await giveSegments(tx, user_id, { from: from.id, to: to.id });
      await givePrints(tx, user_id, { from: from.id, to: to.id });
      if (!(await deletePersonRow(tx, user_id, from.id))) personNotFound();
      return withVoice(inside, to);
    });
  },
});
