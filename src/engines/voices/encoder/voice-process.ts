/** The child process in which voices become vectors; see built-in-encoder.ts. */
import { serveRequests } from '../../supervision/serve-requests.ts';
import { VoiceModel } from './voice-model.ts';

serveRequests(() => {
  const model = new VoiceModel();
  return ({ pcm }: { pcm: Int16Array }): Float32Array => model.embed(pcm);
});
