/** Appointments that were said, as invitations (iTIP, RFC 5546). */
import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { selectUser, timezoneOf } from '../accounts/accounts.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { attendeesOfConversation } from '../meetings/stored-meetings.ts';
import { writeInvitation } from './icalendar.ts';

export const getInvitation = defineOperation({
  name: 'getInvitation',
  summary: 'Get the invitation to an event of a conversation',
  description:
    'An iCalendar file (RFC 5545, `METHOD:REQUEST`) from you to the people of the meeting in which ' +
    'the conversation took place. Send it to them, or open it to put the event into your calendar. ' +
    'The same event has the same `UID`, so a calendar takes it once.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    conversation_id: z.string(),
    event: z.int().min(0).default(0).describe('The place of the event, from 0.'),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), content: z.string() }),
  run: async (context, { conversation_id, event: place }) => {
    const { id, events, updated_at } = await findConversation(context, conversation_id);
    const event = events[place];
    if (!event) throw new NotFound('The conversation has no such event.');
    const [user, attendees, timezone] = await Promise.all([
      selectUser(context.db, userOf(context)),
      attendeesOfConversation(context, id),
      timezoneOf(context),
    ]);
    const content = writeInvitation({
      event: {
        ...event,
        conversation_id: id,
        start: new Date(event.start),
        minutes: event.duration,
        date: event.date ?? null,
        updated_at,
      },
      organizer: { name: user!.name, email: user!.email },
      attendees,
      timezone,
    });
    return {
      file_name: 'invitation.ics',
      content_type: 'text/calendar; charset=utf-8; method=REQUEST',
      content,
    };
  },
});
