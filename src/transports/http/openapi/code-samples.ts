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
  /** The smallest useful body; undefined when the operation takes none. */
  body: unknown;
  isUpload: boolean;
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
  const { operationId, parameters, requestBody, security } = operation as {
    operationId: string;
    parameters: Json[];
    requestBody?: { content: Record<string, Json> };
    security: Record<string, unknown>[];
  };
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const names = parameters.filter((each) => each['in'] === 'path').map((each) => each['name']);
  const schemes = security.flatMap((each) => Object.keys(each));
  return {
    method: method.toUpperCase(),
    path,
    operationId,
    ids: Object.fromEntries(names.map((name) => [String(name), `a-${String(name)}`])),
    body: json && smallestBody(json, components),
    isUpload: 'multipart/form-data' in content,
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
  const named = schema.$ref ? components[schema.$ref.split('/').at(-1)!] : schema;
  const required = (named?.['required'] ?? []) as string[];
  const names = required.length > 0 ? required : Object.keys(value).slice(0, 1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

function curl({ method, path, ids, body, isUpload, credential }: Call): Sample {
  const parts = [
    `curl --fail-with-body -sS${method === 'GET' || body !== undefined ? '' : ` -X ${method}`} ` +
      `"$SVC_API_BASE_URL${filled(path, ids)}"`,
    ...(credential ? [`-H "Authorization: Bearer $${credential}"`] : []),
    ...(isUpload ? ['-F file=@recording.wav'] : []),
    ...(body === undefined ? [] : [`--json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
    ...(body !== undefined && method !== 'POST' ? [`-X ${method}`] : []),
  ];
  return { lang: 'Shell', label: 'curl', source: parts.join(' \\\n  ') };
}

function typescript({ operationId, ids, body, isUpload, credential }: Call): Sample[] {
  // Files are sent with fetch and FormData.
  if (isUpload) return [];
  const input = { ...ids, ...(body as object | undefined) };
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

function python({ method, path, ids, body, isUpload, credential }: Call): Sample[] {
  const options = [
    ...(credential ? [`headers={"Authorization": "Bearer " + os.environ["${credential}"]}`] : []),
    ...(isUpload ? ['files={"file": open("recording.wav", "rb")}'] : []),
    ...(body === undefined ? [] : [`json=${literal(body)}`]),
  ];
  const source = [
    'import os',
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    os.environ["SVC_API_BASE_URL"] + ${JSON.stringify(filled(path, ids))},`,
    ...options.map((each) => `    ${each},`),
    ')',
    'answer.raise_for_status()',
    'print(answer.text)',
  ].join('\n');
  return [{ lang: 'Python', label: 'Python', source }];
}

function filled(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}

/** Writes a value as Python does. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}: ${literal(each)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  return JSON.stringify(value);
}
