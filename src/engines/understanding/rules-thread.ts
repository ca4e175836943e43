/** The thread of the rules, so that a long transcript does not block the server. */
import { parentPort } from 'node:worker_threads';
import type { Transcript, Understanding } from './maker.ts';
import { warmLanguage } from './rules/language.ts';
import { understandByRules } from './rules/rules.ts';

export interface RulesQuestion {
  id: number;
  transcript: Transcript;
}
export interface RulesAnswer {
  id: number;
  understanding: Understanding | null;
  error: unknown;
}

warmLanguage();
parentPort!.on('message', ({ id, transcript }: RulesQuestion) => {
  parentPort!.postMessage(answer(id, transcript));
});

function answer(id: number, transcript: Transcript): RulesAnswer {
  try {
    return { id, understanding: understandByRules(transcript), error: null };
  } catch (error) {
    return { id, understanding: null, error };
  }
}
