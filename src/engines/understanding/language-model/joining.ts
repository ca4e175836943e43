/**
 * Joins what the built-in understanding found with the answers of a model. What was found stays,
 * unless the reading is unsure and the model says no; what the model adds must have been said.
 */
import { wordList } from '../../../core/text.ts';
import { knownZone } from '../../calendar/wall-clock.ts';
import { isLearnt, SAID } from '../composing/bounds.ts';
import { hear, languageOf } from '../composing/heard.ts';
import { agreedOf } from '../composing/overview.ts';
import { contentOf, overlapOf } from '../composing/words.ts';
import type { MadeEvent, Transcript, Understanding } from '../maker.ts';
import type { DraftCheck, Repaired } from './draft.ts';
import type { FoundItem } from './found-items.ts';
import { borneOutBy } from './grounding.ts';
import { appointments, facts, tasks, type ItemKind } from './items.ts';
import { markedMemories } from './prompt.ts';

export interface ModelAnswers {
  /** The answers to the pieces of the talk. */
  parts: readonly Repaired[];
  /** The answer about the whole. */
  frame: Repaired;
  checks?: ReadonlyMap<FoundItem, DraftCheck>;
}

/** Below this chance the reading is unsure, and the model decides. */
const SURE = 0.6;
/** The share of the content words of the model's own sentences that must have been said. */
const MOST_SAID = 0.5;
/** A title or an overview sums up, in part with words that nobody said. */
const SUMMARY_SAID = 0.34;
/** Another wording shares so much of the content words of the shorter one. */
const SAME_WORDS = 0.6;

/** What every talk could be called. */
const ANY_TALK = wordList(`
  call chat conversation discussion meeting note notes overview summary talk transcript
  anruf besprechung gespräch notiz notizen telefonat treffen unterhaltung zusammenfassung
  charla conversación llamada nota notas resumen reunión transcripción`);

/** Returns true if a title says more than who talked. */
function namesThing(title: string | undefined, { segments, user_name }: Transcript): boolean {
  const people = [user_name, ...segments.map(({ speaker_name }) => speaker_name)];
  const vain = contentOf([...ANY_TALK, ...people].join(' '));
  return [...contentOf(title ?? '')].some((stem) => !vain.has(stem));
}

/** The overview of the model, with the appointments and tasks that it leaves out. */
function overviewWith(
  overview: string | undefined,
  { events, action_items }: Pick<Understanding, 'events' | 'action_items'>,
  transcript: Transcript,
): string | undefined {
  const language = languageOf(transcript);
  if (overview === undefined || !isLearnt(language)) return overview;
  const timeZone = knownZone(transcript.timezone);
  const [day, weekday] = [
    new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }),
    new Intl.DateTimeFormat(SAID[language].locale, { weekday: 'long', timeZone }),
  ];
  const isDated = ({ start }: MadeEvent) =>
    overview.includes(weekday.format(start)) ||
    new RegExp(String.raw`(?<!\d)${day.format(start)}(?!\d)`).test(overview);
  const made = {
    events: events.filter((event) => !isDated(event)),
    action_items: action_items.filter(
      ({ description }) => overlapOf(description, overview) < SAME_WORDS,
    ),
  };
  return [overview, ...agreedOf(hear(transcript), made)].join(' ');
}

/** A new fact may replace those of `replaceable`, which it names by their marks. */
export function joinedWithModel(
  found: Understanding,
  { parts, frame, checks = new Map() }: ModelAnswers,
  transcript: Transcript,
  replaceable = markedMemories(transcript),
): Understanding {
  const isBorneOut = borneOutBy(transcript);
  /** Another wording, if it says the same in words that were said there; else the old one. */
  const reworded = (old: string, text: string, near?: string | null): string => {
    const isSame = overlapOf(old, text) >= SAME_WORDS;
    const isFull = contentOf(text).size >= Math.min(2, contentOf(old).size);
    return isSame && isFull && isBorneOut({ text, share: 1, near, also: old }) ? text : old;
  };
  const join = <Item extends FoundItem>(items: readonly Item[], kind: ItemKind<Item>): Item[] => {
    const kept = items.flatMap((item) => {
      const check = checks.get(item);
      const isUnsure = (item.confidence ?? 1) < SURE;
      if (check?.keep === false && isUnsure) return [];
      return check ? kind.better(item, check.words, { whose: isUnsure ? check.whose : '' }) : item;
    });
    for (const item of kind.written) {
      const text = kind.textOf(item);
      const same = kept.findIndex((each) => kind.isSame(each, item));
      if (same >= 0) kept[same] = kind.better(kept[same]!, text, { written: item });
      else if (!isBorneOut({ text, share: MOST_SAID, near: item.segment_id })) continue;
      else if (kind.isWanted?.(item, kept) ?? true) kept.push(item);
    }
    return kept;
  };
  const given = { parts, transcript, reworded };
  const action_items = join(found.action_items, tasks(given));
  const events = join(found.events, appointments(given));
  const kind = facts(given, replaceable);
  const memories = join(found.memories, kind);
  const replaced = new Set(memories.map(({ replaces }) => replaces));
  const said = (text: string | undefined): string | undefined =>
    text !== undefined && isBorneOut({ text, share: SUMMARY_SAID }) ? text : undefined;
  return {
    ...found,
    title: namesThing(frame.title, transcript) ? (said(frame.title) ?? found.title) : found.title,
    overview:
      overviewWith(said(frame.overview), { events, action_items }, transcript) ?? found.overview,
    category: frame.category ?? found.category,
    emoji: frame.emoji ?? found.emoji,
    action_items,
    events,
    memories,
    heard_again: [...(found.heard_again ?? []), ...kind.heard_again],
    // The model decides about the facts that it replaces.
    changes: (found.changes ?? []).filter(({ memory_id }) => !replaced.has(memory_id)),
    worthless: found.worthless && action_items.length + events.length + memories.length === 0,
  };
}
