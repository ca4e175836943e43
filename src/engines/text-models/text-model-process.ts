/** The process in which a model for text runs (see text-model.ts). */
import { parentLink } from '../supervision/serve-requests.ts';
import type { FromProcess, TextModelStart, TextRequest, ToProcess } from './messages.ts';
import { openLlama } from './llama.ts';
import type { Llama } from './llama.ts';

const start = JSON.parse(process.argv[2] ?? '') as TextModelStart;
const link = parentLink<FromProcess>();
/** Requests run one after the other. Aborting one of them does not stop the others. */
const aborts = new Map<number, AbortController>();
let last: Promise<void> = Promise.resolve();

link.start(
  () => openLlama(start),
  (llama, message: ToProcess) => {
    if ('abort' in message) return aborts.get(message.id)?.abort();
    const abort = new AbortController();
    aborts.set(message.id, abort);
    last = last.then(() => serve(llama, message, abort.signal));
  },
);

async function serve(
  llama: Llama,
  { id, request }: { id: number; request: TextRequest },
  signal: AbortSignal,
): Promise<void> {
  try {
    const onPiece = (text: string) => link.say({ type: 'piece', id, text });
    link.say({ type: 'answer', id, answer: await llama.answer(request, { signal, onPiece }) });
  } catch (error) {
    link.say({ type: 'refused', id, reason: (error as Error).message });
  } finally {
    aborts.delete(id);
  }
}
