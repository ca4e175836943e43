/**
 * The server that the official conformance suite requires: tools, resources and prompts with
 * prescribed names and answers. This server replaces our own behind the real endpoint, so that the
 * suite tests the real transport, credentials and guards.
 */
import {
  completable,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { questions, addQuestions, codec, text, nothing } from './mcp-questions.ts';

/** A picture of a single red dot. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A sound file with no samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

/** The pause in milliseconds between two notifications, so that they arrive in separate packets. */
const PAUSE_MS = 20;

export function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1' },
    {
      capabilities: { logging: {}, completions: {} },
      requestState: { verify: codec.verify },
    },
  );
  addContents(server);
  addNotifications(server);
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  return server;
}

const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };

function addContents(server: McpServer): void {
  const fixed = (name: string, content: object[]) =>
    server.registerTool(name, { description: `Fixture ${name}`, inputSchema: nothing }, () => ({
      content: content as never,
    }));
  const resource = (uri: string, mimeType: string, words: string) => ({
    type: 'resource',
    resource: { uri, mimeType, text: words },
  });
  fixed('test_simple_text', [text('This is a simple text response for testing.')]);
  fixed('test_image_content', [image]);
  fixed('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
  fixed('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  fixed('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'With a rich schema', inputSchema: fromJsonSchema(RICH_SCHEMA as never) },
    () => ({ content: [text('ok')] }),
  );
  server.registerTool(
    'test_error_handling',
    { description: 'Always fails', inputSchema: nothing },
    () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  );
}

/** Adds tools that send notifications to the client while they run. */
function addNotifications(server: McpServer): void {
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(
      name,
      { description: 'Logs while it works', inputSchema: nothing },
      async (_given, { mcpReq }) => {
        for (const step of ['started', 'processing data', 'completed']) {
          await mcpReq.log(
            'info',
            step === 'processing data' ? `Tool ${step}` : `Tool execution ${step}`,
          );
          await wait(PAUSE_MS);
        }
        return { content: [text('Logged three times.')] };
      },
    );
  }
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells how far it is', inputSchema: nothing },
    async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          });
        }
        await wait(PAUSE_MS);
      }
      return { content: [text('Done.')] };
    },
  );
}

function addResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text', mimeType: 'text/plain' },
    ({ href: uri }) => ({
      contents: [
        { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
      ],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'A picture', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: PNG }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'A text with a number', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

function addPrompts(server: McpServer): void {
  const user = (content: object) => ({ role: 'user' as const, content: content as never });
  server.registerPrompt('test_simple_prompt', { description: 'Without arguments' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With two arguments',
      argsSchema: z.object({
        arg1: completable(z.string().describe('First test argument'), () => ['paris', 'park']),
        arg2: z.string().describe('Second test argument'),
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first' }, (({
    mcpReq,
  }: {
    mcpReq: { inputResponses?: object };
  }) =>
    'user_context' in (mcpReq.inputResponses ?? {})
      ? { messages: [user(text(JSON.stringify(mcpReq.inputResponses)))] }
      : inputRequired({ inputRequests: { user_context: questions.user_context } })) as never);
}

/** Contains all JSON Schema keywords that an endpoint could lose. */
const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
