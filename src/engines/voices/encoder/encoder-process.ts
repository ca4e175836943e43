/** The child process that converts voices to vectors (see sherpa-encoder.ts). */
import { modelOf, type SpeakerModel } from '../../recognition/local/native-model.ts';
import { SherpaVoices } from '../../recognition/local/sherpa.ts';
import { serveRequests } from '../../supervision/serve-requests.ts';

serveRequests(() => {
  const voices = new SherpaVoices(modelOf<SpeakerModel>());
  return ({ pcm }: { pcm: Int16Array }): Float32Array | null => voices.embed(pcm) ?? null;
});
