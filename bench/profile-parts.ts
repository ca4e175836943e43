/** Adds up the samples of a V8 profile by part of the service. */

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

export interface Profile {
  nodes: ProfileNode[];
  /** The time of the first sample, in microseconds of the system's monotonic clock. */
  startTime: number;
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** The first pattern that matches the file of a function decides its part. */
const BY_FILE: readonly (readonly [pattern: RegExp, part: string])[] = [
  [/node_modules\/(pg|pg-[\w-]+|postgres-[\w-]+)\//, 'database driver (pg)'],
  [/node_modules\/kysely\//, 'SQL builder (kysely)'],
  [/node_modules\/(zod)\//, 'schemas (zod)'],
  [/node_modules\//, 'Fastify and other packages'],
  [/src\/storage\//, 'storage'],
  [/src\/engines\//, 'search and other engines'],
  [/src\//, 'doors and operations'],
  [/^node:internal\/(worker|per_context\/messageport)/, 'messages to threads'],
  [/^node:/, 'HTTP, streams and timers of Node'],
];
/** The parts of functions that have no file; null means that the part of the caller counts. */
const BY_NAME: Record<string, string | null> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'native code',
  '(idle)': null,
  '(root)': null,
  postMessage: 'messages to threads',
  receiveMessageOnPort: 'messages to threads',
  stringify: 'JSON',
  parse: 'JSON',
  writev: 'system calls of sockets',
  writeLatin1String: 'system calls of sockets',
  writeUtf8String: 'system calls of sockets',
  writeBuffer: 'system calls of sockets',
};
const OTHER = 'native code';

/** Returns the time (µs) of each part between two times; idle time is left out. */
export function timeByPart(
  { nodes, samples, timeDeltas, startTime }: Profile,
  { from, until }: { from: number; until: number },
): Record<string, number> {
  const partOfNode = partsOf(nodes);
  const sums: Record<string, number> = {};
  let at = startTime;
  for (const [place, node] of samples.entries()) {
    // A sample shows which code ran until the next sample.
    at += timeDeltas[place]!;
    const part = partOfNode.get(node);
    if (at < from || at > until || !part) continue;
    sums[part] = (sums[part] ?? 0) + (timeDeltas[place + 1] ?? 0);
  }
  return Object.fromEntries(Object.entries(sums).toSorted((one, other) => other[1] - one[1]));
}

function partsOf(nodes: readonly ProfileNode[]): Map<number, string | null> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const parts = new Map<number, string | null>();
  // A node comes after its parent.
  for (const { id, callFrame } of nodes) {
    const { functionName, url } = callFrame;
    const own = BY_FILE.find(([pattern]) => pattern.test(url))?.[1];
    const known = url === '' && functionName in BY_NAME ? BY_NAME[functionName]! : undefined;
    parts.set(id, own ?? known ?? parts.get(parents.get(id) ?? -1) ?? OTHER);
  }
  return parts;
}
