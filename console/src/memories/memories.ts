import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { Memory, Operations } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
import { createStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { addToLists, patchRecord, useChange } from '../service/change.ts';
import type { Edit } from '../service/merging.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { deleteRecords } from '../writing/deletions.ts';
import { offerUndo } from '../writing/undo.ts';
import { write, writeEdit } from '../writing/writes.ts';

export type Shelf = 'you' | 'interesting';

const CATEGORIES: Record<Shelf, string> = { you: 'system,manual', interesting: 'interesting' };
const PAGE = 50;

/** The source of the facts that the user writes here. Programs name others, or none. */
const CONSOLE = 'console';
export const isOwn = ({
  manually_added,
  source,
}: Pick<Memory, 'manually_added' | 'source'>): boolean => manually_added && source === CONSOLE;

export interface Filter {
  shelf?: Shelf | undefined;
  /** Words that a fact contains. */
  q?: string | undefined;
  tag?: string | undefined;
  /** Who told it. */
  by?: 'you' | 'heard' | undefined;
}

const INCLUDED: ('external' | 'origin')[] = ['external', 'origin'];

const ORIGINS = {
  you: { manually_added: true, source: CONSOLE },
  heard: { manually_added: false },
};

export const memoriesQuery = ({ shelf = 'you', q, tag, by }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['memories', shelf, { q, tag, by }],
    queryFn: ({ pageParam, signal }) =>
      service.page(
        'listOwnMemories',
        {
          limit: PAGE,
          categories: CATEGORIES[shelf],
          text: q,
          tags: tag,
          ...(by && ORIGINS[by]),
          include: INCLUDED,
          cursor: pageParam,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The number of facts that the page loads for the review. */
export const REVIEWED_AT_ONCE = 100;

/** The facts that the user has neither kept nor rejected. */
export const unreviewedQuery = (shelf: Shelf) =>
  queryOptions({
    queryKey: ['memories', 'unreviewed', shelf],
    queryFn: () =>
      service.listOwnMemories({
        reviewed: false,
        manually_added: false,
        categories: CATEGORIES[shelf],
        include: INCLUDED,
        limit: REVIEWED_AT_ONCE,
      }),
  });

/**
 * The facts that the user has just decided. An answer that was on its way may still call them unreviewed.
 */
export const decided = createStore<ReadonlySet<string>>(new Set());

function noteDecided(id: string, isDecided: boolean): void {
  decided.set((before) => {
    const after = new Set(before);
    if (isDecided) after.add(id);
    else after.delete(id);
    return after;
  });
}

/** The facts of the user that a conversation contradicts. */
export const doubtedQuery = queryOptions({
  queryKey: ['memories', 'doubted'],
  queryFn: () => service.listOwnMemories({ contradicted: true, limit: PAGE }),
});

const patchMemory = (id: string, change: (memory: Memory) => Memory) =>
  patchRecord<Memory>('memories', id, change);

/** Hides a decided fact from those in doubt. The service removes what was said against it. */
function settleDoubt(id: string): void {
  queryClient.setQueryData(doubtedQuery.queryKey, (doubted) =>
    doubted?.filter((each) => each.id !== id),
  );
}

/** Keeps or rejects a fact, or undoes this decision. */
export const useReview = () =>
  useChange({
    show: ({ fact, value }: { fact: Pick<Memory, 'id'>; value: boolean | null }) => {
      const undo = patchMemory(fact.id, (each) => ({
        ...each,
        user_review: value,
        reviewed: value !== null,
      }));
      settleDoubt(fact.id);
      noteDecided(fact.id, value !== null);
      return () => {
        undo();
        noteDecided(fact.id, false);
      };
    },
    send: async ({ fact, value }) => {
      offerUndo(value === false ? m.memory_rejected() : null, () => undoReview(fact));
      await write('reviewOwnMemory', { memory_id: fact.id, value });
    },
  });

function undoReview(fact: Pick<Memory, 'id'>): void {
  noteDecided(fact.id, false);
  const takeBack = patchMemory(fact.id, (each) => ({
    ...each,
    user_review: null,
    reviewed: false,
  }));
  write('reviewOwnMemory', { memory_id: fact.id, value: null }).catch((error: unknown) => {
    takeBack();
    notify(toMessage(error), { tone: 'problem' });
  });
}

export const useRewrite = (id: string) =>
  useChange({
    show: ({ text }: Edit) => patchMemory(id, (each) => ({ ...each, content: text, edited: true })),
    send: (edit) =>
      writeEdit(edit, {
        read: 'getOwnMemory',
        key: { memory_id: id },
        operation: 'updateOwnMemory',
        field: 'content',
      }),
    isAtField: true,
  });

/** Changes the labelled fields of a fact. */
export const useFieldChange = () =>
  useChange({
    show: ({ id, ...fields }: { id: string } & Partial<Operations['updateMemory']['input']>) =>
      patchRecord('memories', id, (fact) => ({ ...fact, ...fields })),
    send: ({ id, ...fields }) => write('updateOwnMemory', { ...fields, memory_id: id }),
  });

/** Closes a fact at a time, or opens it again. */
export const useClosing = () =>
  useChange({
    show: ({ id, until }: { id: string; until: string | null }) => {
      const undo = patchMemory(id, (each) => ({ ...each, until: until ?? undefined }));
      settleDoubt(id);
      return undo;
    },
    send: async ({ id, until }) => {
      const isSent = await write('updateOwnMemory', { memory_id: id, until });
      if (isSent) await queryClient.invalidateQueries({ queryKey: ['memories'] });
      if (until !== null) offerOpening(id);
    },
  });

function offerOpening(memory_id: string): void {
  offerUndo(m.memory_closed(), () => {
    write('updateOwnMemory', { memory_id, until: null })
      .then(() => queryClient.invalidateQueries({ queryKey: ['memories'] }))
      .catch((error: unknown) => notify(toMessage(error), { tone: 'problem' }));
  });
}

function waitingMemory(id: string, content: string, category: Memory['category']): Memory {
  const now = new Date().toISOString();
  return {
    id,
    content,
    category,
    visibility: 'private',
    tags: [],
    created_at: now,
    updated_at: now,
    manually_added: true,
    source: CONSOLE,
    scoring: '',
    reviewed: true,
    user_review: true,
    edited: false,
  };
}

/** Adds a fact. If the fact resembles a known fact, the user may keep only the new fact. */
export const useAdd = (shelf: Shelf, metadata?: Record<string, unknown>) =>
  useMutation({
    mutationFn: (content: string) => {
      const category = shelf === 'interesting' ? 'interesting' : 'manual';
      return write(
        'createOwnMemory',
        { content, category, source: CONSOLE, ...(metadata && { metadata }) },
        {
          onWait: (id) => {
            const { queryKey } = memoriesQuery({ shelf });
            addToLists(queryKey, waitingMemory(id, content, category));
          },
        },
      );
    },
    onSuccess: async (made) => {
      if (!made) return;
      const { resembles, known } = made;
      await queryClient.invalidateQueries({ queryKey: ['memories'] });
      if (known) notify(m.memory_known());
      else if (resembles) {
        notify(m.memory_resembles({ content: resembles.content }), {
          ms: 12_000,
          action: {
            label: m.keep_only_new(),
            run: () =>
              deleteRecords(
                'memory',
                [{ id: resembles.id, before: resembles.content }],
                m.memory_deleted(),
              ),
          },
        });
      }
    },
  });
