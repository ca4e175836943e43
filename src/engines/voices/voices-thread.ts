/** The thread in which voices are looked at, so that the sockets do not wait. */
import { parentPort } from 'node:worker_threads';
import type { VoicePrint } from './print.ts';
import { builtInPrint } from './voice.ts';

export interface PrintQuestion {
  id: number;
  pcm: Int16Array;
}
export interface PrintAnswer {
  id: number;
  print: VoicePrint | null;
}

parentPort!.on('message', ({ id, pcm }: PrintQuestion) => {
  parentPort!.postMessage({ id, print: builtInPrint(pcm) } satisfies PrintAnswer);
});
