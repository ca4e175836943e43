import { tool } from '../../kit/tool.ts';
import { deleteActionItem } from './action-items.ts';
import {
  assistantCreateActionItem,
  assistantListActionItems,
  assistantSearchActionItems,
  assistantUpdateActionItem,
  assistantCompleteActionItem,
} from './assistants.ts';

export const actionItemTools = [
  tool(assistantListActionItems, {
    name: 'get_action_items',
    title: 'List action items',
    description:
      'Lists tasks, newest first: what the user has to do or has committed to, from ' +
      'conversations or by hand, with completion and due date. Use it for what is open, done ' +
      'or due.',
  }),
  tool(assistantSearchActionItems, {
    name: 'search_action_items',
    title: 'Search action items',
    description:
      'Finds tasks of the user by meaning, best first. Use it to find one task, or those about a subject.',
  }),
  tool(assistantCreateActionItem, {
    name: 'create_action_item',
    title: 'Add an action item',
    description:
      'Adds a task for the user. Use it when the user asks to note something to do; the same ' +
      'description again gives the task that is there.',
  }),
  tool(assistantCompleteActionItem, {
    name: 'complete_action_item',
    title: 'Complete an action item',
    description: 'Marks a task as done, or open again. Use it when the user says it is finished.',
  }),
  tool(assistantUpdateActionItem, {
    name: 'update_action_item',
    title: 'Change an action item',
    description:
      'Changes the text or the due date of a task. Use it when a task is moved or worded anew; due_at null removes the date.',
    destructive: true,
  }),
  tool(deleteActionItem, {
    name: 'delete_action_item',
    title: 'Delete an action item',
    description:
      'Deletes a task for good, by id. Use it only for what should not be there; what is done is completed instead.',
  }),
];
