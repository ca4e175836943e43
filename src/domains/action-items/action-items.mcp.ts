import { z } from 'zod';
import { tool } from '../../kit/tool.ts';
import { deleteActionItem } from './action-items.ts';
import {
  AssistantActionItem,
  assistantCreateActionItem,
  assistantListActionItems,
  assistantSearchActionItems,
  assistantUpdateActionItem,
  assistantCompleteActionItem,
} from './assistants.ts';

/** The fields that tell a model what it changed. */
const changed = AssistantActionItem.omit({
  created_at: true,
  completed_at: true,
  conversation_id: true,
});

export const actionItemTools = [
  tool(assistantListActionItems, {
    name: 'get_action_items',
    title: 'List action items',
    description:
      'Lists the tasks of the user, newest first. Use it to see which tasks are open, done or due.',
  }),
  tool(assistantSearchActionItems, {
    name: 'search_action_items',
    title: 'Search action items',
    description:
      'Finds tasks of the user by meaning, best first. Use it to find one task, or the tasks about a subject.',
  }),
  tool(assistantCreateActionItem, {
    name: 'create_action_item',
    title: 'Add an action item',
    description: 'Adds a task for the user. Use it when the user asks to note something to do.',
    shape: changed.extend({ known: z.boolean() }),
  }),
  tool(assistantCompleteActionItem, {
    name: 'complete_action_item',
    title: 'Complete an action item',
    description:
      'Marks a task as done, or open again. Use it when the user says that a task is finished.',
    shape: changed,
  }),
  tool(assistantUpdateActionItem, {
    name: 'update_action_item',
    title: 'Change an action item',
    description:
      'Changes the text or the due date of a task. Use it when a task gets a new date or new ' +
      'wording; an empty due_at removes the date.',
    shape: changed,
    destructive: true,
  }),
  tool(deleteActionItem, {
    name: 'delete_action_item',
    title: 'Delete an action item',
    description:
      'Deletes a task for good, by id. Use it only for a task that should not exist; mark a ' +
      'finished task as done instead.',
  }),
];
