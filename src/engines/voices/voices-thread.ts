/**
 * The thread that computes and compares voiceprints, so that sockets need not wait for this work.
 */
import { serveRequests } from '../supervision/serve-requests.ts';
import type { OwnerVerdict, Talk, VoicePrint } from './print.ts';
import { judgeTalk } from './talk.ts';
import { builtInPrint } from './voice.ts';

export type VoicesQuestion = { pcm: Int16Array } | { talk: Talk };
export type VoicesAnswer = VoicePrint | null | OwnerVerdict[];

serveRequests(
  () =>
    (question: VoicesQuestion): VoicesAnswer =>
      'pcm' in question ? builtInPrint(question.pcm) : judgeTalk(question.talk),
);
