import { z } from 'zod';
import { nextPage } from '../../kit/assistant-list.ts';
import { tool } from '../../kit/tool.ts';
import {
  AssistantMemory,
  assistantCorrectMemory,
  assistantCreateMemories,
  assistantCreateMemory,
  assistantListMemoriesForTool,
  assistantSearchMemories,
} from './assistants.ts';
import { deleteMemory } from './memories.ts';

/** The fields that a model needs. The other fields are for programs. */
const Fact = AssistantMemory.pick({
  id: true,
  content: true,
  category: true,
  created_at: true,
  tags: true,
  until: true,
});
const Page = { limit: z.int(), ...nextPage };

export const memoryTools = [
  tool(assistantListMemoriesForTool, {
    name: 'get_memories',
    title: 'List memories',
    description:
      'Lists memories: facts about the user, newest first. Use it to read them all; ' +
      'search_memories is quicker for a question.',
    shape: z.object({ memories: z.array(Fact), ...Page }),
  }),
  tool(assistantSearchMemories, {
    name: 'search_memories',
    title: 'Search memories',
    description:
      'Finds the memories that answer a natural-language question, best first. Use it whenever ' +
      'facts about the user could change your answer.',
    shape: z.object({ memories: z.array(Fact.extend({ relevance_score: z.number() })) }),
  }),
  tool(assistantCreateMemory, {
    name: 'create_memory',
    title: 'Remember a fact',
    description:
      'Stores one lasting fact about the user. Use it when the user says something about ' +
      'themselves that is worth remembering; write one short sentence.',
  }),
  tool(assistantCreateMemories, {
    name: 'create_memories',
    title: 'Remember several facts',
    description:
      'Stores 1 to 25 lasting facts about the user. Use it instead of calling create_memory ' +
      'repeatedly.',
  }),
  tool(assistantCorrectMemory, {
    name: 'edit_memory',
    title: 'Correct or close a memory',
    description:
      'Replaces the text of a memory, or closes it. Use it when a fact was wrong or is no longer ' +
      'true; fetch shows the earlier texts.',
    destructive: true,
  }),
  tool(deleteMemory, {
    name: 'delete_memory',
    title: 'Delete a memory',
    description:
      'Deletes a memory for good, by id. Use it only when the user wants the service to forget the fact.',
  }),
];
