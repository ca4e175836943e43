/** Says the two sentences of each pair in two talks, and looks at the memory of the first. */
import { ManualClock } from '../../src/core/clock.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { Case, Outcome } from './score.ts';

const PATH = '/v1/dev/user/memories';
const DAY = 86_400_000;

/** The memories of a pair are deleted before the next one. */
export async function outcomesOf(pairs: readonly Case[]): Promise<Outcome[]> {
  const clock = new ManualClock('2026-03-01T12:00:00Z');
  await using service = await startService({ clock });
  const scopes = ['conversations:write', 'memories:read', 'memories:write'];
  const key = await service.owner.key(scopes);
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await key.call(method, path, body);
    if (answer.status > 299) throw new Error(`${path}: ${answer.status}`);
    return answer.body;
  };
  const say = (text: string, language: string): Promise<Json> => {
    clock.advance(DAY);
    const segment = { text, start: 0, end: 5, is_user: true, speaker_id: 0 };
    const started_at = clock.now().toISOString();
    const input = { started_at, language, transcript_segments: [segment] };
    return call('POST', '/v1/dev/user/conversations/from-segments', input);
  };
  const outcomes: Outcome[] = [];
  for (const pair of pairs) {
    await say(pair.earlier, pair.language);
    const [first] = await call('GET', PATH);
    if (!first) {
      outcomes.push({ pair, outcome: 'unheard' });
      continue;
    }
    await say(pair.later, pair.language);
    const { until, times_heard } = await call('GET', `${PATH}/${first.id}`);
    const outcome = until !== null ? 'closed' : times_heard > 1 ? 'retold' : 'other';
    outcomes.push({ pair, outcome });
    const all = [...(await call('GET', PATH)), ...(await call('GET', `${PATH}?closed=true`))];
    for (const { id } of all) await call('DELETE', `${PATH}/${id}`);
  }
  return outcomes;
}
