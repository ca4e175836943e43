/** The child process in which pocketsphinx runs; see worker-pool.ts. */
import { serveRequests } from '../../supervision/serve-requests.ts';
import type { DecodeRequest } from './builtin.ts';
import { Pocketsphinx } from './pocketsphinx.ts';

serveRequests(() => {
  const sphinx = new Pocketsphinx();
  return ({ pcm }: DecodeRequest) => sphinx.decode(pcm);
});
