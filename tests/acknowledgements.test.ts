// One database: it reads definitions only.
/** The routes whose answer has no content, as the specification names them. A new one has content, or 204. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { StatusCapitalOk, StatusOk, Success } from '../src/kit/acknowledgement.ts';
import { outputOf } from '../src/kit/route.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';

const routes = describedRoutes().filter(({ status }) => status !== 204);
const answering = (schema: z.ZodObject) =>
  routes
    .filter((route) => isSame(outputOf(route), schema))
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();

/** A schema with the same content as an acknowledgement also counts. */
function isSame(output: z.ZodType, schema: z.ZodObject): boolean {
  const shape = (output as Partial<z.ZodObject>).shape;
  const wanted = Object.keys(schema.shape);
  if (!shape || Object.keys(shape).join() !== wanted.join()) return false;
  return wanted.every((field) => valueOf(shape[field]) === valueOf(schema.shape[field]));
}

function valueOf(schema: unknown): unknown {
  return (schema as { def: { values?: unknown[] } }).def.values?.[0];
}

test('these operations answer {success: true}', () => {
  assert.deepEqual(answering(Success), [
    'DELETE /v1/conversations/{conversation_id}/audio',
    'DELETE /v1/dev/user/action-items/{action_item_id}',
    'DELETE /v1/dev/user/conversations/{conversation_id}',
    'DELETE /v1/dev/user/folders/{folder_id}',
    'DELETE /v1/dev/user/goals/{goal_id}',
    'DELETE /v1/dev/user/memories/{memory_id}',
    'DELETE /v1/dev/user/people/{person_id}',
    'DELETE /v1/dev/user/summary-templates/{template_id}',
    'DELETE /v1/mcp/action-items/{action_item_id}',
    'DELETE /v1/models/{id}',
    'DELETE /v1/summary-templates/{template_id}',
    'DELETE /v3/memories/{memory_id}',
    'DELETE /v3/speech-profile',
  ]);
});

test('these operations answer {status: "ok"}', () => {
  assert.deepEqual(answering(StatusOk), [
    'DELETE /v1/mcp/memories/{memory_id}',
    'DELETE /v1/users/developer/webhook-signing-secret',
    'DELETE /v2/chat-sessions/{chat_session_id}',
    'DELETE /v3/speech-profile/expand',
    'PATCH /v1/conversations/{conversation_id}/folder',
    'PATCH /v1/dev/user/conversations/{conversation_id}/folder',
    'PATCH /v1/mcp/memories/{memory_id}',
    'PATCH /v1/users/people/{person_id}/name',
    'PATCH /v2/messages/{message_id}/rating',
    'PATCH /v3/memories/{memory_id}/visibility',
    'POST /v1/folders/reorder',
    'POST /v1/users/developer/webhook/{type}/disable',
    'POST /v1/users/developer/webhook/{type}/enable',
    'POST /v2/messages/{message_id}/report',
  ]);
});

test('these operations answer {status: "Ok"}', () => {
  assert.deepEqual(answering(StatusCapitalOk), [
    'DELETE /v1/conversations/{conversation_id}',
    'DELETE /v1/conversations/{conversation_id}/action-items',
    'PATCH /v1/conversations/{conversation_id}/action-items',
    'PATCH /v1/conversations/{conversation_id}/action-items/{item_idx}',
    'PATCH /v1/conversations/{conversation_id}/events',
    'PATCH /v1/conversations/{conversation_id}/starred',
    'PATCH /v1/conversations/{conversation_id}/summary',
    'PATCH /v1/conversations/{conversation_id}/visibility',
  ]);
});
