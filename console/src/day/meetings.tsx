import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OwnMeeting } from './day.ts';
import * as m from '../paraglide/messages.js';
import { now } from '../time/clock.ts';
import { clockTime } from '../time/time.ts';

const MAX_TASKS = 2;
/** Links below each other are high enough for a finger. */
const LINK =
  'block py-[3px] text-13 underline decoration-hairline underline-offset-4 wrap-anywhere';

/** The meetings of the calendars on a day, with what was said in them or with their people before. */
export default function Meetings({ meetings }: { meetings: readonly OwnMeeting[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-serif text-16 font-semibold">
        {m.meetings()}
      </h2>
      <ul className="grid gap-3 text-14">
        {meetings.map((meeting) => (
          <li key={meeting.id} className="grid gap-0.5">
            <span className="text-13 text-ink-2">{timeOf(meeting)}</span>
            <span className="wrap-anywhere">{meeting.title}</span>
            <span className="text-13 wrap-anywhere text-ink-2">{whereAndWho(meeting)}</span>
            {meeting.conversation_ids.map((conversation) => (
              <Link
                key={conversation}
                to="/conversations/$id"
                params={{ id: conversation }}
                className={LINK}
              >
                {m.said_in_meeting()}
              </Link>
            ))}
            {Date.parse(meeting.end) > now().getTime() && <Before {...meeting.before} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the last conversation with the people of a coming meeting, and their open tasks. */
function Before({ conversations: [last], tasks }: OwnMeeting['before']) {
  return (
    <>
      {last && (
        <Link to="/conversations/$id" params={{ id: last.id }} className={LINK}>
          {m.last_time({ title: last.title })}
        </Link>
      )}
      {tasks.slice(0, MAX_TASKS).map((task) => (
        <Link
          key={task.id}
          to="/tasks/$id"
          params={{ id: task.id }}
          className={`${LINK} text-ink-2`}
        >
          {task.description}
        </Link>
      ))}
    </>
  );
}

function timeOf({ start, end, first_day }: OwnMeeting): string {
  return first_day === null ? `${clockTime(start)} – ${clockTime(end)}` : m.all_day();
}

function whereAndWho({ place, attendees }: OwnMeeting): string {
  const others = attendees.filter(({ is_user }) => !is_user).map(({ name }) => name);
  return [place, others.join(', ')].filter(Boolean).join(' · ');
}
