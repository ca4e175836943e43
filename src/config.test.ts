import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { StartError } from './core/errors.ts';

const complaints = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof StartError, String(error));
    return error.message.split('\n');
  }
};

test('settings have defaults, and empty ones count as absent', () => {
  const { storage, server } = readConfig({ SVC_MIN_FREE_MIB: ' ', SVC_API_KEY: 'of the client' });
  assert.equal(storage.minFreeMib, 100);
  assert.equal(readConfig({ SVC_MIN_FREE_MIB: '7' }).storage.minFreeMib, 7);
  assert.ok(Object.isFrozen(storage) && Object.isFrozen(server));
});

test('all problems are reported together, without the text of a secret', () => {
  const [misspelt, number, secret, ...others] = complaints({
    SVC_MIN_FREE_MB: '5',
    SVC_MIN_FREE_MIB: 'few',
    SVC_SECRET: 'too short',
  });
  assert.equal(misspelt, 'SVC_MIN_FREE_MB is not a setting. Did you mean SVC_MIN_FREE_MIB?');
  assert.match(number!, /^SVC_MIN_FREE_MIB is "few": /);
  assert.equal(secret, 'SVC_SECRET: at least 32 characters');
  assert.deepEqual(others, []);
});

test('the nearest setting is suggested for a misspelt one', () => {
  for (const [given, meant] of [
    ['SVC_SECRT', 'SVC_SECRET'],
    ['SVC_SECRETS', 'SVC_SECRET'],
    ['SVC_SECREX', 'SVC_SECRET'],
    ['SVC_LLM_MODELL', 'SVC_LLM_MODEL'],
    ['SVC_LM_BASE_URL', 'SVC_LLM_BASE_URL'],
  ]) {
    assert.deepEqual(complaints({ [given!]: 'x' }), [
      `${given} is not a setting. Did you mean ${meant}?`,
    ]);
  }
});

test('settings that need each other are set together', () => {
  const owner = { SVC_OWNER_EMAIL: 'ana@example.org', SVC_OWNER_PASSWORD: 'correct horse battery' };
  const model = { SVC_LLM_BASE_URL: 'http://127.0.0.1:1/v1', SVC_LLM_MODEL: 'test' };
  const vectors = {
    SVC_EMBEDDINGS_BASE_URL: 'http://127.0.0.1:1/v1',
    SVC_EMBEDDINGS_MODEL: 'test',
  };
  assert.deepEqual(complaints({ ...owner, ...model, ...vectors }), []);
  for (const [environment, complaint] of [
    [{ SVC_OWNER_EMAIL: owner.SVC_OWNER_EMAIL }, /^SVC_OWNER_EMAIL is set without SVC_OWNER_PASS/],
    [{ SVC_OWNER_PASSWORD: owner.SVC_OWNER_PASSWORD }, /^SVC_OWNER_PASSWORD is set without/],
    [{ SVC_LLM_BASE_URL: model.SVC_LLM_BASE_URL }, /^SVC_LLM_BASE_URL is set without/],
    [
      { SVC_EMBEDDINGS_BASE_URL: vectors.SVC_EMBEDDINGS_BASE_URL },
      /^SVC_EMBEDDINGS_BASE_URL is set without/,
    ],
  ] as const) {
    const found = complaints(environment as unknown as Record<string, string>);
    assert.equal(found.length, 1);
    assert.match(found[0]!, complaint);
  }
  assert.deepEqual(complaints({ SVC_LLM_MODEL: 'test' }), []);
});

test('origins of web pages are addresses without a path', () => {
  const { allowedOrigins } = readConfig({
    SVC_ALLOWED_ORIGINS: 'https://App.example.org/, http://localhost:5173',
  }).server;
  assert.deepEqual(allowedOrigins, ['https://app.example.org', 'http://localhost:5173']);
  for (const wrong of ['*', 'https://app.example.org/page', 'app.example.org']) {
    assert.match(complaints({ SVC_ALLOWED_ORIGINS: wrong })[0]!, /^SVC_ALLOWED_ORIGINS is /);
  }
});
