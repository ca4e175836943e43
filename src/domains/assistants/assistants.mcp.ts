import { z } from 'zod';
import { tool } from '../../kit/tool.ts';
import type { Tool } from '../../kit/tool.ts';
import { AssistantPerson, assistantListPeople } from './people.ts';
import { assistantGetProfile } from './profile.ts';
import { fetchOperation } from './fetch.ts';
import { ASSISTANT_KINDS, SCOPES } from './records.ts';
import { searchOperation } from './search.ts';

/** A few samples are enough to show a model how a person talks. */
const FEW_SAMPLES = 2;

/** The tools that use several rooms. */
export function assistantTools({
  site,
  answerTokens,
}: {
  site: () => string;
  answerTokens: number;
}): Tool[] {
  const scopes = ASSISTANT_KINDS.map((kind) => SCOPES[kind]);
  return [
    tool(searchOperation(site), {
      name: 'search',
      title: 'Search everything',
      description:
        'Searches memories, conversations, tasks and people, best first. Use it first in ' +
        'research; the query may say when and with whom.',
      scopes,
    }),
    tool(fetchOperation(site, answerTokens), {
      name: 'fetch',
      title: 'Fetch a result',
      description:
        'Returns the text of a record. Use it with an id from search; a conversation begins just ' +
        'before the line that matched. A long text ends with the id of its next part.',
      scopes,
    }),
    tool(assistantGetProfile, {
      name: 'get_user_profile',
      title: 'Get the profile',
      description: 'Returns a short profile of the user. Use it as a light start.',
    }),
    tool(assistantListPeople, {
      name: 'get_people',
      title: 'List people',
      description:
        'Lists the people whom the user talks with, most often first, with the last things they ' +
        'said. Use it to find out who a person is.',
      shape: z.object({
        people: z.array(AssistantPerson.omit({ created_at: true })),
        has_more: z.boolean(),
      }),
      view: ({ people, ...page }) => ({
        ...page,
        people: people.map(({ speech_sample_transcripts: said, ...person }) => ({
          ...person,
          speech_sample_transcripts: said.slice(0, FEW_SAMPLES),
        })),
      }),
    }),
  ];
}
