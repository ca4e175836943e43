/** The child process with the reading network; see reader.ts. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { answersIn } from './answers.ts';
import { vectorOf } from './meaning.ts';
import { load } from './network.ts';
import { OpenReadings } from './open-readings.ts';
import type { ReadingRequest } from './reader.ts';
import { readInSteps } from './talk.ts';

serveRequests(() => {
  const loaded = load();
  const readings = new OpenReadings();
  return (request: ReadingRequest) => {
    if (request.kind === 'talk')
      return readings.start(request.id, readInSteps(request.talk, request.start, loaded));
    if (request.kind === 'more') return readings.goOn(request.id);
    if (request.kind === 'answers') return answersIn(request.question, request.passages, loaded);
    return request.texts.map((text) => vectorOf(text, loaded));
  };
});
