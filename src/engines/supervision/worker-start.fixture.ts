/** A worker that starts in the way its first argument names; see worker-start.test.ts. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentLink } from './serve-requests.ts';

type Answer = { type: 'answer'; answer: string };

const STARTS = {
  hangs: () => {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  later: async () => wait(1, 'loaded'),
  'fails later': async () => {
    await wait(1);
    throw new Error('no engine yet');
  },
} as const;

const link = parentLink<Answer>();
link.start<string, object>(STARTS[process.argv[2] as keyof typeof STARTS], (engine) =>
  link.say({ type: 'answer', answer: engine }),
);
