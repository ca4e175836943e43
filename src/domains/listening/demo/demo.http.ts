import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { playSampleOperation, removeSample } from './demo.ts';
import type { SamplePlayer } from './sample-player.ts';

const path = '/v1/demo';
const credential = 'session';

export const demoRoutes = (player: SamplePlayer): Route[] => [
  route(playSampleOperation(player), { method: 'POST', path, credential }),
  route(removeSample, { method: 'DELETE', path, credential }),
];
