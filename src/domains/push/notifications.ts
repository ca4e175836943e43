/** The texts of notifications. They are made when they are sent, from what is stored then. */
import { NotFound } from '../../core/errors.ts';
import { beginning } from '../../core/wire.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import type { Context } from '../../kit/context.ts';
import { userOf } from '../../kit/context.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { getActionItem } from '../action-items/action-items.ts';
import { endsOf, settleDay } from '../days/day-settlement.ts';
import type { DueMessage } from './messages.sql.ts';
import type { Notification } from './push-service.ts';
import { isWholeDay } from './hours.ts';
import { selectOpenTasks } from './tasks.sql.ts';

/** At most three bytes each, so that a notification fits into the 4,096 bytes of push services. */
const MAX_TITLE = 200;
const MAX_BODY = 600;
const MAX_TASKS_TOLD = 10;

type Language = DueMessage['language'];
type Asked = Pick<DueMessage, 'kind' | 'subject' | 'due_at' | 'language' | 'timezone'>;

/** What becomes of a message: a notification, nothing, or another look later. */
export type MadeNotification = Notification | 'nothing' | 'later';

const WORDS = {
  en: {
    dueAt: (time: string) => `Due at ${time}`,
    due: { today: 'Due today', tomorrow: 'Due tomorrow' },
    tasks: {
      today: (count: number) => `${count} tasks are due today`,
      tomorrow: (count: number) => `${count} tasks are due tomorrow`,
    },
    test: 'Notifications arrive on this device.',
  },
  de: {
    dueAt: (time: string) => `Fällig um ${time} Uhr`,
    due: { today: 'Heute fällig', tomorrow: 'Morgen fällig' },
    tasks: {
      today: (count: number) => `Heute sind ${count} Aufgaben fällig`,
      tomorrow: (count: number) => `Morgen sind ${count} Aufgaben fällig`,
    },
    test: 'Benachrichtigungen kommen auf diesem Gerät an.',
  },
};

export async function notificationOf(context: Context, asked: Asked): Promise<MadeNotification> {
  const made = await MAKERS[asked.kind](context, asked);
  return typeof made === 'string' ? made : fitting(made);
}

export const testNotification = (language: Language): Notification => ({
  title: 'Commonplace',
  body: WORDS[language].test,
  path: 'settings',
  tag: 'test',
});

const MAKERS: Record<Asked['kind'], (context: Context, asked: Asked) => Promise<MadeNotification>> =
  {
    task: async (context, { subject, due_at, language, timezone }) => {
      const task = await getActionItem(context, { action_item_id: subject }).catch(
        (error: unknown) => {
          if (error instanceof NotFound) return null;
          throw error;
        },
      );
      // It was done, deleted or moved in the meantime.
      if (!task || task.completed || Date.parse(task.due_at ?? '') !== due_at.getTime()) {
        return 'nothing';
      }
      return {
        title: masked(task.description),
        body: WORDS[language].dueAt(clockTime(due_at, language, timezone)),
        path: `tasks/${subject}`,
        tag: `task-${subject}`,
      };
    },
    tasks: async (context, { subject: date, due_at, language, timezone }) => {
      const found = await selectOpenTasks(context.db, userOf(context), endsOf({ date, timezone }));
      const tasks = found.filter((each) => isWholeDay(each.due_at, timezone));
      const [first, ...others] = tasks;
      if (!first) return 'nothing';
      const when = date === dayOf(due_at, timezone) ? 'today' : 'tomorrow';
      const { due, tasks: several } = WORDS[language];
      const tag = `tasks-${date}`;
      if (others.length === 0) {
        return {
          title: masked(first.description),
          body: due[when],
          path: `tasks/${first.id}`,
          tag,
        };
      }
      const told = tasks.slice(0, MAX_TASKS_TOLD).map(({ description }) => masked(description));
      return {
        title: several[when](tasks.length),
        body: [...told, ...(tasks.length > told.length ? ['…'] : [])].join('\n'),
        path: 'tasks',
        tag,
      };
    },
    day: async (context, { subject: date, timezone }) => {
      const isOver = date < dayOf(context.clock.now(), timezone);
      const day = { date, timezone };
      const { row, busy } = await settleDay(context, day, isOver ? 'when understood' : 'now');
      if (!row) return busy ? 'later' : 'nothing';
      return {
        title: `${row.day_emoji} ${row.headline}`.trim(),
        body: row.overview,
        path: `?day=${date}`,
        tag: `day-${date}`,
      };
    },
  };

const masked = (text: string): string => new Secrets().learn([text])[0]!;

function clockTime(at: Date, language: Language, timeZone: string): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(at);
}

function fitting({ title, body, ...rest }: Notification): Notification {
  return { ...rest, title: cut(title, MAX_TITLE), body: cut(body, MAX_BODY) };
}

/** A control character would take six bytes. */
const CONTROLS = /[^\P{Cc}\n]/gu;

const cut = (given: string, units: number): string => {
  const text = given.replaceAll(CONTROLS, ' ');
  return text.length > units ? `${beginning(text, units - 1).trimEnd()}…` : text;
};
