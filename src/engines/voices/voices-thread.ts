/** The thread that computes and compares voice prints, so that the sockets do not wait. */
import { parentPort } from 'node:worker_threads';
import type { OwnerVerdict, Talk, VoicePrint } from './print.ts';
import { judgeTalk } from './talk.ts';
import { builtInPrint } from './voice.ts';

export type VoicesQuestion = { id: number } & ({ pcm: Int16Array } | { talk: Talk });
export interface VoicesAnswer {
  id: number;
  answer: VoicePrint | null | OwnerVerdict[];
}

parentPort!.on('message', (question: VoicesQuestion) => {
  const answer = 'pcm' in question ? builtInPrint(question.pcm) : judgeTalk(question.talk);
  parentPort!.postMessage({ id: question.id, answer } satisfies VoicesAnswer);
});
