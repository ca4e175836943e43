/** The child process that transcribes whole utterances; see worker-pool.ts. */
import { serveRequests } from '../../supervision/serve-requests.ts';
import type { UtteranceRequest } from './local.ts';
import { modelOf, type UtteranceModel } from './native-model.ts';
import { SherpaUtterances } from './sherpa.ts';

serveRequests(() => {
  const sherpa = new SherpaUtterances(modelOf<UtteranceModel>());
  return ({ pcm, language }: UtteranceRequest) => sherpa.decode(pcm, language);
});
