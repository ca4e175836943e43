import { pythonField, pythonLiteral, pythonMethod } from './python-names.ts';
import type { Json } from './schemas.ts';

const CLIENT = '@commonplace/client';

interface Sample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

interface Call {
  method: string;
  path: string;
  operationId: string;
  /** The values of the path parameters. */
  ids: Record<string, unknown>;
  /** The values of the query parameters that are required. */
  query: Record<string, unknown>;
  /** The smallest useful body; undefined when the operation takes none. */
  body: unknown;
  /** The field of the file to upload; null when there is none. */
  file: { name: string; isList: boolean } | null;
  /** True when the answer arrives in parts. */
  isStream: boolean;
  /** The environment variable with the credential; null when none is needed. */
  credential: string | null;
}

/**
 * Adds an example of each operation in the languages of most programs. The variables are those that
 * the typed client and the command line read.
 */
export function addCodeSamples(
  paths: Record<string, Json>,
  components: Record<string, Json>,
): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Json>)) {
      const call = callOf(method, path, operation, components);
      operation['x-codeSamples'] = [curl(call), ...typescript(call), ...python(call)];
    }
  }
}

function callOf(
  method: string,
  path: string,
  operation: Json,
  components: Record<string, Json>,
): Call {
  const { operationId, parameters, requestBody, responses, security } = operation as {
    operationId: string;
    parameters: Json[];
    responses: Record<string, { content?: Record<string, Json> }>;
    requestBody?: { content: Record<string, Json> };
    security: Record<string, unknown>[];
  };
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const schemes = security.flatMap((each) => Object.keys(each));
  return {
    method: method.toUpperCase(),
    path,
    operationId,
    ids: samplesOf(parameters.filter((each) => each['in'] === 'path')),
    query: samplesOf(parameters.filter((each) => each['in'] === 'query' && each['required'])),
    body: json && smallestBody(json, components),
    file: fileOf(content['multipart/form-data'], components),
    isStream: isStreamed(responses['200']?.content ?? {}),
    credential: schemes.includes('session')
      ? 'SVC_SESSION'
      : schemes.length > 0
        ? 'SVC_API_KEY'
        : null,
  };
}

/** Returns the required fields of the example, or its first field when none is required. */
function smallestBody(media: Json, components: Record<string, Json>): unknown {
  const { schema, examples } = media as {
    schema: { $ref?: string; required?: string[] };
    examples: { typical: { value: unknown } };
  };
  const { value } = examples.typical;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const named = resolved(schema, components);
  const required = (named['required'] ?? []) as string[];
  const names = required.length > 0 ? required : Object.keys(value).slice(0, 1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

function samplesOf(parameters: readonly Json[]): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map(({ name, schema }) => [String(name), sampleOf(String(name), schema as Json)]),
  );
}

function sampleOf(name: string, schema: Json): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const types = [schema['type']].flat();
  if (types.includes('boolean')) return true;
  return types.includes('integer') || types.includes('number') ? 1 : `a-${name}`;
}

function fileOf(media: Json | undefined, components: Record<string, Json>): Call['file'] {
  if (!media) return null;
  const { properties = {} } = resolved(media['schema'] as Json, components) as {
    properties?: Record<string, { format?: string; items?: { format?: string } }>;
  };
  const [name, schema] = Object.entries(properties).find(
    ([, each]) => (each.items ?? each).format === 'binary',
  )!;
  return { name, isList: schema.items !== undefined };
}

function isStreamed(content: Record<string, Json>): boolean {
  return 'text/event-stream' in content || content['*/*']?.['x-download'] === true;
}

function resolved(schema: Json, components: Record<string, Json>): Json {
  const { $ref } = schema as { $ref?: string };
  return $ref ? components[$ref.split('/').at(-1)!]! : schema;
}

function curl({ method, path, ids, query, body, file, credential }: Call): Sample {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const parts = [
    `curl --fail-with-body -sS${method === 'GET' || body !== undefined ? '' : ` -X ${method}`} ` +
      `"$SVC_API_BASE_URL${filled(path, ids)}${search && `?${search}`}"`,
    ...(credential ? [`-H "Authorization: Bearer $${credential}"`] : []),
    ...(file ? [`-F ${file.name}=@recording.wav`] : []),
    ...(body === undefined ? [] : [`--json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
    ...(body !== undefined && method !== 'POST' ? [`-X ${method}`] : []),
  ];
  return { lang: 'Shell', label: 'curl', source: parts.join(' \\\n  ') };
}

function typescript({ operationId, ids, query, body, file, credential }: Call): Sample[] {
  // Files are sent with fetch and FormData.
  if (file) return [];
  const input = { ...ids, ...query, ...(body as object | undefined) };
  const given = Object.keys(input).length > 0 ? JSON.stringify(input, null, 2) : '';
  const options = credential === 'SVC_SESSION' ? '{ token: process.env.SVC_SESSION }' : '';
  const source = [
    `import { createClient } from '${CLIENT}';`,
    '',
    `const commonplace = createClient(${options});`,
    `console.log(await commonplace.${operationId}(${given}));`,
  ].join('\n');
  return [{ lang: 'TypeScript', label: 'TypeScript', source }];
}

function python({ operationId, ids, query, body, file, isStream, credential }: Call): Sample[] {
  const options = credential === 'SVC_SESSION' ? 'token=os.environ["SVC_SESSION"]' : '';
  const fields = Object.entries({ ...query, ...(body as object | undefined) });
  const opened = file?.isList ? '[open("recording.wav", "rb")]' : 'open("recording.wav", "rb")';
  const given = [
    ...Object.values(ids).map(pythonLiteral),
    ...fields.map(([name, value]) => `${pythonField(name)}=${pythonLiteral(value)}`),
    ...(file ? [`${file.name}=${opened}`] : []),
  ];
  const call = `commonplace.${pythonMethod(operationId)}(${given.join(', ')})`;
  const source = [
    ...(options ? ['import os'] : []),
    'from commonplace import Client',
    '',
    `with Client(${options}) as commonplace:`,
    ...(isStream ? [`    for part in ${call}:`, '        print(part)'] : [`    print(${call})`]),
  ].join('\n');
  return [{ lang: 'Python', label: 'Python', source }];
}

function filled(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}
