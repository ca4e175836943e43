// One database: it is about the text of the cookbook.
// Long: it runs every recipe.
/** Runs every block of docs/cookbook.md, in its order, and looks at what came of it. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ManualClock } from '../src/core/clock.ts';
import { openBadNetwork } from '../src/testing/servers/bad-network.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { scriptedRecogniser } from '../src/engines/recognition/scripted-recogniser.ts';
import { DocRunner } from '../src/testing/docs/runner.ts';
import { readRecipes } from '../src/testing/docs/examples.ts';
import type { Block } from '../src/testing/docs/examples.ts';
import { freePort } from '../src/testing/servers/free-port.ts';

const COOKBOOK = new URL('../docs/cookbook.md', import.meta.url);
const LANGUAGES = { sh: 'curl', ts: 'the client' } as const;
const docExamples = readRecipes(readFileSync(COOKBOOK, 'utf8'));

/** Maps the title of each recipe to the way to run it and the checks afterwards. */
const TRIALS: Record<string, (kitchen: DocRunner, blocks: Block[]) => Promise<void>> = {
  'Before you start': async (kitchen, blocks) => {
    const { token } = JSON.parse(await kitchen.run(blocks));
    assert.match(token, /^svc_ses_/);
  },

  '1. Make a key with limited permissions': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const { body: keys } = await kitchen.service.owner.call('GET', '/v1/dev/keys');
    const { scopes, key_prefix } = keys.find(({ name }: Json) => name === 'note taker');
    assert.deepEqual(scopes, ['memories:read', 'memories:write']);
    assert.ok(printed.includes(key_prefix), 'it looked at itself');
  },

  '2. Remember facts': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const memories = await kitchen.get('memories');
    assert.deepEqual(memories.map(({ content, tags }: Json) => [content, ...tags]).toSorted(), [
      ['Is allergic to peanuts', 'health'],
      ['Plays piano in the evenings'],
      ['Plays the piano in the evening'],
    ]);
    assert.match(printed, /resembles"?: ?\{[^}]*Plays the piano in the evening/);
  },

  '3. Bring in a chat or a journal': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const [{ started_at, structured }] = await kitchen.get('conversations');
    assert.equal(started_at, '2026-03-02T21:00:00.000Z');
    const [task] = await kitchen.get('action-items');
    assert.deepEqual(
      [task.description, task.due_at],
      ['Book the train tickets', '2026-03-06T23:59:00.000Z'],
    );
    assert.equal(structured.events[0].start, '2026-03-09T10:00:00.000Z');
    for (const each of [structured.title, structured.overview, task.due_at])
      assert.ok(printed.includes(each));
  },

  '4. Bring in a transcript of another recorder': async (kitchen, blocks) => {
    const known = (await kitchen.get('conversations')).length;
    await kitchen.run(blocks);
    const [recording, ...others] = await kitchen.get('conversations?include_transcript=true');
    assert.equal(others.length, known, 'it was sent twice and is there once');
    assert.deepEqual(
      [recording.source, recording.started_at],
      ['plaud', '2026-03-02T09:00:00.000Z'],
    );
    assert.deepEqual(
      recording.transcript_segments.map(({ start, text }: Json) => [start, text]),
      [
        [0, 'We agreed to paint the kitchen green.'],
        [3.4, 'I will buy the paint on Saturday.'],
      ],
    );
  },

  '5. Find what was said, and ask': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const [{ id, structured }] = await kitchen.get('conversations?limit=1');
    const answers = [id, structured.title, 'I will buy the paint on Saturday.', '3.4'];
    for (const each of answers) assert.ok(printed.includes(each), `${each} is in ${printed}`);
    assert.match(printed, /“I will buy the paint on Saturday\.?”[^\n]* \[1\]/);
  },

  '6. Back up everything, and export transcripts': async (kitchen, blocks) => {
    for (let batch = 0; batch < 5; batch += 1) {
      const memories = Array.from({ length: 25 }, (_, index) => ({
        content: `Has read book ${batch * 25 + index}`,
      }));
      await kitchen.key.call('POST', '/v1/dev/user/memories/batch', { memories });
    }
    await kitchen.key.call('POST', '/v1/dev/user/goals', { title: 'Read more' });
    await kitchen.key.call('POST', '/v1/dev/user/people', { name: 'Ana' });
    await kitchen.run(blocks);
    for (const list of ['memories', 'action-items', 'goals', 'people', 'conversations']) {
      // curl prints a page per line; the client prints an item per line.
      const kept = kitchen
        .read(`${list}.jsonl`)
        .trim()
        .split('\n')
        .flatMap((line) => JSON.parse(line));
      const more = list === 'conversations' ? '&include_transcript=true' : '';
      assert.deepEqual(kept, await kitchen.get(`${list}?limit=1000${more}`), list);
      assert.ok(kept.length > 0, list);
    }
    assert.match(
      kitchen.read('transcript.md'),
      /^# .+\n[^]+\*\*Owner\*\* \(0:00\): We agreed to paint/,
    );
    assert.match(
      kitchen.read('transcript.srt'),
      /^1\n00:00:00,000 --> 00:00:03,200\nOwner: We agreed/,
    );
  },

  '7. Keep a to-do app in sync': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const [{ description, completed, due_at, completed_at }] =
      await kitchen.get('action-items?limit=1');
    assert.deepEqual([description, completed, due_at], ['Order green paint', true, null]);
    assert.ok(completed_at !== null);
    assert.ok(printed.includes('Book the train tickets'), 'the open tasks are listed');
    assert.match(printed, /changed since you read it/);
    assert.ok(printed.includes('2026-03-06T16:00:00.000Z') && !printed.includes('2026-03-20'));
  },

  '8. Write safely on a bad network': async (_kitchen, blocks) => {
    // The minute has one second left. The test starts the next minute when the service has refused
    // a request.
    const clock = new ManualClock('2026-03-02T10:00:59Z');
    const environment = { SVC_RATE_LIMIT: '10/minute,1000/day' };
    await using kitchen = await DocRunner.open({ environment, clock });
    const onLimited = () => clock.advance(1000);
    await using network = await openBadNetwork(kitchen.url, { loses: 2, onLimited });
    kitchen.url = network.url;
    await kitchen.run(blocks);
    assert.deepEqual([network.lost, network.limited], [1, 1]);
    // The program crashed and starts again.
    clock.advance(60_000);
    await kitchen.run(blocks);
    clock.advance(60_000);
    const tasks = (await kitchen.get('action-items')).map(({ description }: Json) => description);
    const wanted = Array.from({ length: 10 }, (_, index) => `Water the plants, week ${index + 1}`);
    assert.deepEqual(tasks.toSorted(), wanted.toSorted(), 'each is there once');
  },

  '9. Follow a goal': async (kitchen, blocks) => {
    const printed = await kitchen.run(blocks);
    const [goal] = await kitchen.get('goals?limit=1');
    assert.deepEqual(goal.metric, {
      type: 'numeric',
      current: 12.5,
      target: 100,
      min: null,
      max: null,
      unit: 'km',
    });
    assert.deepEqual([goal.title, goal.status], ['Run 100 km this spring', 'focused']);
    const [{ date, value }] = await kitchen.get(`goals/${goal.id}/history`);
    assert.ok(printed.includes(date) && printed.includes(String(value)));
  },

  '10. Receive webhooks': async (kitchen, [set, receiver, look]) => {
    const port = await freePort();
    // Any port is suitable, and tests must not wait for the ports of other tests.
    const moved = ({ code, ...block }: Block) => ({
      ...block,
      code: code.replaceAll('9000', `${port}`),
    });
    const [secret] = /whsec_[\w-]+/.exec(await kitchen.run([moved(set!)]))!;
    kitchen.write(receiver!.file!, moved(receiver!).code);
    const { child, output } = kitchen.start(['node', receiver!.file!], { WEBHOOK_SECRET: secret! });
    try {
      const url = `http://127.0.0.1:${port}/?uid=${kitchen.service.owner.id}`;
      const body = '{"id":"forged"}';
      const now = Math.floor(Date.now() / 1000);
      const signed = (at: number, said = body) => {
        const hmac = createHmac('sha256', secret!).update(
          `${at}.${kitchen.service.owner.id}.${said}`,
        );
        return `t=${at},v1=${hmac.digest('hex')}`;
      };
      await until(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      );
      for (const [signature, status] of [
        [signed(now), 200],
        [`${signed(now, 'old secret')},${signed(now).split(',')[1]}`, 200],
        [signed(now, 'something else'), 401],
        [signed(now - 301), 401],
        ['nonsense', 401],
      ] as const) {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers: { 'X-Svc-Signature': signature },
        });
        assert.equal(answer.status, status, signature);
      }
      assert.match(await kitchen.run([look!]), /"?status"?: ?["']delivered["']/);
      const path = '/v1/users/developer/webhooks/deliveries';
      const [{ status, response_status }] = (await kitchen.service.owner.call('GET', path)).body;
      assert.deepEqual([status, response_status], ['delivered', 200]);
      const text = 'I live in Porto.';
      const { id } = (await kitchen.key.call('POST', '/v1/dev/user/conversations', { text })).body;
      await until(async () => output().includes(id));
    } finally {
      child.kill();
      await once(child, 'close');
    }
  },

  'Listen live': async (kitchen, blocks) => {
    kitchen.write('speech.pcm', new Uint8Array(1.5 * 16_000 * 2));
    const printed = await kitchen.run(blocks);
    const text = 'I live in Porto with my sister.';
    assert.match(printed, /0 SPEAKER_00 I live in Porto with my sister\./);
    const [newest] = await kitchen.get('conversations?include_transcript=true&limit=1');
    assert.equal(newest.transcript_segments[0].text, text);
    assert.ok(printed.includes(newest.structured.title));
  },
};

/** The words that the service recognises in the recipe with speech. */
const recogniser = scriptedRecogniser({
  utterances: [{ text: 'I live in Porto with my sister.', start: 0.2, end: 1 }],
});

for (const language of ['sh', 'ts'] as const) {
  let kitchen: DocRunner;
  before(async () => {
    kitchen = await DocRunner.open({
      environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
      recogniser,
    });
  });
  after(() => kitchen[Symbol.asyncDispose]());

  for (const { title, blocks } of docExamples) {
    const own = blocks.filter((block) => block.language === language || block.file);
    if (own.length === 0) continue;
    test(`${title} (with ${LANGUAGES[language]})`, () => TRIALS[title]!(kitchen, own));
  }
}

test('every recipe is tested in both languages', () => {
  assert.deepEqual(
    docExamples.map(({ title }) => title),
    Object.keys(TRIALS),
  );
  for (const { title, blocks } of docExamples.filter((recipe) => /^\d/.test(recipe.title))) {
    assert.deepEqual([...new Set(blocks.map(({ language }) => language))], ['sh', 'ts'], title);
  }
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20);
}
