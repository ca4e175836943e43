/**
 * The thread that holds the indexes. Building and ranking run here, so that they do not block the
 * server.
 */
import { serveRequests } from '../supervision/serve-requests.ts';
import { addPiece, compacted, piecesOf } from './index-pieces.ts';
import type { IndexPiece } from './index-piece.ts';
import { rank } from './ranking/ranker.ts';
import { resembling } from './resemblance.ts';
import { openPiece, sealPiece } from './sealed-piece.ts';
import type {
  IndexChange,
  SealedPiece,
  SearchRequest,
  SnapshotPiece,
  Updated,
} from './search-worker.ts';
import { TermCounts, windowsOf } from './candidates/text-windows.ts';
import { TextIndex } from './text-index.ts';
import type { SearchGroup } from './text-index.ts';
import { Vectors } from './vectors.ts';

/** After this time, an update lets other requests run. */
const SLICE_MS = 20;

interface Held {
  texts: TextIndex;
  vectors: Vectors;
  /** The remaining part of the last update. */
  work: Iterator<void> | null;
  /** The remaining part of the current snapshot. */
  pieces: Iterator<IndexPiece> | null;
}

const indexes = new Map<string, Held>();
/** The terms of candidate indexes that are being made. */
const counted = new Map<string, TermCounts>();

function answer({ index: name, ask }: SearchRequest): unknown {
  if (ask.kind === 'drop') return indexes.delete(name);
  const known = indexes.get(name);
  const held = known ?? newIndex();
  switch (ask.kind) {
    case 'update':
      indexes.set(name, held);
      // Updates are applied in order.
      while (!isDone(held));
      held.work = change(held, ask);
      return progress(held);
    case 'continue':
      return progress(held);
    case 'windows': {
      if (ask.counts) countTerms(name, ask.groups);
      return ask.groups.flatMap((group) => windowsOf(group, ask.number));
    }
    case 'common': {
      const common = counted.get(name)?.common(ask.least) ?? [];
      counted.delete(name);
      return common;
    }
    case 'rank':
      held.texts.corpus = ask.corpus ?? null;
      return rank(held.texts, ask.query, held.vectors);
    case 'resembling':
      return ask.texts.map((text) => resembling(held.texts, text));
    case 'save':
      return save(known, ask);
    case 'load': {
      if (ask.number === 0) indexes.set(name, newIndex());
      else if (!known) throw new Error('The index was dropped while it was being loaded.');
      const target = indexes.get(name)!;
      const piece = openPiece(ask.snapshot, ask.number, ask.sealed);
      if (piece) addPiece(piece, target.texts, target.vectors);
      else target.work = target.texts.packPostings();
      return { ...progress(target), isLast: piece === null };
    }
  }
}

function countTerms(name: string, groups: readonly SearchGroup[]): void {
  const counts = counted.get(name) ?? new TermCounts();
  counted.set(name, counts);
  for (const group of groups) counts.add(group);
}

const newIndex = (): Held => ({
  texts: new TextIndex(),
  vectors: new Vectors(),
  work: null,
  pieces: null,
});

/** Continues the last update for one slice of time. */
function progress(held: Held): Updated {
  const until = performance.now() + SLICE_MS;
  let done = isDone(held);
  while (!done && performance.now() < until) done = isDone(held);
  const { texts, vectors } = held;
  return {
    isDone: done,
    bytes: texts.size + vectors.bytes,
    texts: texts.liveDocuments,
    groups: texts.liveGroups,
  };
}

/** Takes one step of the last update; returns whether the update is complete. */
function isDone(held: Held): boolean {
  const { work } = held;
  // An update that throws is not continued.
  held.work = null;
  if (work && !work.next().done) held.work = work;
  return held.work === null;
}

function* change(held: Held, { groups, removed, vectors }: IndexChange): Generator<void> {
  for (const id of removed) {
    held.texts.remove(id);
    held.vectors.remove(id);
  }
  for (const { texts, ...group } of groups) {
    const converted = [];
    for (const text of texts) {
      converted.push(held.texts.analyse(text));
      yield;
    }
    held.texts.append(group, converted);
    const own = vectors?.get(group.id);
    if (own) held.vectors.put(group.id, own);
    else held.vectors.remove(group.id);
  }
  if (held.texts.wasteful) held.texts = yield* compacted(held.texts);
}

function save(held: Held | undefined, { snapshot, number }: SnapshotPiece): SealedPiece {
  if (held && number === 0) held.pieces = piecesOf(held.texts, held.vectors);
  if (!held?.pieces) throw new Error('The index was dropped while it was being saved.');
  const { done: isLast = false, value } = held.pieces.next();
  if (isLast) held.pieces = null;
  return { sealed: sealPiece(snapshot, number, isLast ? null : value), isLast };
}

serveRequests(() => answer);
