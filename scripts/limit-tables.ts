/** Tables of docs/errors-and-limits.md from the code: statuses, and page sizes of lists. */
import { describedRoutes } from '../src/testing/described-routes.ts';
import { openApiDocument } from '../src/transports/http/openapi/openapi.ts';
import { RESPONSES } from '../src/transports/http/openapi/responses.ts';

interface Parameter {
  name: string;
  schema: { default?: number; maximum?: number };
}

export function statusTable(): string {
  const rows = Object.entries(RESPONSES).map(([status, [meaning]]) => `| ${status} | ${meaning} |`);
  return ['| status | meaning |', '| --- | --- |', ...rows, ''].join('\n');
}

/** One row for the lists with the same sizes. */
export function pageTable(): string {
  const { paths } = openApiDocument(describedRoutes(), '/') as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>;
  };
  const bySize = new Map<string, string[]>();
  for (const [path, { get }] of Object.entries(paths)) {
    const limit = get?.parameters?.find(({ name }) => name === 'limit' || name === 'per_page');
    if (limit?.schema.default === undefined) continue;
    const size = `${limit.schema.default} | ${limit.schema.maximum}`;
    bySize.set(size, [...(bySize.get(size) ?? []), `\`${path}\``]);
  }
  const rows = [...bySize]
    .toSorted(([, some], [, others]) => some[0]!.localeCompare(others[0]!))
    .map(([size, lists]) => `| ${lists.join(', ')} | ${size} |`);
  return ['| lists | `limit` | at most |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
