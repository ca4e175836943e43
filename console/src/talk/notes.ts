/**
 * Notes that the user types beside a talk. They stay in the browser until they are words of the
 * conversation, so that neither a reload nor a lost network loses them.
 */
import { createStore } from '../design/store.ts';
import { queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';

export interface Note {
  text: string;
  /** The recorded seconds of the talk at which the note was typed. */
  second: number;
}

interface Kept {
  /** Makes repeated requests create one conversation. */
  id: string;
  user_id: string;
  /** The conversation of the talk; null until the talk has ended, or when nothing was said. */
  conversation_id: string | null;
  began: string;
  notes: Note[];
}

const KEY = 'commonplace-notes';
const SECONDS_PER_WORD = 0.4;
/** Pieces that are short enough for a segment. */
const SEGMENTS = /\S.{0,4999}/gsu;
/** A conversation cannot be merged while it is being understood. */
const FIRST_WAIT_MS = 500;
const MAX_TRIES = 10;

/** The notes of the running talk. */
export const notes = createStore<readonly Note[]>([]);
/** True while the notes of a talk that ended become words of its conversation. */
export const attaching = createStore(false);

const read = (): Kept[] => JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
const write = (all: readonly Kept[]) => localStorage.setItem(KEY, JSON.stringify(all));
let current: Kept | null = null;
let release = () => {};

function keep(changed: Kept): void {
  write([...read().filter(({ id }) => id !== changed.id), changed]);
}

/** `conversation_id` is the conversation of the running talk, if it is known already. */
export function addNote(user_id: string, conversation_id: string | null, note: Note): void {
  current ??= begin(user_id, note.second);
  current.conversation_id = conversation_id ?? current.conversation_id;
  current.notes.push(note);
  keep(current);
  notes.set([...current.notes]);
}

function begin(user_id: string, second: number): Kept {
  const id = crypto.randomUUID();
  const began = new Date(Date.now() - second * 1000).toISOString();
  // While this page is open, no other page sends these notes.
  void navigator.locks.request(id, () => new Promise<void>((resolve) => (release = resolve)));
  return { id, user_id, conversation_id: null, began, notes: [] };
}

export function forgetNotes(): void {
  current = null;
  notes.set([]);
  localStorage.removeItem(KEY);
}

/**
 * Puts the notes of the talk that ended into its conversation. Returns the conversation with the
 * words of both. A merge is a new conversation, so no page shows the old one meanwhile.
 */
export async function attachNotes(conversation_id: string | null): Promise<string | null> {
  const ended = current;
  if (!ended) return conversation_id;
  current = null;
  notes.set([]);
  ended.conversation_id = conversation_id;
  keep(ended);
  attaching.set(true);
  try {
    return await attach(ended);
  } finally {
    attaching.set(false);
    release();
  }
}

/** Sends the notes that earlier pages could not send. */
export async function sendLeftNotes(user_id: string): Promise<void> {
  for (const left of read().filter((each) => each.user_id === user_id)) {
    await navigator.locks.request(left.id, { ifAvailable: true }, async (lock) => {
      if (lock) await attach(left);
    });
  }
}

async function attach({ id, conversation_id, began, notes: typed }: Kept): Promise<string> {
  const talk = conversation_id
    ? await service.getOwnConversation({ conversation_id }).catch(unlessGone)
    : null;
  const created = await service.createOwnConversationFromSegments({
    client_session_id: `notes-${id}`,
    started_at: talk?.started_at ?? began,
    transcript_segments: typed.flatMap(({ text, second }) =>
      [...text.matchAll(SEGMENTS)].map(([piece]) => ({
        text: piece,
        start: second,
        end: second + Math.max(1, piece.split(/\s+/).length * SECONDS_PER_WORD),
        is_user: true,
      })),
    ),
  });
  const whole = talk ? await merge([talk.id, created.id]) : created.id;
  write(read().filter((each) => each.id !== id));
  await queryClient.invalidateQueries({ queryKey: ['conversations'] });
  return whole;
}

async function merge(conversation_ids: string[]): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { conversation } = await service.mergeConversations({ conversation_ids });
      return conversation.id;
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 409;
      if (!isBusy || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1)));
    }
  }
}

function unlessGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
