import { eachBriefly, tool } from '../../kit/tool.ts';
import type { Tool } from '../../kit/tool.ts';
import { assistantListPeople } from './people.ts';
import { assistantGetProfile } from './profile.ts';
import { findingOperations } from './search.ts';

/** A few samples are enough to show a model how a person talks. */
const FEW_SAMPLES = 2;

/** The tools that use several rooms. */
export function assistantTools({ site }: { site: () => string }): Tool[] {
  const { assistantSearch, assistantFetch } = findingOperations(site);
  return [
    tool(assistantSearch, {
      name: 'search',
      title: 'Search everything',
      description:
        'Searches memories and conversations at once, best first. Use it first in research; then ' +
        'fetch the results that look relevant.',
      exact: true,
      scopes: ['memories:read', 'conversations:read'],
    }),
    tool(assistantFetch, {
      name: 'fetch',
      title: 'Fetch a result',
      description:
        'Returns the text of a memory or a conversation. Use it with an id from search. A long ' +
        'text ends with another id; call the tool with that id to get the next part.',
      exact: true,
      scopes: ['memories:read', 'conversations:read'],
    }),
    tool(assistantGetProfile, {
      name: 'get_user_profile',
      title: 'Get the profile',
      description:
        'Returns a short profile of the user. Use it as a light start; then search for what the ' +
        'task needs.',
    }),
    tool(assistantListPeople, {
      name: 'get_people',
      title: 'List people',
      description:
        'Lists the people whom the user talks with, most often first, with the last things they ' +
        'said. Use it to find out who a person is.',
      brief: eachBriefly(
        'people',
        ({ id, name, conversation_count, speech_sample_transcripts: said }) => ({
          id,
          name,
          conversation_count,
          ...(said.length > 0 && { speech_sample_transcripts: said.slice(0, FEW_SAMPLES) }),
        }),
      ),
    }),
  ];
}
