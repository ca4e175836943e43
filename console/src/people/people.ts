import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Person } from '../../../client/src/index.ts';
import { notify } from '../design/notices.ts';
import { patchLists, useChange } from '../service/change.ts';
import { saveEdit } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';

const SHOWN_CONVERSATIONS = 30;

/** The conversations in which a person spoke, newest first. */
export const togetherQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'together', id],
    queryFn: async () => {
      const input = { person_id: id, limit: SHOWN_CONVERSATIONS };
      return (await service.page('listOwnConversations', input)).items;
    },
  });

/** The memories in which the name of a person occurs. */
export const knownQuery = (name: string) =>
  queryOptions({
    queryKey: ['memories', 'about', name],
    queryFn: () => service.listOwnMemories({ text: name, limit: SHOWN_CONVERSATIONS }),
  });

export const useRename = (id: string) =>
  useChange({
    show: ({ text }: Edit) =>
      patchLists<Person>('people', (each) => (each.id === id ? { ...each, name: text } : each)),
    send: (edit) =>
      saveEdit(edit, {
        read: () => service.read('getOwnPerson', { person_id: id }),
        textOf: ({ name }) => name,
        write: (ifMatch) =>
          service.updateOwnPerson({ person_id: id, name: edit.text }, { ifMatch }),
      }),
    isAtField: true,
  });

export const usePersonAdd = () =>
  useMutation({
    mutationFn: (name: string) => service.createOwnPerson({ name }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
  });

export const useMergePeople = (onDone: () => void) =>
  useMutation({
    mutationFn: (input: { person_id: string; other_person_id: string }) =>
      service.mergePeople(input),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      onDone();
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
