/** The messages between the main thread and the thread of the database. */
export interface DatabaseWorkerOptions {
  /** The PostgreSQL data folder. */
  folder: string;
}

export type WorkerRequest =
  /**
   * Several consecutive statements; `ends` contains the position in `bytes` at which each statement
   * ends.
   */
  { type: 'query'; bytes: Uint8Array<ArrayBuffer>; ends: number[] } | { type: 'close' };

export type WorkerReply =
  /** `durable` means that a commit was seen to reach the disk. */
  | { type: 'open'; durable: boolean }
  | { type: 'answers'; bytes: Uint8Array<ArrayBuffer> }
  /**
   * PostgreSQL or the disk failed. The thread ends; statements without an answer are not stored.
   */
  | { type: 'failed'; reason: string }
  | { type: 'closed' };

/** Returns the chunks as one array in separate memory, which a message can transfer. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
