/** The thread in which Silero runs; see silero.ts. */
import { parentPort } from 'node:worker_threads';
import type { SileroAnswer, SileroRequest } from './silero.ts';
import { SileroModel } from './silero-model.ts';

const port = parentPort!;
const model = new SileroModel();

port.on('message', (request: SileroRequest) => {
  if ('judge' in request) answer({ probabilities: model.judge(request.judge) });
  else if ('forget' in request) model.forget(request.forget);
  else {
    model[Symbol.dispose]();
    port.close();
  }
});
answer({ ready: true });

function answer(message: SileroAnswer): void {
  port.postMessage(message);
}
