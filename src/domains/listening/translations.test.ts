import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Listener } from '../../testing/clients/listener.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';

/** A model that repeats each line with a mark of its language, and refuses everything else. */
const translates: Behaviour = (request, response) => {
  const [{ content: system }, { content: user }] = request.messages;
  if (!/You translate/.test(system)) return refuse(response, 500);
  const language = /^Language: (\w+)/.exec(user)![1];
  const lines = [...user.matchAll(/^(\d+): (.*)$/gm)].map(([, line, text]) => ({
    line: Number(line),
    text: `(${language}) ${text}`,
  }));
  complete(response, JSON.stringify({ translations: lines }));
};

const said = (text: string, start: number, speaker_id = 0) => ({
  type: 'suggested_transcript',
  segments: [{ text, start, end: start + 1, speaker_id, is_user: speaker_id === 0 }],
});

async function startWith(behave: Behaviour) {
  const model = await startLanguageModel(behave);
  const service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const parameters = { token: service.owner.token, uid: service.owner.id, custom_stt: 'enabled' };
  return {
    service,
    parameters,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

test('speech is translated live, and later into other languages', async () => {
  await using set = await startWith(translates);
  const { owner, url } = set.service;
  await using device = await Listener.open(url, { ...set.parameters, translate_to: 'pt' });
  device.say(said('Good morning.', 0));
  device.say(said('The train is late.', 2, 1));
  const translated = await device.event('translating', ({ segments }) => segments.length === 2);
  const texts = translated.segments.map(({ translations }: Json) => translations);
  assert.deepEqual(texts, [
    [{ lang: 'pt', text: '(Portuguese) Good morning.' }],
    [{ lang: 'pt', text: '(Portuguese) The train is late.' }],
  ]);

  const { body } = await owner.call('POST', '/v1/conversations', {});
  const path = `/v1/conversations/${body.conversation.id}`;
  const german = await owner.call('POST', `${path}/translate`, { language: 'de' });
  assert.deepEqual(german.body.transcript_segments[0].translations, [
    { lang: 'pt', text: '(Portuguese) Good morning.' },
    { lang: 'de', text: '(German) Good morning.' },
  ]);
  // A changed text loses its translation.
  const [{ id }] = german.body.transcript_segments;
  await owner.call('PATCH', `${path}/segments/text`, { segment_id: id, text: 'Good evening.' });
  const again = await owner.call('POST', `${path}/translate`, { language: 'pt' });
  assert.deepEqual(again.body.transcript_segments[0].translations, [
    { lang: 'pt', text: '(Portuguese) Good evening.' },
  ]);
  assert.equal(again.body.transcript_segments[1].translations.length, 2);
});

test('a failing model delays translations and affects nothing else', async () => {
  let failures = 2;
  await using set = await startWith((request, response, count) => {
    if (failures-- > 0) refuse(response, 503);
    else translates(request, response, count);
  });
  await using device = await Listener.open(set.service.url, {
    ...set.parameters,
    translate_to: 'pt',
  });
  device.say(said('Good morning.', 0));
  await device.until(() => device.text !== '');
  const { segments } = await device.event('translating');
  assert.equal(segments[0].translations[0].text, '(Portuguese) Good morning.');
});
