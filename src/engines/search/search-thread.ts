/** The thread that holds the indexes, so that neither building nor ranking blocks anybody. */
import { parentPort } from 'node:worker_threads';
import { rank } from './ranker.ts';
import { resembling } from './resemblance.ts';
import type { SearchMessage, SearchReply } from './search-worker.ts';
import { TextIndex } from './text-index.ts';

const indexes = new Map<string, TextIndex>();

function answer({ index: name, ask }: SearchMessage): unknown {
  if (ask.kind === 'drop') return indexes.delete(name);
  const index = indexes.get(name) ?? new TextIndex();
  switch (ask.kind) {
    case 'update':
      for (const id of ask.removed) index.remove(id);
      for (const group of ask.groups) index.put(group);
      indexes.set(name, index.wasteful ? index.compacted() : index);
      return indexes.get(name)!.size;
    case 'rank':
      return rank(index, ask.query);
    case 'resembling':
      return ask.texts.map((text) => resembling(index, text));
  }
}

parentPort!.on('message', (message: SearchMessage) => {
  const { id } = message;
  try {
    parentPort!.postMessage({ id, answer: answer(message) } satisfies SearchReply);
  } catch (error) {
    parentPort!.postMessage({ id, error } satisfies SearchReply);
  }
});
