/** Tests the decision, for a whole conversation, which words are the user's. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodedVoices } from '../../engines/voices/encoded-voices.ts';
import type { OwnerVerdict } from '../../engines/voices/print.ts';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { judgeWords } from './whose-words.ts';

let service: TestService;
let context: Context;
let person_id: string;

before(async () => {
  service = await startService();
  context = contextOf(service, []);
  const { body } = await service.owner.call('POST', '/v1/users/people', { name: 'Ana' });
  person_id = body.id;
});
after(() => service[Symbol.asyncDispose]());

const printer = encodedVoices({
  name: 'm',
  dimensions: 8,
  limits: { sure: 0.6, perhaps: 0.4, same: 0.55 },
  embed: () => Promise.reject(new Error('There is no sound.')),
});

/** The voice of the owner points in the first direction, and each other voice in one of its own. */
function statisticsOf(whole: OwnerVerdict, voice: number): Buffer {
  const vector = new Float32Array(8);
  vector[0] = { owner: 1, probable: 0.5, other: 0 }[whole];
  vector[voice] ||= Math.sqrt(1 - vector[0] ** 2);
  return Buffer.from(vector.buffer);
}

async function profile(): Promise<void> {
  await service.service.parts.db
    .insertInto('speech_profiles')
    .values({
      user_id: service.owner.id,
      id: crypto.randomUUID(),
      audio: Buffer.alloc(1),
      seconds: 30,
      problems: JSON.stringify([]),
      model: 'm',
      print_seconds: 30,
      statistics: statisticsOf('owner', 0),
      created_at: new Date(),
    })
    .execute();
}

/**
 * A segment as it was first stored: its speaker number, the result of its own voice check, and the
 * result for the whole conversation if the segment was long enough to compare.
 */
interface Piece {
  speaker_id: number;
  alone: OwnerVerdict | null;
  whole?: OwnerVerdict;
  /** Pieces of a stranger have the same number; each piece is another voice by default. */
  voice?: number;
  /** True when the segment was compared before and its sound no longer exists. */
  isGone?: boolean;
  person?: boolean;
}

/**
 * Evaluates a conversation that consists of these pieces; returns the number and the result of each
 * piece.
 */
async function judge(...pieces: Piece[]) {
  const { db } = service.service.parts;
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: pieces.map(({ speaker_id, alone }, n) => ({
      text: `Words ${n}.`,
      speaker_id,
      is_user: alone === 'owner',
      start: n,
      end: n + 1,
    })),
  });
  const conversation_id: string = body.id;
  const rows = await db
    .selectFrom('segments')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .orderBy('start_seconds')
    .execute();
  for (const [n, { alone, whole, voice = n + 1, isGone, person }] of pieces.entries()) {
    const { id } = rows[n]!;
    const set = {
      voice_verdict: alone,
      voice_checked: whole !== undefined || isGone === true,
      ...(person && { person_id, is_user: false }),
    };
    await db.updateTable('segments').set(set).where('id', '=', id).execute();
    if (whole === undefined) continue;
    const print = { user_id: service.owner.id, conversation_id, segment_id: id, model: 'm' };
    await db
      .insertInto('segment_prints')
      .values({ ...print, print_seconds: 5, statistics: statisticsOf(whole, voice) })
      .execute();
  }
  await judgeWords(context, printer, conversation_id);
  const verdicts = await db
    .selectFrom('segments')
    .select(['speaker_id', 'voice_verdict', 'is_user'])
    .where('conversation_id', '=', conversation_id)
    .orderBy('start_seconds')
    .execute();
  return verdicts.map(({ speaker_id, voice_verdict, is_user }: Json) => {
    assert.equal(is_user, voice_verdict === 'owner');
    return [speaker_id, voice_verdict];
  });
}

test('without a profile, the first voice is taken for the owner', async () => {
  const talk = await judge(
    { speaker_id: 0, alone: 'owner', whole: 'other', voice: 1 },
    { speaker_id: 0, alone: 'owner', whole: 'other', voice: 2 },
    { speaker_id: 1, alone: 'other', whole: 'other', voice: 1 },
  );
  assert.deepEqual(talk, [
    [0, 'owner'],
    [2, 'other'],
    [0, 'owner'],
  ]);
  await profile();
});

test('each stranger gets one number, the one that most of the speech had', async () => {
  const of = (speaker_id: number, voice: number, more: Partial<Piece> = {}) =>
    ({ speaker_id, voice, alone: 'other', whole: 'other', ...more }) as Piece;
  const numbers = async (...pieces: Piece[]) => (await judge(...pieces)).map(([number]) => number);
  assert.deepEqual(await numbers(of(1, 1), of(2, 1), of(2, 1)), [2, 2, 2]);
  assert.deepEqual(await numbers(of(1, 1), of(1, 2), of(1, 1)), [1, 2, 1]);
  assert.deepEqual(await numbers(of(3, 1), of(3, 1), of(1, 1, { person: true })), [1, 1, 1]);
});

test('speakers who turn out not to be the owner get separate numbers', async () => {
  const talk = await judge(
    { speaker_id: 0, alone: 'owner', whole: 'owner' },
    { speaker_id: 0, alone: 'owner', whole: 'other' },
    { speaker_id: 3, alone: 'other', whole: 'probable' },
    { speaker_id: 0, alone: 'owner', whole: 'other' },
    { speaker_id: 4, alone: 'other', whole: 'owner' },
  );
  assert.deepEqual(talk, [
    [0, 'owner'],
    [5, 'other'],
    [3, 'probable'],
    [6, 'other'],
    [0, 'owner'],
  ]);
});

test("a short remark is the user's if nobody else speaks, probable between the user's words, else another's", async () => {
  const remark = { speaker_id: 1, alone: 'other' as const };
  const own = { speaker_id: 0, alone: 'owner' as const, whole: 'owner' as const };
  const other = { speaker_id: 2, alone: 'other' as const, whole: 'other' as const };
  assert.deepEqual((await judge(own, remark)).at(-1), [0, 'owner']);
  assert.deepEqual((await judge(own, remark, own, other))[1], [1, 'probable']);
  assert.deepEqual((await judge(remark, own, other))[0], [1, 'probable']);
  assert.deepEqual((await judge(own, remark, other))[1], [2, 'other']);
  assert.deepEqual((await judge(other, remark, own))[1], [2, 'other']);
});

test('a compared segment without sound keeps its result', async () => {
  const talk = await judge(
    { speaker_id: 0, alone: 'owner', whole: 'owner' },
    { speaker_id: 1, alone: 'probable', isGone: true },
    { speaker_id: 2, alone: 'other', whole: 'other' },
  );
  assert.deepEqual(talk[1], [1, 'probable']);
});

test('the user gets number 0, or a free number if 0 is taken', async () => {
  const found = { speaker_id: 2, alone: 'other' as const, whole: 'owner' as const };
  assert.deepEqual(await judge(found), [[0, 'owner']]);
  const other = { speaker_id: 0, alone: 'other' as const, whole: 'other' as const };
  assert.deepEqual(await judge(other, found), [
    [0, 'other'],
    [3, 'owner'],
  ]);
});

test('segments that were assigned to a person are not judged', async () => {
  const talk = await judge(
    { speaker_id: 0, alone: 'owner', whole: 'owner' },
    { speaker_id: 1, alone: 'other', whole: 'other', person: true },
    { speaker_id: 2, alone: null },
  );
  assert.deepEqual(talk.slice(1), [
    [1, 'other'],
    [2, null],
  ]);
});
