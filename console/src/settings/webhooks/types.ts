import type { WebhookEndpointCreate } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';

export type EventType = WebhookEndpointCreate['types'][number];

/** The types that the page offers. An endpoint of a program can have others. */
export const TYPES: readonly (readonly [EventType, () => string])[] = [
  ['*', m.endpoint_everything],
  ['conversation.completed', m.endpoint_conversation_completed],
  ['conversation.*', m.endpoint_conversations],
  ['memory.*', m.endpoint_memories],
  ['action_item.*', m.endpoint_tasks],
  ['day.*', m.endpoint_days],
  ['goal.*', m.endpoint_goals],
  ['person.*', m.endpoint_people],
  ['folder.*', m.endpoint_folders],
  ['summary_template.*', m.endpoint_templates],
];

export const typeText = (type: string): string =>
  TYPES.find(([offered]) => offered === type)?.[1]() ?? type;
