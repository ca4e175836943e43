import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of an Emscripten file stream that we use. */
interface FileStream {
  node: object;
  nfd: number;
}

interface StreamOperations {
  fsync?: (stream: FileStream) => number;
  write: (
    stream: FileStream,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number;
  close: (stream: FileStream) => void;
}

type NodeOperation = (...values: unknown[]) => unknown;

interface NodeFileSystem {
  realPath(node: object): string;
  stream_ops: StreamOperations;
  /** `setattr` can also truncate files. */
  node_ops: Record<'rename' | 'unlink' | 'setattr', NodeOperation>;
}

/**
 * PGlite's Node file system, with an fsync that reaches the disk.
 *
 * PGlite's own build drops every fsync: its NODEFS has no `fsync` stream operation, so after a
 * power loss the folder may not even open. This class adds the operation. Syncs of the write-ahead
 * log are collected and done once per batch of statements (group commit, `flush`); every other file
 * is synced at once. As write-ahead logging requires, the collected log reaches the disk before any
 * other file is written, truncated, renamed or deleted.
 *
 * This depends on Emscripten internals, so PGlite's version is pinned, and every start checks by
 * `syncs` that the hook is called.
 */
export class SyncedFs extends NodeFS {
  /** The number of syncs that PostgreSQL asked for. */
  syncs = 0;
  /** The last message of PostgreSQL before it ended. */
  lastWords = '';
  readonly #unsyncedLog = new Map<number, string>();
  #isSynced = false;

  override async init(
    ...args: Parameters<NodeFS['init']>
  ): Promise<Awaited<ReturnType<NodeFS['init']>>> {
    const { emscriptenOpts } = await super.init(...args);
    const hook = (module: { NODEFS: unknown }) => this.#hook(module.NODEFS as NodeFileSystem);
    const printErr = (line: string) => {
      const words = /\b(?:PANIC|FATAL): .*/.exec(line)?.[0];
      if (words) this.lastWords = words.replace(/ +/g, ' ');
    };
    const preRun = [hook, ...emscriptenOpts.preRun!];
    return { emscriptenOpts: { ...emscriptenOpts, printErr, preRun } };
  }

  /** PGlite calls this once after it has opened or created the folder. */
  override async syncToFs(): Promise<void> {
    if (this.#isSynced) return;
    this.#isSynced = true;
    syncTree(this.rootDir);
  }

  /** Writes the collected write-ahead log to disk. Answers may be sent only after this. */
  flush(): void {
    if (this.#unsyncedLog.size === 0) return;
    for (const descriptor of this.#unsyncedLog.keys()) fsyncSync(descriptor);
    this.#unsyncedLog.clear();
  }

  #hook(files: NodeFileSystem): void {
    const operations = files.stream_ops;
    const { write, close } = operations;
    operations.fsync = (stream) => {
      this.syncs += 1;
      const path = files.realPath(stream.node);
      if (path.includes('/pg_wal/')) this.#unsyncedLog.set(stream.nfd, path);
      else fsyncSync(stream.nfd);
      return 0;
    };
    operations.write = (stream, ...rest) => {
      if (this.#unsyncedLog.size > 0 && !this.#unsyncedLog.has(stream.nfd)) this.flush();
      return write(stream, ...rest);
    };
    operations.close = (stream) => {
      if (this.#unsyncedLog.has(stream.nfd)) this.flush();
      close(stream);
    };
    for (const name of ['rename', 'unlink', 'setattr'] as const) {
      const operation = files.node_ops[name];
      files.node_ops[name] = (...values) => {
        this.flush();
        return operation(...values);
      };
    }
  }
}

/** Brings all files of a folder, and their names, to the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
