/** Tests which parts the settings select, without starting the service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Config } from '../../config.ts';
import { silentLog } from '../../core/log.ts';
import { quotingAnswerer } from '../../engines/answering/quoting-answerer.ts';
import type { Library } from '../../engines/models/library.ts';
import { rulesSummariser } from '../../engines/summaries/rules-summariser.ts';
import type { Maker } from '../../engines/understanding/maker.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { chooseDescriber, chooseMaker, chooseTranslator } from './language-model-choice.ts';
import { findUnanswered } from '../provider-check.ts';
import { chooseRecogniser } from './recogniser-choice.ts';
import { languageModelSource } from './text-models.ts';

const baseUrl = 'http://127.0.0.1:1/v1';
const sourceOf = (settings: object) =>
  languageModelSource(settings as Config['languageModel'], null);

test('a language model is used when its address and name are configured', async () => {
  const rules = {} as Maker;
  const chosen = (settings: object) => chooseMaker(sourceOf(settings), { rules, log: silentLog });
  for (const settings of [{}, { baseUrl }, { model: 'test' }]) {
    const { maker, understanding, answerer, summariser } = await chosen(settings);
    assert.equal(maker, rules);
    assert.equal(understanding, 'built-in rules');
    assert.deepEqual([answerer, summariser], [quotingAnswerer, rulesSummariser]);
    assert.equal(chooseTranslator(sourceOf(settings)), null);
    assert.equal(chooseDescriber(settings as Config['languageModel']), null);
  }
  const { maker, understanding, answerer } = await chosen({ baseUrl, model: 'test' });
  assert.notEqual(maker, rules);
  assert.deepEqual([understanding, answerer.name], ['test, then built-in rules', 'test']);
  assert.ok(chooseTranslator(sourceOf({ baseUrl, model: 'test' })));
  assert.ok(chooseDescriber({ baseUrl, visionModel: 'eye' } as Config['languageModel']));
  assert.equal(chooseDescriber({ visionModel: 'eye' } as Config['languageModel']), null);
});

test('configured providers that do not answer are reported', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unanswered = (recogniser?: string, model?: string, embeddings?: string) =>
    findUnanswered({
      listening: { recogniserUrl: recogniser },
      languageModel: { baseUrl: model },
      embeddings: { baseUrl: embeddings },
    } as Config);
  assert.deepEqual(await unanswered(), {
    recogniser: false,
    languageModel: false,
    embeddings: false,
  });
  assert.deepEqual(await unanswered(there, baseUrl, there), {
    recogniser: false,
    languageModel: true,
    embeddings: false,
  });
  server.close();
});

test('the configured recogniser is used, and the next one in the order is its fallback', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const library = { installed: async () => ({ usable: [], broken: [] }) } as unknown as Library;
  const choose = async (settings: object) => {
    const ground = { voiceActivity, log: silentLog, library };
    const choice = await chooseRecogniser(settings as Config['listening'], ground);
    await choice.recogniser[Symbol.asyncDispose]();
    return [choice.recogniser.name, choice.note, choice.model];
  };
  assert.deepEqual(await choose({ recogniser: 'none' }), ['none', 'switched off', null]);
  assert.deepEqual(await choose({ recogniser: 'builtin' }), ['pocketsphinx', null, null]);
  assert.deepEqual(await choose({ recogniser: 'auto' }), ['pocketsphinx', null, null]);
  await assert.rejects(choose({ recogniser: 'local' }), /no installed recogniser is suitable/);
  const [name, note] = await choose({ recogniser: 'deepgram', recogniserKey: 'x' });
  assert.deepEqual([name, note], ['deepgram', 'pocketsphinx is the fallback']);
});
