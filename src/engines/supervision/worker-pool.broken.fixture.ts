/** A worker whose engine does not load. */
import { serveRequests } from './serve-requests.ts';

serveRequests(() => {
  throw new Error('no engine here');
});
