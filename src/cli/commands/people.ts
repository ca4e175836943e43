import { command } from '../command.ts';
import { deleted, LIST, listed, PERIOD } from '../options.ts';
import { pairs } from '../output-lines.ts';
import { table } from '../table.ts';

export const personCommands = [
  command({
    words: 'person list',
    summary: 'list people',
    options: LIST,
    run: ({ client }, input) => listed(client, 'listPeople', input),
    show: (people, when) =>
      table(people, {
        ID: ({ id }) => id,
        ADDED: ({ created_at }) => when(created_at),
        NAME: ({ name }) => name,
      }),
  }),
  command({
    words: 'person get',
    summary: 'show one person with all fields',
    places: ['person_id'],
    run: ({ client }, input) => client.getPerson(input),
    show: pairs,
  }),
  command({
    words: 'person add',
    summary: 'add a person',
    places: ['name'],
    run: ({ client }, input) => client.createPerson(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'person rename',
    summary: 'change the name of a person',
    places: ['person_id', 'name'],
    run: ({ client }, input) => client.updatePerson(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'person merge',
    summary: 'make one person of two; the first one stays',
    places: ['person_id', 'other_person_id'],
    run: ({ session }, input) => session.mergePeople(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'person delete',
    summary: 'delete a person; the words stay, without the name',
    places: ['person_id'],
    run: ({ client }, input) => client.deletePerson(input),
    show: deleted,
  }),
];

export const dayCommands = [
  command({
    words: 'day list',
    summary: 'list summaries of days',
    options: { ...LIST, ...PERIOD },
    run: async ({ client }, input) => ({
      summaries: await listed(client, 'listDaySummaries', input),
    }),
    show: ({ summaries }) =>
      table(summaries, {
        DAY: ({ date }) => date,
        ID: ({ id }) => id,
        HEADLINE: ({ day_emoji, headline }) => `${day_emoji} ${headline}`,
      }),
  }),
  command({
    words: 'day get',
    summary: 'show the summary of a day, such as 2026-03-02',
    places: ['date'],
    run: async ({ client }, { date }) => {
      const { summaries } = await client.listDaySummaries({ start_date: date, end_date: date });
      return summaries[0] ?? null;
    },
    show: (day) => (day ? dayPage(day) : 'There is no summary of this day.'),
  }),
  command({
    words: 'day refresh',
    summary: 'make the summary of a day again',
    places: ['date'],
    run: ({ session }, input) => session.refreshDaySummary(input),
    show: (day) => dayPage(day),
  }),
];

interface Day {
  date: string;
  day_emoji: string;
  headline: string;
  overview: string;
  action_items: { description: string; completed: boolean }[];
}

function dayPage({ date, day_emoji, headline, overview, action_items }: Day): string {
  const tasks = action_items.map(
    ({ description, completed }) => `[${completed ? 'x' : ' '}] ${description}`,
  );
  return [`${date}  ${day_emoji} ${headline}`, '', overview, ...tasks].join('\n');
}
