/** Sends talks through the public API of a service, and reads what was understood of them. */
import { ManualClock } from '../../src/core/clock.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import type { Talk } from '../../training/talks.ts';
import type { Understood } from './score.ts';

const CONVERSATIONS = '/v1/dev/user/conversations';
const SCOPES = ['conversations:read', 'conversations:write', 'memories:read', 'action_items:read'];
const SECONDS_PER_WORD = 0.4;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Zones whose offset is no whole hour; in those with a summer time, at the time of the talks. */
const ZONES: Readonly<Record<string, string>> = {
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+09:30': 'Australia/Darwin',
  '+10:30': 'Australia/Adelaide',
  '-03:30': 'America/St_Johns',
};

/** Returns a time zone that has the offset of a time such as `2026-03-15T14:00-05:00`. */
function zoneOf(when: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(when)!;
  if (minutes === '00') return `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  const zone = ZONES[`${sign}${hours}:${minutes}`];
  if (!zone) throw new Error(`No known time zone has the offset of ${when}.`);
  return zone;
}

/** Each talk has a service of its own, whose clock stands shortly after the talk. */
export async function understand(talk: Talk): Promise<Understood> {
  const clock = new ManualClock(new Date(talk.when).toISOString());
  clock.advance(30 * MINUTE);
  await using service = await startService({ clock });
  const timezone = zoneOf(talk.when);
  // The API cannot change the name and the time zone of an account.
  const account = { name: talk.user ?? 'Owner', timezone };
  const { db } = service.service.parts;
  await db.updateTable('users').set(account).execute();
  // The session of the template ends before the later talks begin.
  const expires_at = new Date(clock.now().getTime() + DAY);
  await db.updateTable('sessions').set({ expires_at }).execute();
  const key = await service.owner.key(SCOPES);
  const call = async (method: string, path: string, body?: object) =>
    bodyOf(`${method} ${path}`, await key.call(method, path, body));

  const { id } = await call('POST', `${CONVERSATIONS}/from-segments`, await inputOf(talk, service));
  // On a busy machine, the request answers before the talk is understood.
  const { structured } = await eventually(
    'the end of the processing',
    async () => {
      const read = await call('GET', `${CONVERSATIONS}/${id}`);
      return read.structured.title !== '' && read;
    },
    { seconds: 300 },
  );
  const memories = await call('GET', '/v1/dev/user/memories?limit=100');
  const answers: string[] = [];
  for (const { text } of talk.questions) {
    const { answer } = await call('POST', '/v1/dev/user/ask', { question: text, timezone });
    answers.push(answer);
  }
  return {
    category: structured.category,
    tasks: structured.action_items.map((task: { description: string; due_at: string | null }) => ({
      text: task.description,
      due: task.due_at === null ? null : localTime(task.due_at, timezone),
    })),
    events: structured.events.map((event: { title: string; start: string }) => ({
      text: event.title,
      start: localTime(event.start, timezone),
    })),
    memories: memories.map(({ content }: { content: string }) => content),
    answers,
  };
}

async function inputOf({ turns, user, when, language }: Talk, service: TestService) {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const people = new Map<string, string>();
  for (const name of speakers.filter((speaker) => speaker !== user)) {
    const answer = await service.owner.call('POST', '/v1/users/people', { name });
    people.set(name, bodyOf('person', answer).id);
  }
  let end = 0;
  const transcript_segments = turns.map(({ speaker, text }) => {
    const start = end;
    end += text.split(' ').length * SECONDS_PER_WORD;
    return {
      text,
      start,
      end,
      is_user: speaker === user,
      speaker_id: speakers.indexOf(speaker),
      person_id: people.get(speaker) ?? null,
    };
  });
  return { started_at: new Date(when).toISOString(), language, transcript_segments };
}

function bodyOf(what: string, { status, body }: Awaited<ReturnType<TestService['owner']['call']>>) {
  if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** `2026-03-15T14:00` at the place of the talk. */
function localTime(time: string, timeZone: string): string {
  const local = new Date(time).toLocaleString('sv-SE', { timeZone });
  return local.slice(0, 16).replace(' ', 'T');
}
