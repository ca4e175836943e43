import type { Perhaps, PerhapsKind, Understanding } from '../../engines/understanding/maker.ts';
import { likenessToFingerprint, wasTakenAway } from '../../engines/facts/same-fact.ts';
import { KnownTexts } from '../../engines/facts/equality.ts';
import { comparable } from '../../core/text.ts';
import { beginning } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { itemsOfConversations } from '../action-items/action-items.ts';
import { selectDismissed } from '../outcomes/dismissals/dismissals.ts';
import { knownMemories } from '../memories/heard-memories.ts';
import * as sql from './suggestions.sql.ts';
import type { SuggestionRow } from './suggestions.sql.ts';

export { moveSuggestions } from './suggestions.sql.ts';

/** A talk must not become a questionnaire. */
const MAX_OF_CONVERSATION = 10;
const MAX_COMPARED = 2_000;
const MAX_TEXT = 500;

/** What was understood of a conversation, and the time of its talk. */
interface Understood extends Pick<Understanding, 'events' | 'perhaps'> {
  id: string;
  started_at: Date;
}

/**
 * Replaces the open suggestions of a conversation, in the transaction that stores what was
 * understood. A suggestion that is found again keeps its id. What the user decided is not asked
 * again, and neither is what is known already.
 */
export async function replaceSuggestions(context: Context, understood: Understood): Promise<void> {
  const { id: conversation_id, perhaps = [] } = understood;
  const user_id = userOf(context);
  const place = { conversation_id, limit: MAX_COMPARED };
  const asked = await sql.selectAsked(context.db, user_id, place);
  const open = asked.filter((row) => row.state === 'open');
  const decided = asked.filter((row) => row.state !== 'open');
  const wanted = await worthAsking(context, { ...understood, perhaps }, decided);
  const found = new Map(open.map((row) => [keyOf(row), row]));
  const stays = new Set<string>();
  const fresh: Perhaps[] = [];
  for (const each of wanted) {
    const row = found.get(keyOf(each));
    if (!row) fresh.push(each);
    else {
      stays.add(row.id);
      if (!isSame(row, each)) await sql.updateSuggestion(context.db, row, readingOf(each));
    }
  }
  const lost = open.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
  await sql.deleteSuggestions(context.db, user_id, lost);
  const created_at = context.clock.now();
  const rows = fresh.map((each) => ({
    user_id,
    id: context.newId(),
    conversation_id,
    kind: each.kind,
    text: each.text,
    ...readingOf(each),
    created_at,
  }));
  await sql.insertSuggestions(context.db, rows);
}

/** The same words about another time are another task or appointment. */
const keyOf = ({ kind, text, at }: Pick<Perhaps, 'kind' | 'text' | 'at'>) =>
  `${kind} ${kind === 'memory' ? '' : (at?.getTime() ?? '')} ${comparable(text)}`;
const readingOf = ({ at, segment_id, confidence }: Perhaps) => ({ at, segment_id, confidence });
const isSame = (row: SuggestionRow, { at, segment_id, confidence }: Perhaps): boolean =>
  row.at?.getTime() === at?.getTime() &&
  row.segment_id === segment_id &&
  // The database stores 32 bits.
  Math.fround(row.confidence) === Math.fround(confidence);

/** Returns the surest suggestions that the user does not know. */
async function worthAsking(
  context: Context,
  understood: Understood & { perhaps: readonly Perhaps[] },
  decided: readonly SuggestionRow[],
): Promise<Perhaps[]> {
  const given = understood.perhaps.flatMap((each) => {
    const text = beginning(each.text.trim(), MAX_TEXT);
    return text === '' ? [] : [{ ...each, text }];
  });
  const isKnown = {
    task: given.some(({ kind }) => kind === 'task')
      ? await knownTasks(context, understood.id)
      : NOTHING,
    event: new Known(understood.events.map(({ title, start }) => ({ text: title, at: start }))),
    memory: given.some(({ kind }) => kind === 'memory')
      ? await knownFacts(context, understood)
      : NOTHING,
  };
  const asked = { task: new KnownTexts(), event: new KnownTexts(), memory: new KnownTexts() };
  for (const row of decided) asked[row.kind as PerhapsKind].add(row);
  const wanted: Perhaps[] = [];
  for (const each of given.toSorted((one, other) => other.confidence - one.confidence)) {
    if (asked[each.kind].find(each) !== undefined || isKnown[each.kind].says(each)) continue;
    asked[each.kind].add(each);
    wanted.push(each);
    if (wanted.length === MAX_OF_CONVERSATION) break;
  }
  return wanted;
}

type Said = Pick<Perhaps, 'text' | 'at'>;

/** What need not be asked: the same words, or what a further check knows. */
class Known {
  readonly #texts = new KnownTexts();
  readonly #isAway: (text: string) => boolean;

  constructor(known: readonly Said[], isAway: (text: string) => boolean = () => false) {
    for (const each of known) this.#texts.add(each);
    this.#isAway = isAway;
  }

  says(said: Said): boolean {
    return this.#texts.find(said) !== undefined || this.#isAway(said.text);
  }
}

const NOTHING = new Known([]);

/** The tasks of the conversation, and those that the user deleted. */
async function knownTasks(context: Context, conversation_id: string): Promise<Known> {
  const place = { conversation_id, kind: 'action_item' } as const;
  const items = await itemsOfConversations(context, [conversation_id]);
  const gone = await selectDismissed(context.db, userOf(context), place);
  return new Known(
    (items.get(conversation_id) ?? []).map(({ description, due_at }) => ({
      text: description,
      at: due_at && new Date(due_at),
    })),
    (text) => gone.some((fingerprint) => likenessToFingerprint(text, fingerprint) > 0),
  );
}

/** The facts that are remembered, and those that the user rejected or deleted. */
async function knownFacts(context: Context, conversation: Understood): Promise<Known> {
  const { known, rejected, dismissed } = await knownMemories(context, conversation);
  const away = { rejected_memories: rejected, dismissed_memories: dismissed };
  return new Known(
    known.map((text) => ({ text, at: null })),
    wasTakenAway(away),
  );
}
