/** The child process of local.test.ts that hears the language of each utterance as its only word. */
import { serveRequests } from '../../supervision/serve-requests.ts';
import type { RecognisedWord } from '../recogniser.ts';
import type { UtteranceRequest } from './local.ts';

serveRequests(() => ({ language }: UtteranceRequest): RecognisedWord[] => [
  { text: language, start: 0, end: 0.5 },
]);
