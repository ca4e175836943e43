import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveSegment } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, Field } from '../../design/field.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Unready } from '../../design/states.tsx';
import { SpeakerDot } from '../../design/speaker.tsx';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { peopleQuery } from '../../service/lists.ts';
import { service } from '../../service/service.ts';
import { addPerson } from '../../people/people.ts';
import { colourOfPerson, MY_COLOUR } from '../../people/colours.ts';
import { isSameName } from '../../people/names.ts';
import { turnsOf } from '../turns.ts';
import type { Turn } from '../turns.ts';
import { useAssign } from './corrections.ts';
import type { Speaker } from './corrections.ts';

/** A dialog that sets the speaker of a turn, or of all turns of that speaker. */
export default function SpeakerSheet({
  id,
  turn,
  segments,
  onClose,
}: {
  id: string;
  turn: Turn;
  segments: readonly LiveSegment[];
  onClose: () => void;
}) {
  const query = useQuery(peopleQuery);
  const invited = useQuery({
    queryKey: ['meeting-of', id],
    queryFn: () => service.getOwnConversationMeeting({ conversation_id: id }),
  });
  const attendees = invited.data?.meeting?.attendees ?? [];
  const likely = new Set(attendees.map(({ person_id }) => person_id));
  // The people of the meeting are probably the speakers.
  const people = (query.data ?? []).toSorted(
    (one, other) => Number(likely.has(other.id)) - Number(likely.has(one.id)),
  );
  const unknown = attendees.filter(
    ({ name, person_id, email, is_user }) => !is_user && person_id === null && name !== email,
  );
  const [isEverywhere, setEverywhere] = useState(true);
  const [name, setName] = useState('');
  const assign = useAssign(id);
  const choose = (speaker: Speaker) => {
    const wanted = isEverywhere
      ? turnsOf(segments)
          .filter(({ speaker }) => speaker.key === turn.speaker.key)
          .flatMap((each) => each.segments)
      : turn.segments;
    const former = isEverywhere ? (turn.segments[0]!.speaker_name ?? undefined) : undefined;
    assign.mutate({ speaker, segments: wanted, former });
    onClose();
  };
  const add = useMutation({
    mutationFn: async (wanted: string) =>
      people.find((person) => isSameName(person.name, wanted)) ?? {
        id: await addPerson(wanted),
        name: wanted,
      },
    onSuccess: choose,
  });
  const row =
    'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-left text-14 hover:bg-sunken';
  return (
    <Sheet title={m.who_spoke()} onClose={onClose}>
      {!query.data && <Unready query={query} />}
      <ul className="-mx-3">
        <li>
          <button type="button" className={row} onClick={() => choose(null)}>
            <SpeakerDot name={m.you()} colour={MY_COLOUR} />
            {m.that_was_me()}
          </button>
        </li>
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" className={row} onClick={() => choose(person)}>
              <SpeakerDot name={person.name} colour={colourOfPerson(person.id)} />
              {person.name}
            </button>
          </li>
        ))}
        {unknown.map((attendee) => (
          <li key={attendee.name}>
            <button type="button" className={row} onClick={() => add.mutate(attendee.name)}>
              <SpeakerDot name={attendee.name} colour={0} />
              {attendee.name}
              <span className="text-ink-2">{m.from_the_meeting()}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="grid gap-4 border-t border-hairline pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(name.trim());
        }}
      >
        <div className="flex items-end gap-3">
          <div className="flex-1">
            <Field
              label={m.somebody_new()}
              required
              value={name}
              problem={add.error ? toMessage(add.error) : undefined}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" isBusy={add.isPending}>
            {m.add()}
          </Button>
        </div>
        <label className="flex items-center gap-3 text-14">
          <Checkbox
            checked={isEverywhere}
            onChange={(event) => setEverywhere(event.target.checked)}
          />
          {turn.speaker.key === 'user'
            ? m.everything_that_you_say()
            : m.everything_of_speaker({ name: turn.speaker.name })}
        </label>
      </form>
    </Sheet>
  );
}
