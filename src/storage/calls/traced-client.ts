import { inChildSpan, isTracing } from '../../core/tracing/tracing.ts';

/** The part of a client that Kysely uses. */
interface Client {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
  release(discarded?: boolean): void;
}

/** Returns the same promise when there are no traces. */
export function traced(connecting: Promise<unknown>): Promise<unknown> {
  return isTracing() ? tracedClient(connecting) : connecting;
}

/** Makes a span of each statement, without its values, for the span of a request or job. */
async function tracedClient(connecting: Promise<unknown>): Promise<unknown> {
  const { query, release } = bound((await connecting) as Client);
  const client: Client = {
    query: (text, values) =>
      inChildSpan(
        () => describe(text),
        () => query(text, values),
      ),
    release,
  };
  return client;
}

function bound(client: Client): Client {
  return { query: client.query.bind(client), release: client.release.bind(client) };
}

function describe(text: string) {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client' as const,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  };
}
