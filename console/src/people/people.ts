import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Person } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { patchRecord, useChange } from '../service/change.ts';
import { offerReplacement } from '../names/replacing.ts';
import { peopleQuery } from '../service/lists.ts';
import type { Edit } from '../service/merging.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { canSend } from '../writing/locks.ts';
import { mergeRecords } from '../writing/deletions.ts';
import { write, writeEdit } from '../writing/writes.ts';

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
      patchRecord<Person>('people', id, (each) => ({ ...each, name: text })),
    send: async (edit) => {
      const sent = await writeEdit(edit, {
        read: 'getOwnPerson',
        key: { person_id: id },
        operation: 'updateOwnPerson',
        field: 'name',
      });
      if (sent) void offerReplacement({ from: edit.before, to: edit.text });
      return sent;
    },
    isAtField: true,
  });

export const usePersonAdd = () =>
  useMutation({
    mutationFn: addPerson,
    onSuccess: () => canSend() && queryClient.invalidateQueries({ queryKey: ['people'] }),
  });

/** Adds a person, and returns the id; while the addition waits, the one until then. */
export async function addPerson(name: string): Promise<string> {
  let waitingId = '';
  const made = await write(
    'createOwnPerson',
    { name },
    {
      onWait: (id) => {
        waitingId = id;
        queryClient.setQueryData(peopleQuery.queryKey, (people) => [
          ...(people ?? []),
          waitingPerson(id, name),
        ]);
      },
    },
  );
  return made?.id ?? waitingId;
}

const waitingPerson = (id: string, name: string): Person => ({
  id,
  name,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  speech_samples: [],
  speech_sample_transcripts: [],
  speech_samples_version: 1,
  voice_seconds: 0,
});

/** Merges a person into another one. Its row disappears at once, unless the service refuses. */
export const mergeInto = ({ id: person_id, name }: Person, other_person_id: string): void =>
  mergeRecords(
    'mergePeople',
    { person_id, other_person_id },
    { text: m.person_merged({ name }), list: 'people' },
  );
