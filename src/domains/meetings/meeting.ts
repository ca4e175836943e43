import { z } from 'zod';
import { Day, Timestamp } from '../../core/wire.ts';

export const Attendee = z
  .object({
    name: z.string().describe('The name; the e-mail address when the calendar has no name.'),
    email: z.string().nullable().describe('The e-mail address; null when the calendar has none.'),
  })
  .meta({ id: 'MeetingAttendee' });
export type Attendee = z.output<typeof Attendee>;

export const Meeting = z
  .object({
    id: z.string().describe('The id of the meeting, which stays when the meeting is moved.'),
    title: z.string().describe('The title; empty when the calendar has none.'),
    start: Timestamp.describe('When it begins; for whole days, the first midnight of the user.'),
    end: Timestamp.describe('When it ends.'),
    first_day: Day.nullable().describe('The first day of a meeting of whole days; otherwise null.'),
    last_day: Day.nullable().describe('The last day of a meeting of whole days; otherwise null.'),
    place: z.string().describe('The place; empty when the calendar has none.'),
    attendees: z
      .array(
        Attendee.extend({
          is_user: z.boolean().describe('True for you, by the address of your account.'),
          person_id: z
            .string()
            .nullable()
            .describe('The person with this name, or with this first name alone; null without.'),
        }),
      )
      .describe('The people of the meeting.'),
    conversation_ids: z.array(z.string()).describe('The conversations that took place in it.'),
  })
  .meta({ id: 'Meeting' });
