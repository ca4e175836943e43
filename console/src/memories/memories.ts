import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { Memory } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { patchLists, useChange } from '../service/change.ts';
import { saveEdit } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';

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

const patchMemory = (id: string, change: (memory: Memory) => Memory) =>
  patchLists<Memory>('memories', (each) => (each.id === id ? change(each) : each));

/** Keeps or rejects a fact, or undoes this decision. */
export const useReview = () =>
  useChange({
    show: ({ fact, value }: { fact: Memory; value: boolean | null }) =>
      patchMemory(fact.id, (each) => ({ ...each, user_review: value, reviewed: value !== null })),
    send: async ({ fact, value }) => {
      await service.reviewOwnMemory({ memory_id: fact.id, value });
      if (value === false) offerUndo(fact);
    },
  });

function offerUndo(fact: Memory): void {
  notify(m.memory_rejected(), {
    action: {
      label: m.undo(),
      run: () => {
        patchMemory(fact.id, (each) => ({ ...each, user_review: null, reviewed: false }));
        service
          .reviewOwnMemory({ memory_id: fact.id, value: null })
          .catch((error: unknown) => notify(toMessage(error), { tone: 'problem' }));
      },
    },
  });
}

export const useRewrite = (id: string) =>
  useChange({
    show: ({ text }: Edit) => patchMemory(id, (each) => ({ ...each, content: text, edited: true })),
    send: (edit) =>
      saveEdit(edit, {
        read: () => service.read('getOwnMemory', { memory_id: id }),
        textOf: ({ content }) => content,
        write: (ifMatch) =>
          service.updateOwnMemory({ memory_id: id, content: edit.text }, { ifMatch }),
      }),
    isAtField: true,
  });

/** Closes a fact at a time, or opens it again. */
export const useClosing = () =>
  useMutation({
    mutationFn: ({ id, until }: { id: string; until: string | null }) =>
      service.updateOwnMemory({ memory_id: id, until }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['memories'] }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });

/** Adds a fact. If the fact resembles a known fact, the user may keep only the new fact. */
export const useAdd = (shelf: Shelf, metadata?: Record<string, unknown>) =>
  useMutation({
    mutationFn: (content: string) =>
      service.createOwnMemory({
        content,
        category: shelf === 'interesting' ? 'interesting' : 'manual',
        ...(metadata && { metadata }),
      }),
    onSuccess: ({ resembles, known }) => {
      void queryClient.invalidateQueries({ queryKey: ['memories'] });
      if (known) notify(m.memory_known());
      else if (resembles) {
        notify(m.memory_resembles({ content: resembles.content }), {
          ms: 12_000,
          action: {
            label: m.keep_only_new(),
            run: () => void service.deleteOwnMemory({ memory_id: resembles.id }),
          },
        });
      }
    },
  });
