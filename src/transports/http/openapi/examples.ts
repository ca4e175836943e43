import { readFileSync } from 'node:fs';
import type { Json } from './schemas.ts';

/** A request and its answer, which `npm run examples` recorded. */
export interface RecordedExample {
  /** Absent for an operation without a body. */
  request?: unknown;
  response: unknown;
}

/** Reads the recorded examples, by the name of the operation. */
export function readExamples(): Record<string, RecordedExample | undefined> {
  const file = new URL('../../../../assets/api-examples.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Examples by field name, for schemas without examples. */
const BY_NAME: Record<string, unknown> = {
  id: '0198c1a2-7b3c-7d4e-8f50-112233445566',
  content: 'Is allergic to peanuts',
  text: 'I need to call the bank tomorrow.',
  query: 'peanuts',
  question: 'What am I allergic to?',
  title: 'A call to the bank',
  overview: 'The user needs to call the bank about the mortgage.',
  description: 'Call the bank',
  old_description: 'Call the bank',
  emoji: '🏦',
  category: 'system',
  tags: ['health'],
  name: 'laptop script',
  key: 'svc_dev_3yVd…',
  key_prefix: 'svc_dev_3yVd',
  scoring: '01_999_1767225600',
  speaker: 'SPEAKER_00',
  speaker_name: 'Speaker 1',
  language: 'en',
  email: 'me@example.org',
  password: 'correct horse battery',
  timezone: 'Europe/Lisbon',
  url: 'https://example.org/hook',
  detail: 'Memory not found',
  color: '#6B7280',
  icon: 'folder',
  folder_name: 'Work',
  unit: 'km',
  date: '2026-01-31',
  file_name: 'conversation-2026-01-31-33445566.txt',
  token: 'svc_ses_Kx2…',
  started_at: '2026-01-31T09:00:00.000Z',
  finished_at: '2026-01-31T09:05:00.000Z',
  due_at: '2026-01-31T18:00:00.000Z',
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  start: 0,
  end: 4.2,
  scope: 'memories:read',
  assign_type: 'is_user',
  latitude: 38.7223,
  longitude: -9.1393,
  client_session_id: null,
  client_conversation_id: null,
  session_id: null,
  client_id: null,
  person_id: null,
  folder_id: null,
  value: 'true',
  stt_provider: 'builtin',
};

const MAX_DEPTH = 12;

/**
 * Builds an example for a schema from its examples and defaults. If a field has neither, its
 * example depends on its name.
 */
export function exampleOf(
  schema: Json,
  components: Record<string, Json>,
  name = '',
  depth = 0,
): unknown {
  const { examples, $ref, anyOf, allOf } = schema as {
    examples?: unknown[];
    $ref?: string;
    anyOf?: Json[];
    allOf?: Json[];
  };
  if (examples) return examples[0];
  if (BY_NAME[name] === null && anyOf?.some(({ type }) => type === 'null')) return null;
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  if ($ref) {
    return exampleOf(components[$ref.split('/').at(-1)!] ?? {}, components, name, depth + 1);
  }
  const [choice] = anyOf ?? allOf ?? [];
  if (choice) return exampleOf(choice, components, name, depth);
  // Handles types such as `["boolean", "null"]`.
  const type = [schema['type']].flat()[0];
  return fromType({ ...schema, type }, components, name, depth);
}

function fromType(
  schema: Json,
  components: Record<string, Json>,
  name: string,
  depth: number,
): unknown {
  const values = schema['enum'] as unknown[] | undefined;
  if (values) return values.includes(BY_NAME[name]) ? BY_NAME[name] : values[0];
  switch (schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      if (depth > MAX_DEPTH) return {};
      return Object.fromEntries(
        Object.entries(properties).map(([field, inner]) => [
          field,
          exampleOf(inner, components, field, depth + 1),
        ]),
      );
    }
    case 'array': {
      if (Array.isArray(BY_NAME[name])) return BY_NAME[name];
      const singular = name.endsWith('_ids') ? 'id' : name.replace(/s$/, '');
      const one = exampleOf(schema['items'] as Json, components, singular, depth + 1);
      // An array of ids needs different ids.
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, (_, index) =>
        singular === 'id' ? String(one).slice(0, -1) + (6 + index) : one,
      );
    }
    case 'integer':
    case 'number':
      return BY_NAME[name] ?? schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return text(schema, name);
    default:
      return typeof BY_NAME[name] === 'string' ? BY_NAME[name] : null;
  }
}

function text({ format, pattern }: Json, name: string): string {
  if (format === 'date-time') {
    return name.endsWith('_at') && BY_NAME[name]
      ? String(BY_NAME[name])
      : '2026-01-31T09:00:00.000Z';
  }
  if (format === 'date') return '2026-01-31';
  if (format === 'uuid' || name.endsWith('_id')) return BY_NAME['id'] as string;
  const known = BY_NAME[name];
  if (typeof known === 'string' && (!pattern || new RegExp(String(pattern)).test(known))) {
    return known;
  }
  return format === 'uri' || format === 'url' ? (BY_NAME['url'] as string) : 'text';
}
