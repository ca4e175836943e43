/** A few days of a person's life, for tests that look at pages. */
import { eventually } from '../../src/testing/eventually.ts';
import type { ApiUser } from '../../src/testing/clients/api-user.ts';

type Line = readonly [speaker: string, text: string];

interface Talk {
  /** Days before today, and the time of day in UTC. */
  days: number;
  time: string;
  lines: readonly Line[];
}

const ME = 'me';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const TALKS: readonly Talk[] = [
  {
    days: 0,
    time: '07:40',
    lines: [
      [ME, 'Good morning. Did you sleep well in the new flat?'],
      ['Marta', 'Not really, the street is loud. We should look for thicker curtains this week.'],
      [ME, 'I will measure the windows. I need to order curtains tomorrow.'],
      ['Marta', 'And please remember that your sister comes to visit us.'],
      [ME, 'Right. I need to book a table for three by Friday.'],
      ['Marta', 'I am allergic to shellfish, so not the place by the harbour.'],
    ],
  },
  {
    days: 0,
    time: '06:15',
    lines: [
      [ME, 'The budget for the garden project is nine hundred euros.'],
      ['Henrik', 'Then the oak bench has to wait until spring. The raised beds come first.'],
      [ME, 'Agreed. I will send you the drawing by Thursday.'],
      ['Henrik', 'Please call the carpenter on Monday, he has time in December.'],
      [ME, 'Let us meet on Tuesday at ten in the community garden to mark the beds.'],
    ],
  },
  {
    days: 1,
    time: '17:05',
    lines: [
      ['Doctor Reis', 'Your blood pressure is a little high. How much do you run?'],
      [ME, 'I run five kilometres twice a week, and I drink three coffees a day.'],
      ['Doctor Reis', 'Try two coffees and come back in four weeks for another measurement.'],
      [ME, 'I have to make an appointment for the twenty-first of December then.'],
    ],
  },
  {
    days: 1,
    time: '11:20',
    lines: [
      ['Yuki', 'The second chapter reads well, the third one still has no ending.'],
      [ME, 'My brother Paul plays the cello, and the chapter should end with his concert.'],
      ['Yuki', 'Good. Send me the new version before the end of the month.'],
      [ME, 'I will rewrite the ending this weekend.'],
    ],
  },
  {
    days: 3,
    time: '18:30',
    lines: [
      [ME, 'We sail to Horta in June if the mast is repaired by then.'],
      ['Bento', 'The yard says the mast takes six weeks. I will ask for a written date.'],
      [ME, 'I need to renew my skipper licence before May.'],
    ],
  },
  {
    days: 1,
    time: '07:25',
    lines: [
      [ME, 'I slept badly, the neighbours moved furniture until one.'],
      ['Marta', 'Shall I talk to them? I meet Ines on the stairs every morning anyway.'],
      [ME, 'Yes please. And I will take the bicycle to the workshop today, the brake squeaks.'],
      ['Marta', 'Then bring bread on the way back, the dark one with walnuts.'],
    ],
  },
  {
    days: 1,
    time: '09:10',
    lines: [
      ['Henrik', 'Two families want the plot by the wall, and we have only one.'],
      ['Yuki', 'We could split it. Nobody needs forty square metres for beans.'],
      [ME, 'I like that. I will ask both of them before Thursday.'],
      ['Henrik', 'Good. The water meter has to be read on Friday, that is my turn.'],
      ['Yuki', 'And the shed needs a new lock. I saw one for eighteen euros.'],
      [ME, 'Buy it, the association pays.'],
    ],
  },
  {
    days: 1,
    time: '13:40',
    lines: [
      ['Bento', 'The sailmaker can look at the mainsail on Wednesday at three.'],
      [ME, 'Wednesday at three works for me. I will bring it with the trolley.'],
      ['Bento', 'He takes cash only, about two hundred.'],
    ],
  },
  {
    days: 1,
    time: '20:05',
    lines: [
      [
        'Marta',
        'Paul called. He plays in Porto on the fifth of December and has two tickets for us.',
      ],
      [ME, 'Then let us stay the night. I will look for a room near the river.'],
      ['Marta', 'Not too expensive. And your mother wants to come along.'],
      [ME, 'I will call her tomorrow after lunch.'],
      [
        'Marta',
        'I talked to Ines by the way. They are sorry, the piano had to come in that night.',
      ],
    ],
  },
];

/** Creates the talks, and waits until each of them is processed. */
export async function createSampleDay(owner: ApiUser): Promise<string[]> {
  const people = new Map<string, string>();
  const ids: string[] = [];
  for (const [place, { days, time, lines }] of [...TALKS.entries()].toReversed()) {
    const date = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    // Early in the day, the talks of today were just now, because none may be in the future.
    const started = Math.min(
      Date.parse(`${date}T${time}:00Z`),
      Date.now() - (place + 1) * MINUTE_MS,
    );
    const speakers = [...new Set(lines.map(([speaker]) => speaker))];
    for (const name of speakers) {
      if (name === ME || people.has(name)) continue;
      const { body } = await owner.call('POST', '/v1/users/people', { name });
      people.set(name, body.id);
    }
    let second = 0;
    const transcript_segments = lines.map(([speaker, text]) => {
      const start = second;
      second += 2 + text.length / 14;
      return {
        text,
        start,
        end: second - 0.5,
        speaker_id: speakers.indexOf(speaker),
        is_user: speaker === ME,
        ...(people.has(speaker) && { person_id: people.get(speaker) }),
      };
    });
    const { status, body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments,
      started_at: new Date(started).toISOString(),
      source: 'phone',
    });
    if (status >= 300) throw new Error(`Creating a talk answered ${JSON.stringify(body)}`);
    ids.push(body.id);
  }
  await eventually('all talks to be understood', async () => {
    const { body } = await owner.call('GET', '/v1/conversations?statuses=processing,in_progress');
    return body.length === 0;
  });
  await owner.call('PATCH', `/v1/conversations/${ids.at(-1)}/starred?starred=true`);
  return ids.toReversed();
}
