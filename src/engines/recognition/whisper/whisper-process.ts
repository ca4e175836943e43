/** The child process that hears with Whisper; see worker-pool.ts. */
import { serveRequests } from '../../supervision/serve-requests.ts';
import { WhisperNetwork } from './network.ts';
import { hearSpeech, type SpeechRequest } from './speech.ts';
import { TokenVocabulary } from './vocabulary.ts';
import { verifyWhisper, WHISPER_FILES } from './whisper-files.ts';

serveRequests(() => {
  verifyWhisper();
  const { encoder, decoder, vocabulary } = WHISPER_FILES;
  const network = new WhisperNetwork({ encoder: encoder.url, decoder: decoder.url });
  const tokens = new TokenVocabulary(vocabulary.url);
  return (request: SpeechRequest) => hearSpeech(network, tokens, request);
});
