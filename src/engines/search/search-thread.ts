/** The thread that holds the indexes, so that building and ranking do not block the server. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { rank } from './ranking/ranker.ts';
import { resembling } from './resemblance.ts';
import type { Change, SearchRequest } from './search-worker.ts';
import { TextIndex } from './text-index.ts';
import { Vectors } from './vectors.ts';

interface Held {
  texts: TextIndex;
  vectors: Vectors;
}

const indexes = new Map<string, Held>();

function answer({ index: name, ask }: SearchRequest): unknown {
  if (ask.kind === 'drop') return indexes.delete(name);
  const held = indexes.get(name) ?? { texts: new TextIndex(), vectors: new Vectors() };
  switch (ask.kind) {
    case 'update':
      change(held, ask);
      indexes.set(name, held);
      return held.texts.size + held.vectors.bytes;
    case 'rank':
      return rank(held.texts, ask.query, held.vectors);
    case 'resembling':
      return ask.texts.map((text) => resembling(held.texts, text));
  }
}

function change(held: Held, { groups, removed, vectors }: Change): void {
  for (const id of removed) {
    held.texts.remove(id);
    held.vectors.remove(id);
  }
  for (const group of groups) {
    held.texts.put(group);
    const own = vectors?.get(group.id);
    if (own) held.vectors.put(group.id, own);
    else held.vectors.remove(group.id);
  }
  if (held.texts.wasteful) held.texts = held.texts.compacted();
}

serveRequests(() => answer);
