/** Tests the answers to failures of the pages and endpoints for assistants. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { Invalid, RateLimited } from '../../core/errors.ts';
import { answerFailures } from './failures.ts';

test('a defect is logged and told to nobody, and a refusal is told and not logged', async (t) => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push(JSON.parse(line).err.message) };
  const app = fastify({ logger: { level: 'error', stream } });
  t.after(() => app.close());
  app.decorate('ownSite', () => 'https://me.example.org');
  answerFailures(app, ({ status, message }) => ({ status, message }));
  const failures = {
    '/defect': new Error('The table is gone.'),
    '/refusal': new Invalid('The address is unknown.'),
    '/limit': new RateLimited('Too many attempts.', 7),
  };
  for (const [url, failure] of Object.entries(failures)) {
    app.get(url, () => Promise.reject(failure));
  }
  const refusal = await app.inject('/refusal');
  assert.deepEqual(refusal.json(), { status: 422, message: 'The address is unknown.' });
  assert.equal(refusal.headers['retry-after'], undefined);
  assert.equal(refusal.headers['cache-control'], 'no-store');
  const limit = await app.inject('/limit');
  assert.deepEqual([limit.statusCode, limit.headers['retry-after']], [429, '7']);
  assert.deepEqual(logged, []);
  const defect = await app.inject('/defect');
  assert.equal(defect.statusCode, 500);
  assert.doesNotMatch(defect.body, /table/);
  const page = await app.inject({ url: '/defect', headers: { Accept: 'text/html' } });
  assert.match(page.body, /<html[\s\S]*logged/);
  assert.deepEqual(logged, ['The table is gone.', 'The table is gone.']);
});
