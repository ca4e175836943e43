/** What the main thread and the database's thread say to each other. */
export interface WorkerOptions {
  /** The PostgreSQL data folder. */
  folder: string;
}

export type WorkerRequest = { type: 'query'; bytes: Uint8Array<ArrayBuffer> } | { type: 'close' };

export type WorkerReply =
  /** `durable`: a commit was seen to reach the disk. */
  | { type: 'open'; durable: boolean }
  | { type: 'answers'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' };
