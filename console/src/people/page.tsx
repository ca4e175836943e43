import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Person } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { SpeakerDot } from '../design/speaker.tsx';
import { EmptyState, ErrorState, Skeleton } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { peopleQuery } from '../service/lists.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { usePersonAdd } from './people.ts';
import { voiceOf } from './voice.ts';

/** Everybody who speaks in the conversations. */
export default function PeoplePage() {
  const { data, error, isPending, refetch } = useQuery(peopleQuery);
  const add = usePersonAdd();
  const people = (data ?? [])
    .filter(useNotDeleted())
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <title>{`${m.people()} – Commonplace`}</title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.people()}</h1>
      <Adding label={m.add_person()} onAdd={(name) => add.mutateAsync(name)} />
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton lines={6} />
      ) : people.length === 0 ? (
        <EmptyState title={m.people_none()} />
      ) : (
        <ul className="mt-6">
          {people.map((person, index) => (
            <PersonRow key={person.id} person={person} index={index} />
          ))}
        </ul>
      )}
    </>
  );
}

function PersonRow({ person, index }: { person: Person; index: number }) {
  const { id, name } = person;
  const last = person.speech_sample_transcripts[0];
  return (
    <li className="relative -mx-3 flex items-center gap-4 rounded-sheet px-3 py-3 hover:bg-sunken">
      <SpeakerDot name={name} index={index} className="size-9 text-13" />
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
    </li>
  );
}
