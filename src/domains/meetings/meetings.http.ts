import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { getConversationMeeting, listMeetings } from './meetings.ts';

const credential = 'developer_key';
const user = '/v1/dev/user';

export const meetingRoutes: Route[] = [
  route(listMeetings, { method: 'GET', path: `${user}/meetings`, credential }),
  route(getConversationMeeting, {
    method: 'GET',
    path: `${user}/conversations/{conversation_id}/meeting`,
    credential,
  }),
];
