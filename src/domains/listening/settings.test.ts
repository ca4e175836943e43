import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../config.ts';
import { providerProtocol } from './settings.ts';

const protocolOf = (environment: Record<string, string>) =>
  providerProtocol(readConfig(environment).listening);

test('with `auto`, the address of a provider selects its protocol', () => {
  for (const [SVC_RECOGNISER_URL, protocol] of [
    ['wss://api.deepgram.com/v1/listen', 'deepgram'],
    ['https://api.deepgram.com', 'deepgram'],
    ['ws://127.0.0.1:8000', 'deepgram'],
    ['http://[::1]:8000/v1/listen', 'deepgram'],
    ['https://api.openai.com/v1', 'openai'],
    ['http://localhost:8000', 'openai'],
    ['wss://api.openai.com/v1/realtime', 'openai-realtime'],
  ] as const) {
    assert.equal(protocolOf({ SVC_RECOGNISER_URL }), protocol, SVC_RECOGNISER_URL);
  }
  assert.equal(protocolOf({}), null);
  assert.equal(protocolOf({ SVC_RECOGNISER: 'openai', SVC_RECOGNISER_KEY: 'k' }), 'openai');
});

test('contradictory settings are refused with a message', () => {
  for (const [environment, sentence] of [
    [{ SVC_RECOGNISER: 'builtin', SVC_RECOGNISER_KEY: 'k' }, /KEY is set, but .*builtin asks no/],
    [{ SVC_RECOGNISER: 'none', SVC_RECOGNISER_MODEL: 'm' }, /MODEL is set, but .*none asks no/],
    [{ SVC_RECOGNISER_KEY: 'k' }, /KEY is set without SVC_RECOGNISER_URL: also set SVC_RECOGNISER/],
    [{ SVC_RECOGNISER: 'deepgram' }, /=deepgram needs SVC_RECOGNISER_KEY, or SVC_RECOGNISER_URL/],
    [{ SVC_RECOGNISER_URL: 'ftp://host' }, /URL is "ftp:\/\/host": an address such as/],
    [{ SVC_RECOGNISER_URL: 'http://' }, /an address such as/],
    [{ SVC_RECOGNISER_URL: 'localhost:8000' }, /Did you mean http:\/\/localhost:8000\?/],
    [{ SVC_RECOGNISER_URL: 'api.deepgram.com/v1/listen' }, /Did you mean wss:\/\/api.deepgram.com/],
    [{ SVC_LLM_BASE_URL: 'localhost:11434/v1' }, /Did you mean http:\/\/localhost:11434\/v1\?/],
    [{ SVC_BASE_URL: 'me.example.org' }, /Did you mean https:\/\/me.example.org\?/],
    [{ SVC_EMBEDDINGS_BASE_URL: '192.168.1.7:8000' }, /Did you mean http:\/\/192.168.1.7:8000\?/],
  ] as const) {
    assert.throws(() => readConfig(environment), sentence);
  }
});
