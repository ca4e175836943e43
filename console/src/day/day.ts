import { queryOptions } from '@tanstack/react-query';
import type { Conversation, Operations } from '../../../client/src/index.ts';
import { beganAt } from '../conversations/conversations.ts';
import { service } from '../service/service.ts';
import { now } from '../time/clock.ts';
import { dayAfter, dayOf, instantOf } from '../time/time.ts';

/** A limit above the number of conversations of any day. */
const MAX_CONVERSATIONS = 200;

export const today = () => dayOf(now());

/** The conversations that began on a day, the earliest first. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: ['days', day, 'conversations'],
    queryFn: async (): Promise<Conversation[]> => {
      const { items } = await service.page('listOwnConversations', {
        limit: MAX_CONVERSATIONS,
        statuses: 'in_progress,processing,completed,failed',
        started_from: instantOf(day, '00:00'),
        started_to: instantOf(dayAfter(day), '00:00'),
      });
      return items.toSorted((a, b) => beganAt(a).localeCompare(beganAt(b)));
    },
  });

/** The summary of a day; null when it has none. */
export const summaryQuery = (day: string) =>
  queryOptions({
    queryKey: ['days', day, 'summary'],
    queryFn: async () => {
      const input = { start_date: day, end_date: day, limit: 1 };
      return (await service.listOwnDaySummaries(input)).summaries[0] ?? null;
    },
  });

/** The activity of each day of a period. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['days', 'calendar', from, to],
    queryFn: async () => (await service.getOwnCalendar({ start_date: from, end_date: to })).days,
  });

/** The loudness of kept sound; without kept sound, an empty list. */
export const loudnessQuery = (conversation_id: string) =>
  queryOptions({
    queryKey: ['audio', conversation_id, 'loudness'],
    queryFn: async () =>
      (await service.listConversationAudio({ conversation_id, include: ['peaks'] })).files,
  });

/** Tells whether any sound is kept; the page requests loudness only in this case. */
export const keptSoundQuery = queryOptions({
  queryKey: ['audio', 'choice'],
  queryFn: async () => (await service.getAudioChoice()).kept_bytes > 0,
});

export type OwnMeeting = Operations['listOwnMeetings']['output']['items'][number];

/** The meetings of the connected calendars on a day. */
export const meetingsQuery = (day: string) =>
  queryOptions({
    queryKey: ['days', day, 'meetings'],
    queryFn: async () => (await service.listOwnMeetings({ from: day, to: day })).items,
  });
