/** Tells the other processes that use the same database which users have changed data. */
export interface Signals extends AsyncDisposable {
  /** Announces a committed change of a user, soon and at most once for many changes. */
  send(user_id: string): void;
  /**
   * Calls `listener` for each change that another process announces; with null, any user may have
   * changed data.
   */
  subscribe(listener: (user_id: string | null) => void): () => void;
}

/** Only one process uses the embedded database. */
export const noSignals: Signals = {
  send: () => {},
  subscribe: () => () => {},
  async [Symbol.asyncDispose]() {},
};
