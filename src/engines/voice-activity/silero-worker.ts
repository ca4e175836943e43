/** The thread in which Silero runs; see silero.ts. */
import { serveRequests } from '../supervision/serve-requests.ts';
import type { SileroRequest } from './silero.ts';
import { SileroModel } from './silero-model.ts';

serveRequests(() => {
  const model = new SileroModel();
  return (request: SileroRequest): Float32Array | null => {
    if ('judge' in request) return model.judge(request.judge);
    if ('forget' in request) model.forget(request.forget);
    else model[Symbol.dispose]();
    return null;
  };
});
