/** Tests which parts the settings select, without starting the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../../config.ts';
import { silentLog } from '../../core/log.ts';
import type { Reader } from '../../engines/reading/reader.ts';
import type { Library } from '../../engines/models/library.ts';
import { MODELS } from '../../engines/models/manifest.ts';
import { rulesSummariser } from '../../engines/summaries/rules-summariser.ts';
import type { Maker } from '../../engines/understanding/maker.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { chooseDescriber, chooseMaker, chooseTranslator } from './language-model-choice.ts';
import type { UtteranceEngine } from '../../engines/recognition/utterances/utterance-engine.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import { providersInForce } from './providers.ts';
import { chooseRecogniser } from './recogniser-choice.ts';
import { languageModelSource } from './text-models.ts';

const baseUrl = 'http://127.0.0.1:1/v1';
const sourceOf = (settings: object) =>
  languageModelSource(settings as Config['languageModel'], null);

test('a language model is used when its address and name are configured', async () => {
  const rules = {} as Maker;
  const parts = { reader: {} as Reader, rules, log: silentLog };
  const chosen = (settings: object) => chooseMaker(sourceOf(settings), parts);
  for (const settings of [{}, { baseUrl }, { model: 'test' }]) {
    const { maker, understanding, answerer, summariser } = await chosen(settings);
    assert.equal(maker, rules);
    assert.equal(understanding, 'built-in reader');
    assert.deepEqual([answerer.name, summariser], ['reading', rulesSummariser]);
    assert.equal(chooseTranslator(sourceOf(settings)), null);
    assert.equal(chooseDescriber(settings as Config['languageModel']), null);
  }
  const { maker, understanding, answerer } = await chosen({ baseUrl, model: 'test' });
  assert.notEqual(maker, rules);
  assert.deepEqual([understanding, answerer.name], ['test, then built-in reader', 'test']);
  assert.ok(chooseTranslator(sourceOf({ baseUrl, model: 'test' })));
  assert.ok(chooseDescriber({ baseUrl, visionModel: 'eye' } as Config['languageModel']));
  assert.equal(chooseDescriber({ visionModel: 'eye' } as Config['languageModel']), null);
});

test('the configured recogniser is used, and the next one in the order is its fallback', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const library = { installed: async () => ({ usable: [], broken: [] }) } as unknown as Library;
  const choose = async (settings: object, engine?: UtteranceEngine) => {
    const ground = { voiceActivity, log: silentLog, library, engine };
    const choice = await chooseRecogniser(settings as Config['listening'], ground);
    await choice.recogniser[Symbol.asyncDispose]();
    return [choice.recogniser.name, choice.note, choice.model];
  };
  assert.deepEqual(await choose({ recogniser: 'none' }), ['none', 'switched off', null]);
  assert.deepEqual(await choose({ recogniser: 'builtin' }), ['whisper-base', null, null]);
  assert.deepEqual(await choose({ recogniser: 'auto' }), ['whisper-base', null, null]);
  await assert.rejects(choose({ recogniser: 'local' }), /no installed recogniser is suitable/);
  const deepgram = { recogniser: 'deepgram', recogniserKey: 'x', recogniserModel: 'nova-3' };
  const [name, note] = await choose(deepgram);
  assert.deepEqual([name, note], ['deepgram', 'whisper-base is the fallback']);
  const missing = {
    name: 'whisper-base',
    capabilities: {},
    available: async () => ({ ok: false, reason: 'Restore the file.' }),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as UtteranceEngine;
  for (const recogniser of ['auto', 'builtin']) {
    const chosen = await choose({ recogniser }, missing);
    assert.deepEqual(chosen, ['whisper-base', 'Restore the file.', null]);
  }
});

test('a damaged model ends no start: the next recogniser is used, and a note says what to do', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const [entry] = MODELS;
  const broken = [{ entry: entry!, lostFile: 'tokens.txt' }];
  const library = { folder: '/models', installed: async () => ({ usable: [], broken }) };
  const damage =
    'the file tokens.txt of en-small-stream is missing or damaged; fetch it again with: ' +
    'commonplace models pull en-small-stream';
  const choose = async (settings: object, engine?: UtteranceEngine) => {
    const ground = { voiceActivity, log: silentLog, library: library as never, engine };
    const choice = await chooseRecogniser(settings as Config['listening'], ground);
    await choice.recogniser[Symbol.asyncDispose]();
    return [choice.recogniser.name, choice.note];
  };
  for (const settings of [
    { recogniser: 'auto' },
    { recogniser: 'local' },
    { recogniser: 'local', recogniserModel: 'en-small-stream' },
  ]) {
    assert.deepEqual(await choose(settings), ['whisper-base', damage]);
  }
  const none = {
    name: 'whisper-base',
    capabilities: {},
    available: async () => ({ ok: false, reason: 'Restore the file.' }),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as UtteranceEngine;
  const note = `Restore the file. ${damage}`;
  assert.deepEqual(await choose({ recogniser: 'local' }, none), ['whisper-base', note]);
  const deepgram = { recogniser: 'deepgram', recogniserKey: 'x', recogniserModel: 'nova-3' };
  const [, both] = await choose(deepgram);
  assert.equal(both, `whisper-base is the fallback; ${damage}`);
});

test('the owner sees the origins of the providers in force, and a test asks each once', async () => {
  await using endpoint = await startLanguageModel((request, response) => {
    if (request.input) response.end(JSON.stringify({ data: [{ embedding: [1, 2] }] }));
    else complete(response, '{"sum": 5}');
  });
  const { origin } = new URL(endpoint.baseUrl);
  const settings = { baseUrl: endpoint.baseUrl, model: 'large', maxCalls: 1, deadlineMs: 60_000 };
  const describe = (recogniserUrl: string | undefined, isLocal: boolean, embeddings: object) => {
    const config = { listening: { recogniserUrl }, languageModel: settings, embeddings } as Config;
    const writer = { ...sourceOf(settings)!, isLocal };
    const embedder = { model: 'finder', embed: async () => ({ tokens: 3 }) };
    const parts = { recogniser: { name: 'ears' }, writer, textModels: { embedder } };
    return providersInForce(config, parts as never);
  };
  const far = describe(`ws://me:secret@${new URL(origin).host}/listen`, false, settings);
  assert.deepEqual(
    far.map(({ address }) => address),
    [origin.replace('http', 'ws'), origin, origin],
  );
  const here = describe(undefined, true, {});
  assert.deepEqual(
    here.map(({ kind, address }) => [kind, address]),
    [
      ['recogniser', null],
      ['language_model', null],
      ['embeddings', null],
    ],
  );
  const signal = new AbortController().signal;
  const spent = [];
  for (const provider of far) spent.push((await provider.test(signal)).tokens);
  assert.deepEqual(spent, [null, 20, 3]);
  assert.equal(endpoint.requests.length, 1);
  assert.deepEqual(await here[0]!.test(signal), { tokens: null });
  const [silent] = describe('ws://127.0.0.1:1/listen', false, {});
  await assert.rejects(silent!.test(signal), /The recogniser does not answer/);
});
