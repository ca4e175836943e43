import pg from 'pg';
import type { Connection } from 'pg';

/** The user who asks, and the role of the statement: one that owns no table, or 'none'. */
export interface Asker {
  user: string;
  role: string;
}

/** Says who asks, until the end of the transaction. Every session keeps it under this name. */
export const WALL = {
  name: 'wall',
  text: "SELECT set_config('app.user', $1, true), set_config('role', $2, true)",
  values: ['', 'none'],
};

export const wallValues = ({ user, role }: Asker): string[] => [user, role];

/** The messages of the driver that a query sends or receives. */
interface Messages {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
}

interface DriverQuery {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
) => DriverQuery & { callback: unknown };

/**
 * A statement of a user. The server runs `WALL` and the statement in the same implicit transaction
 * and answers once: if `WALL` fails, the statement does not run.
 */
export class WalledQuery extends Query {
  readonly #asker: Asker;
  #isWalled = false;

  constructor(config: pg.QueryConfig, asker: Asker) {
    super({ ...config, queryMode: 'extended' });
    this.#asker = asker;
  }

  override prepare(connection: Connection): void {
    const messages = connection as unknown as Messages;
    messages.bind({ statement: WALL.name, values: wallValues(this.#asker) });
    messages.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isWalled) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isWalled) super.handleCommandComplete(message, connection);
    this.#isWalled = true;
  }
}
