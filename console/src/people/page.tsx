import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Person } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { GroupedList } from '../design/lists/grouped-list.tsx';
import type { Group } from '../design/lists/grouped-list.tsx';
import { SpeakerDot } from '../design/speaker.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { Unready } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { peopleQuery } from '../service/lists.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { colourOfPerson } from './colours.ts';
import { usePersonAdd } from './people.ts';
import { voiceOf } from './voice.ts';

/** Everybody who speaks in the conversations. */
export default function PeoplePage() {
  const query = useQuery(peopleQuery);
  const { data } = query;
  const add = usePersonAdd();
  const isNotDeleted = useNotDeleted();
  const groups = useMemo(() => groupsOf((data ?? []).filter(isNotDeleted)), [data, isNotDeleted]);
  return (
    <>
      <Title>{m.people()}</Title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.people()}</h1>
      <Adding label={m.add_person()} onAdd={(name) => add.mutateAsync(name)} />
      {!data ? (
        <Unready query={query} lines={6} />
      ) : groups.length === 0 ? (
        <EmptyState title={m.people_none()} />
      ) : (
        <div className="mt-6">
          <GroupedList
            label={m.people()}
            groups={groups}
            estimate={73}
            render={(person) => <PersonRow person={person} />}
          />
        </div>
      )}
    </>
  );
}

/** A list with fewer people has no letters between its rows. */
const MANY = 40;

/** Sorts people by name, and groups many people by their first letter. */
function groupsOf(people: readonly Person[]): Group<Person>[] {
  const { compare } = new Intl.Collator(getLocale());
  const sorted = people.toSorted((a, b) => compare(a.name, b.name));
  if (sorted.length === 0) return [];
  if (sorted.length < MANY) return [{ key: 'all', title: null, items: sorted }];
  const letters = Map.groupBy(sorted, ({ name }) => letterOf(name));
  return [...letters].map(([key, items]) => ({ key, title: key, items }));
}

/** Returns the first letter without accents; `#` when the name does not begin with a letter. */
function letterOf(name: string): string {
  const [first = ''] = name.trim().normalize('NFD');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(getLocale()) : '#';
}

function PersonRow({ person }: { person: Person }) {
  const { id, name } = person;
  const last = person.speech_sample_transcripts[0];
  return (
    <div className="relative -mx-3 flex items-center gap-4 rounded-sheet px-3 py-3 hover:bg-sunken">
      <SpeakerDot name={name} colour={colourOfPerson(id)} className="size-9 text-13" />
      <div className="min-w-0 flex-1">
        <Link
          to="/people/$id"
          params={{ id }}
          data-row
          className="font-serif text-18 before:absolute before:inset-0 before:rounded-sheet"
        >
          {name}
        </Link>
        <p className="truncate text-13 text-ink-2">{last ? `“${last}”` : voiceOf(person)}</p>
      </div>
    </div>
  );
}
