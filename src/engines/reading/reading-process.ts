/** The child process with the reading network; see reader.ts. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { answersIn } from './answers.ts';
import { vectorOf } from './meaning.ts';
import { load } from './network.ts';
import type { ReadingRequest } from './reader.ts';
import { readTalk } from './talk.ts';

serveRequests(() => {
  const loaded = load();
  return (request: ReadingRequest) => {
    if (request.kind === 'talk') return readTalk(request.talk, request.start, loaded);
    if (request.kind === 'answers') return answersIn(request.question, request.passages, loaded);
    return request.texts.map((text) => vectorOf(text, loaded));
  };
});
