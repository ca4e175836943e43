/** The thread that words what was read. A long transcript does not block the server. */
import { serveRequests } from '../supervision/serve-requests.ts';
import type { TalkReading } from '../reading/talk.ts';
import { compose } from './composing/understanding.ts';
import type { Transcript } from './maker.ts';

serveRequests(() => ({ transcript, reading }: { transcript: Transcript; reading: TalkReading }) => {
  return compose(transcript, reading);
});
