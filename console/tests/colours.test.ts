/** Tests that a person has one colour and one name in the whole console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

/** The colour that a person sees on a mark with initials. */
const colourOf = (mark: Locator) =>
  mark.evaluate(
    (element): string =>
      element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor,
  );

test('each person has one colour and I have mine, in every talk and list, and I read about “You”', async () => {
  await using service = await startService();
  const { owner } = service;
  const people = new Map<string, string>();
  for (const name of ['Anna', 'Bento', 'Chiyo', 'Dario', 'Edda']) {
    people.set(name, (await owner.call('POST', '/v1/users/people', { name })).body.id);
  }
  const createTalk = async (...lines: [string, string][]) => {
    const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: lines.map(([name, text], at) => ({
        text,
        start: at * 5,
        end: at * 5 + 4,
        is_user: name === 'me',
        speaker_id: at,
        ...(people.has(name) && { person_id: people.get(name) }),
      })),
    });
    await eventually('the talk to be understood', async () => {
      const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
      return read.status === 'completed';
    });
    return body.id as string;
  };
  const first = await createTalk(
    ['me', 'The lighthouse has four windows.'],
    ['Anna', 'And a red door.'],
    ['Bento', 'It was green once.'],
    ['nobody', 'No, blue.'],
  );
  const second = await createTalk(
    ['Edda', 'Good morning to everybody.'],
    ['Dario', 'Good morning.'],
    ['Chiyo', 'Is there coffee?'],
    ['Bento', 'There is.'],
    ['Anna', 'For all of us.'],
    ['me', 'The lighthouse is painted again in spring.'],
  );
  const { name: me } = (await owner.call('GET', '/v1/auth/me')).body;
  await owner.call('PATCH', `/v1/conversations/${first}/summary`, {
    content: `A talk with Anna. ${me} says: “The lighthouse has four windows.”`,
  });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const seen = new Map<string, Set<string>>();
  const note = async (scheme: string, name: string, mark: Locator) => {
    const key = `${scheme} ${name}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(await colourOf(mark)));
  };
  const turnOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [id, names] of [
      [first, ['You', 'Anna', 'Bento', 'Speaker 3']],
      [second, ['Edda', 'Dario', 'Chiyo', 'Bento', 'Anna', 'You']],
    ] as const) {
      await tab.go(`/conversations/${id}`);
      for (const name of names) {
        const initial = turnOf(name)
          .first()
          .getByText(/^[A-Z]\w?$/);
        await note(colorScheme, name, initial);
      }
    }
    await page.getByRole('button', { name: 'Edda', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Who spoke?' });
    for (const name of people.keys()) {
      const row = sheet.getByRole('button', { name });
      await note(colorScheme, name, row.getByText(name[0]!, { exact: true }));
    }
    await note(colorScheme, 'You', sheet.getByText('Y', { exact: true }));
    await tab.go('/people');
    for (const name of people.keys()) {
      await note(colorScheme, name, page.getByText(name[0]!, { exact: true }));
    }
    await tab.go('/');
    const ribbons = page.getByRole('slider').locator('path');
    await ribbons.first().waitFor();
    const fills = await ribbons.evaluateAll((all): string[] =>
      all.map((path) => path.ownerDocument.defaultView.getComputedStyle(path).fill),
    );
    const known = new Set([...seen.values()].flatMap((each) => [...each]));
    assert.ok(
      fills.every((fill) => known.has(fill)),
      fills.join(),
    );
    assert.ok(fills.some((fill) => seen.get(`${colorScheme} You`)!.has(fill)));
  }
  for (const [name, colours] of seen) assert.equal(colours.size, 1, `${name}: ${[...colours]}`);
  for (const scheme of ['light', 'dark']) {
    const of = (name: string) => [...seen.get(`${scheme} ${name}`)!][0];
    assert.equal(new Set(['You', ...people.keys()].map(of)).size, 6);
    assert.ok(!['You', 'Anna', 'Bento'].map(of).includes(of('Speaker 3')));
  }

  await tab.go('/conversations');
  const row = page.getByRole('article').filter({ hasText: 'A talk with Anna' });
  await row.getByText('You say: “The lighthouse has four windows.”').waitFor();
  await row.getByText(/You, Anna, Bento/).waitFor();
  assert.equal(await page.getByText(me).count(), 0);
  await tab.go(`/conversations/${first}`);
  await page.getByText('You say: “The lighthouse has four windows.”').waitFor();
  assert.equal(await page.getByText(me).count(), 0);
});
