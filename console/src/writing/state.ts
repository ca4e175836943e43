import { createStore } from '../design/store.ts';

export type WriteName =
  | 'createOwnActionItem'
  | 'updateOwnActionItem'
  | 'completeConversationItems'
  | 'createOwnMemory'
  | 'updateOwnMemory'
  | 'reviewOwnMemory'
  | 'createOwnGoal'
  | 'updateOwnGoal'
  | 'recordOwnGoalProgress'
  | 'updateOwnConversation'
  | 'starConversation'
  | 'moveOwnConversationToFolder'
  | 'rewriteSegment'
  | 'assignSegments'
  | 'splitSpeaker'
  | 'createOwnPerson'
  | 'updateOwnPerson'
  | 'keepSuggestion'
  | 'dropSuggestion'
  | MergeName
  | DeletionName;
export type MergeName = 'mergeConversations' | 'mergePeople';
export type DeletionName =
  | 'deleteOwnActionItem'
  | 'deleteOwnMemory'
  | 'deleteOwnGoal'
  | 'deleteOwnPerson'
  | 'deleteOwnConversation';
type ReadName =
  | 'getOwnActionItem'
  | 'getOwnMemory'
  | 'getOwnGoal'
  | 'getOwnPerson'
  | 'getOwnConversation';

/** A change, as a request that can be sent later. */
export interface Write {
  /** Its place in the order of all changes. */
  order: number;
  /** The idempotency key, and the id of a new record until the service has named it. */
  key: string;
  user_id: string;
  /** The time of the change, in milliseconds by the clock of this browser. */
  at: number;
  operation: WriteName;
  input: Readonly<Record<string, unknown>>;
  edit?: StoredEdit;
  /** The text of a task of a conversation, because its number may change meanwhile. */
  item?: string;
  /**
   * The word before which the first segment is split, and the text in which the user chose it. The
   * second part has the key as its id until the service has named it.
   */
  split?: { word: number; text: string };
  /** The words that name a change to the user when its input contains only ids. */
  about?: string;
  /** False while a page is sending it for the first time. */
  waits: boolean;
  /** Set when the service refused it, or when the text was changed elsewhere. */
  problem?: { theirs: string } | { reason: string };
}

/** An edit of a text, or a deletion, which is made only in the version that the user has seen. */
export interface StoredEdit {
  read: ReadName;
  key: Readonly<Record<string, string>>;
  /** The field of the input; in the record, its path, in which an id names an item of a list. */
  field: string;
  path: string;
  /** Null deletes the record. */
  text: string | null;
  before: string;
}

/** The changes that wait for the service, and those that it refused. */
export const waiting = createStore<{
  count: number;
  problems: readonly Write[];
  /** The records that have changes which wait. */
  records: ReadonlySet<string>;
}>({ count: 0, problems: [], records: new Set() });
