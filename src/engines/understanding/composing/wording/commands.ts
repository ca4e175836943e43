/** What one says alone, to oneself or to this service: notes, of which each sentence may be a task. */
import { LONGEST_NOTE, type Sentence, type TalkReading } from '../../../reading/talk.ts';
import { isLearnt } from '../bounds.ts';
import { isLabel, userNameOf, type HeardTalk } from '../heard.ts';
import { wordsAsWritten } from '../words.ts';
import type { TaskWording } from './task-words.ts';

/** What begins a note names what it is: "Reminder: print the forms", "Nueva tarea, pagar la luz". */
const LABEL = new RegExp(
  String.raw`^(?:(?:set|make|add|create) an? )?(?:(?:new|neue|nueva|nuevo) )?` +
    String.raw`(?:to[ -]?do|task|reminder|aufgabe|erinnerung|tarea|recordatorio)s?` +
    String.raw`(?:\s*[:,–-]\s*| (?:to|that|for) )(?=\p{L}+ \p{L})`,
  'iu',
);
/** What ends a note says only that it is one. */
const REMARK = new RegExp(
  String.raw`,? (?:(?:and )?(?:do not|don['’]t) let me forget(?: (?:it|that|them))?` +
    String.raw`|(?:and )?(?:put|write|note|jot) (?:it|them|that) (?:down|on (?:my|the|our) list)` +
    String.raw`|que no se me olviden?|nicht vergessen)[.!]?$`,
  'iu',
);

/** A note without the words that only name it so. */
export const withoutLabel = (text: string): string => text.replace(LABEL, '').replace(REMARK, '');

/** One speaks, who is the user or has no name: what somebody else says alone is not the user's. */
export const isAlone = (heard: HeardTalk): boolean =>
  heard.speakers.length === 1 && (userNameOf(heard) !== null || isLabel(heard.speakers[0]!));
export const isNote = ({ sentences }: TalkReading, heard: HeardTalk): boolean =>
  isAlone(heard) && sentences.length <= LONGEST_NOTE;

const SURELY = 0.9;
const UNLIKELY = 0.1;
const RATHER = 0.5;
/** Of a note whose words tell a task: the reader has seen few notes. */
const TOLD = 0.6;
const NOBODY = { isAsked: false, isOthers: false, speaker: null, listener: null };

export const isSurelyNothing = ({ note }: Pick<Sentence, 'note'>): boolean =>
  note !== null && note.nothing >= SURELY;

/** What the head for notes is sure of, it knows better than the other heads. */
export function chanceInNote(
  kind: 'task' | 'event',
  chance: number,
  { note }: Pick<Sentence, 'note'>,
): number {
  if (note === null) return chance;
  if (isSurelyNothing({ note })) return 0;
  if (note.nothing > UNLIKELY) return chance;
  return note[kind] > UNLIKELY ? Math.max(chance, note[kind]) : 0;
}

/** The chance that a sentence of a note is a task. */
export function chanceOfTask(sentence: Sentence, wording: TaskWording | null): number {
  const chance = chanceInNote('task', sentence.task, sentence);
  const { nothing = 1 } = sentence.note ?? {};
  const isOpen = nothing > UNLIKELY && nothing < SURELY;
  const isTold = isOpen && wording !== null && tells(sentence, wording);
  return isTold ? Math.max(chance, TOLD) : chance;
}

/** A note for a task is one in its own words, if in no others. */
export const isTaskInItsWords = ({ note }: Sentence): boolean =>
  note !== null && note.task > RATHER;

/** What is lacking is to be got: "We need milk". */
const LACKS = {
  en: {
    pattern: new RegExp(
      String.raw`^(?:(?:we|i)(?: |(?=['’])))?(?:need|(?:(?:are |am |['’]re |['’]m )?(?:all )?(?:out of|low on|short of)))` +
        String.raw` (?!to |(?:you|him|her|them|me|us)\b)(\p{L}+(?: \p{L}+){0,3})$`,
      'iu',
    ),
    wording: 'get $1',
  },
  de: {
    pattern: /^(?:(?:wir|ich) )?brauchen? (?:noch )?(?!zu |nicht )(\p{L}+(?: \p{L}+){0,3})$/iu,
    wording: '$1 besorgen',
  },
  es: {
    pattern:
      /^(?:necesit(?:amos|o)|(?:no (?:nos )?)quedan?|faltan?|hacen? falta) (?!que )(\p{L}+(?: \p{L}+){0,3})$/iu,
    wording: 'comprar $1',
  },
} as const;

/** The words of a note that names something that is lacking, as an instruction; null for others. */
export function toGetIn(text: string, language: string): string | null {
  const form = isLearnt(language) ? LACKS[language] : null;
  const said = text.replace(/[\s.!,;]+$/u, '');
  return form?.pattern.test(said) ? said.replace(form.pattern, form.wording) : null;
}

const tells = ({ unit }: Sentence, wording: TaskWording): boolean =>
  wording.instruction(wording.plain(unit.text), NOBODY) !== null;

/** Words. */
const LONGEST_COMMAND = 14;
export const isShort = ({ unit }: Sentence): boolean => unit.tokens.length <= LONGEST_COMMAND;

/** Whoever says "Send me the draft" or "Please call the carpenter" does not do it. */
export function tellsListener({ unit }: Sentence, wording: TaskWording | null): boolean {
  if (wording === null || !FOR_SPEAKER.test(unit.text)) return false;
  const said = wording.plain(unit.text);
  const [verb = ''] = wordsAsWritten(said);
  const told = wording.instruction(said, NOBODY)?.toLowerCase();
  if (OF_ONESELF.test(verb)) return false;
  return verb.length > 2 && told?.includes(verb.slice(0, STEM)) === true;
}
const FOR_SPEAKER = /(?<!\p{L})(?:me|please|mir|mich|bitte|por favor)(?!\p{L})/iu;
/** "Llamo", but not "mándalo". */
const OF_ONESELF = /(?<!l)o$|oy$/u;
/** "Kauf Brot" is "Brot kaufen". */
const STEM = 4;
