import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { Memory } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
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

export const memoriesQuery = (shelf: Shelf) =>
  infiniteQueryOptions({
    queryKey: ['memories', shelf],
    queryFn: ({ pageParam, signal }) =>
      service.page(
        'listOwnMemories',
        { limit: PAGE, categories: CATEGORIES[shelf], cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

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
      return undo;
    },
    send: async ({ fact, value }) => {
      offerUndo(value === false ? m.memory_rejected() : null, () => undoReview(fact));
      await write('reviewOwnMemory', { memory_id: fact.id, value });
    },
  });

function undoReview(fact: Pick<Memory, 'id'>): void {
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
        { content, category, ...(metadata && { metadata }) },
        { onWait: (id) => addToLists(['memories', shelf], waitingMemory(id, content, category)) },
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
