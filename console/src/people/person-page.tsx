import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Person } from '../../../client/src/index.ts';
import { beganAt } from '../conversations/conversations.ts';
import { titleOf } from '../conversations/row.tsx';
import { IconButton } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import { Sheet } from '../design/sheet.tsx';
import { SpeakerDot } from '../design/speaker.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton, Unready } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { noteOpened } from '../search/commands/often.ts';
import { peopleQuery } from '../service/lists.ts';
import { deleteRecords } from '../writing/deletions.ts';
import { dateAndTime } from '../time/time.ts';
import { colourOfPerson } from './colours.ts';
import { knownQuery, mergeInto, togetherQuery, useRename } from './people.ts';
import { HearPerson } from './hear-person.tsx';
import { voiceOf } from './voice.ts';

const route = getRouteApi('/inside/people/$id');

/** The page of one person: voice, last words, shared conversations and known facts. */
export default function PersonPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(peopleQuery);
  const person = data?.find((each) => each.id === id);
  if (!person) {
    return (
      <>
        <h1 className="sr-only">{m.people()}</h1>
        {data ? (
          <EmptyState title={m.person_gone()} />
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </>
    );
  }
  return (
    <>
      <Title>{person.name}</Title>
      <Head person={person} />
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-2">
        {voiceOf(person)}
        <HearPerson id={id} />
      </p>
      <div className="mt-8 grid gap-10">
        <Said person={person} />
        <Known name={person.name} />
        <Together id={id} />
      </div>
    </>
  );
}

function Head({ person: { id, name } }: { person: Person }) {
  useEffect(() => noteOpened({ to: `/people/${id}`, title: name }), [id, name]);
  const navigate = useNavigate();
  const rename = useRename(id);
  const [isMerging, setMerging] = useState(false);
  const back = () => void navigate({ to: '/people' });
  const remove = () => {
    deleteRecords('person', [{ id, before: name }], m.person_deleted());
    back();
  };
  return (
    <header className="flex items-center gap-3">
      <IconButton label={m.people()} onClick={back} className="-ml-2">
        <ArrowLeft size={18} />
      </IconButton>
      <SpeakerDot name={name} colour={colourOfPerson(id)} className="size-9 text-13" />
      <h1 className="min-w-0 flex-1 font-serif text-28 font-semibold">
        <Editable text={name} label={m.rename_person()} onSave={rename.mutateAsync} />
      </h1>
      <MenuButton
        label={m.more()}
        icon={<Ellipsis size={18} />}
        entries={[
          { label: m.merge_person(), icon: <Users size={16} />, run: () => setMerging(true) },
          { label: m.delete_verb(), icon: <Trash2 size={16} />, run: remove },
        ]}
      />
      {isMerging && <MergeSheet id={id} onClose={() => setMerging(false)} onDone={back} />}
    </header>
  );
}

/** Chooses another person who is the same as this one, to merge the two under the other name. */
function MergeSheet({
  id,
  onClose,
  onDone,
}: {
  id: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const query = useQuery(peopleQuery);
  return (
    <Sheet title={m.merge_person()} onClose={onClose}>
      <p className="mb-4 text-14 text-ink-2">{m.merge_person_about()}</p>
      {!query.data && <Unready query={query} />}
      <ul className="-mx-3">
        {query.data
          ?.filter((person) => person.id !== id)
          .map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => {
                  mergeInto(person, id);
                  onDone();
                }}
                className="flex min-h-10 w-full items-center rounded-control px-3 text-left text-14 hover:bg-sunken"
              >
                {person.name}
              </button>
            </li>
          ))}
      </ul>
    </Sheet>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 font-serif text-16 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Said({ person: { speech_sample_transcripts: said } }: { person: Person }) {
  if (said.length === 0) return null;
  return (
    <Section title={m.said_last()}>
      <ul className="grid gap-2 font-serif text-16">
        {said.slice(0, 3).map((text) => (
          <li key={text} className="border-l-[3px] border-hairline pl-4">
            {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Known({ name }: { name: string }) {
  const { data = [] } = useQuery(knownQuery(name));
  if (data.length === 0) return null;
  return (
    <Section title={m.known_about({ name })}>
      <ul className="grid gap-1.5 text-14">
        {data.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ul>
    </Section>
  );
}

function Together({ id }: { id: string }) {
  const query = useQuery(togetherQuery(id));
  const { data } = query;
  return (
    <Section title={m.conversations_together()}>
      {!data && <Unready query={query} />}
      {data?.length === 0 && (
        <p className="text-14 text-ink-2">{m.conversations_together_none()}</p>
      )}
      <ul className="grid gap-2">
        {data?.map((conversation) => (
          <li key={conversation.id} className="flex items-baseline gap-3">
            <time className="w-32 flex-none text-13 whitespace-nowrap text-ink-2">
              {dateAndTime(beganAt(conversation))}
            </time>
            <Link
              to="/conversations/$id"
              params={{ id: conversation.id }}
              className="font-serif text-16 underline-offset-4 hover:underline"
            >
              {titleOf(conversation)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
