import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { hasRecording } from './audio.ts';
import { getPhotos } from './photos.ts';
import { finishRecordingOperation } from './recording-end.ts';
import type { LiveWords } from './recording-end.ts';

const path = '/v1/conversations';
const one = `${path}/{conversation_id}`;
const credential = 'session';

export const recordingRoutes = (live: LiveWords): Route[] => [
  route(finishRecordingOperation(live), { method: 'POST', path, credential: 'listener' }),
  route(getPhotos, { method: 'GET', path: `${one}/photos`, credential }),
  route(hasRecording, { method: 'GET', path: `${one}/recording`, credential }),
];
