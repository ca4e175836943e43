/**
 * Describes the effects of a row change in the database and in other rooms. Triggers may only
 * record a change for the search, the days and the embeddings; a trigger that writes any other
 * table is refused.
 */
import { sql } from 'kysely';
import { allReactions } from '../src/domains/index.ts';
import type { Db } from '../src/storage/database.ts';

/** The tables that triggers may write. */
const NOTES = [
  'candidate_windows',
  'changes',
  'day_changes',
  'embedding_queue',
  'embeddings',
  'unused_objects',
];

interface Trigger {
  table_name: string;
  definition: string;
  function_name: string;
}

interface ForeignKey {
  parent: string;
  child: string;
  action: string;
}

export async function describeRowChanges(db: Db): Promise<string> {
  const bodies = await bodiesOfFunctions(db);
  const triggers = await selectTriggers(db);
  const rows = triggers.map(({ table_name, definition, function_name }) => {
    const written = writtenBy(function_name, bodies);
    const foreign = written.filter((table) => !NOTES.includes(table));
    if (foreign.length > 0) {
      throw new Error(
        `The trigger function ${function_name} writes ${foreign.join(', ')}. A trigger may only ` +
          `note a change in ${NOTES.join(', ')}: move the rule into its room.`,
      );
    }
    return { table_name, on: operationsOf(definition), does: 'notes it in', tables: written };
  });
  for (const { parent, child, action } of await selectForeignKeys(db)) {
    rows.push({ table_name: parent, on: 'DELETE', does: action, tables: [child] });
  }
  return [
    '# What happens when a row changes',
    '',
    'Made by scripts/generate-tables.ts from the migrated database. Do not edit.',
    '',
    'The database does this by itself, in the statement that changes the row:',
    '',
    '| a row of | on | what happens |',
    '| --- | --- | --- |',
    ...merged(rows),
    '',
    'Rooms react to these events, in the transaction that emits them:',
    '',
    '| event | reactions |',
    '| --- | --- |',
    ...[...Map.groupBy(allReactions, ({ name }) => name)].map(
      ([name, reactions]) => `| \`${name}\` | ${reactions.map(({ does }) => does).join('; ')} |`,
    ),
    '',
  ].join('\n');
}

interface RowChange {
  table_name: string;
  on: string;
  does: string;
  tables: readonly string[];
}

/** Merges rows for changes with the same effect. */
function merged(rows: readonly RowChange[]): string[] {
  const byTarget = Map.groupBy(rows, ({ table_name, does, tables }) =>
    [table_name, does, ...tables].join(' '),
  );
  const whole = [...byTarget.values()].map((alike): RowChange => {
    const on = ['INSERT', 'UPDATE', 'DELETE'].filter((each) =>
      alike.some((row) => row.on.includes(each)),
    );
    return { ...alike[0]!, on: on.join(', ') };
  });
  const byWork = Map.groupBy(whole, ({ table_name, on, does }) => [table_name, on, does].join(' '));
  return [...byWork.values()]
    .map((alike) => {
      const { table_name, on, does } = alike[0]!;
      const tables = alike.flatMap((row) => row.tables);
      return `| \`${table_name}\` | ${on} | ${does} ${quoted(tables.toSorted())} |`;
    })
    .toSorted();
}

/** Returns the tables that a function writes, directly or through the functions that it calls. */
function writtenBy(name: string, bodies: ReadonlyMap<string, string>): string[] {
  const body = bodies.get(name) ?? '';
  const direct = [...body.matchAll(/(?:INSERT INTO|DELETE FROM|UPDATE)\s+(\w+)/g)]
    .map(([, table]) => table!)
    // These keywords also follow `UPDATE`: `FOR UPDATE OF`, and `ON CONFLICT DO UPDATE SET`.
    .filter((table) => !['OF', 'SET'].includes(table));
  const called = [...body.matchAll(/PERFORM (\w+)\(/g)].flatMap(([, other]) =>
    writtenBy(other!, bodies),
  );
  return [...new Set([...direct, ...called])].toSorted();
}

function operationsOf(definition: string): string {
  return /AFTER (.*?) ON /.exec(definition)![1]!.replaceAll(' OR ', ', ');
}

function quoted(tables: readonly string[]): string {
  return tables.map((table) => `\`${table}\``).join(', ');
}

async function bodiesOfFunctions(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; body: string }>`
    SELECT proname AS name, prosrc AS body FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
  `.execute(db);
  return new Map(rows.map(({ name, body }) => [name, body]));
}

/** Leaves out triggers that run before a change, because they only complete its row. */
async function selectTriggers(db: Db): Promise<Trigger[]> {
  const { rows } = await sql<Trigger>`
    SELECT c.relname AS table_name, pg_get_triggerdef(t.oid) AS definition, p.proname AS function_name
    FROM pg_trigger AS t
    JOIN pg_class AS c ON c.oid = t.tgrelid
    JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND t.tgtype & 2 = 0 AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, t.tgname
  `.execute(db);
  return rows;
}

async function selectForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT parent.relname AS parent, child.relname AS child,
      CASE k.confdeltype WHEN 'c' THEN 'deletes its' ELSE 'empties the reference in' END AS action
    FROM pg_constraint AS k
    JOIN pg_class AS parent ON parent.oid = k.confrelid
    JOIN pg_class AS child ON child.oid = k.conrelid
    WHERE k.contype = 'f' AND k.confdeltype IN ('c', 'n', 'd')
      AND child.relnamespace = 'public'::regnamespace
    ORDER BY 1, 2
  `.execute(db);
  return rows;
}
