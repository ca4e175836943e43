/** Tells commands to oneself or to this service, which are tasks however short the talk. */
import { LONGEST_NOTE, type Sentence, type TalkReading } from '../../../reading/talk.ts';
import { isLearnt } from '../bounds.ts';
import { isLabel, userNameOf, type HeardTalk } from '../heard.ts';
import { isFunctionWord, wordsAsWritten } from '../words.ts';
import type { TaskWording } from './task-words.ts';

/** Below this chance, nothing is taken for a command. */
const MAY_BE_COMMAND = 0.1;
/** The reader has seen few talks of one sentence, and is seldom sure of one. */
const MAY_BE_INSTRUCTED = 0.01;
const REMINDED = 0.9;
const INSTRUCTED = 0.6;
const REMINDER = new RegExp(
  String.raw`^(?:(?:please|hey|ok(?:ay)?|and|also|bitte|und|por favor|y),? )*` +
    String.raw`(?:remind me (?:to|about|that)|(?:don't|do not) let me forget|note to self` +
    String.raw`|erinner[et]? mich|recuérdame|que no se me olvide)(?!\p{L})`,
  'iu',
);

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
    String.raw`|(?:and )?(?:put|write|note|jot|stick|get) (?:it|them|that|those) (?:down|on (?:my|the|our) list)` +
    String.raw`|que no se me olviden?|nicht vergessen)[.!]?$`,
  'iu',
);

/** A note without the words that only name it so. */
export const withoutLabel = (text: string): string => text.replace(LABEL, '').replace(REMARK, '');

/** A person alone who says what they have to do, perhaps on a condition. */
const DUTY = new RegExp(
  String.raw`^(?:(?:and|also|then|oh|okay|und|auch|y|también),? )*` +
    String.raw`(?:(?:(?:if|unless|si) [^,?]+|(?:wenn|falls) [^,?]+(?=, (?:dann )?muss ich)), )?` +
    String.raw`(?:then |entonces |dann (?=muss))?` +
    String.raw`(?:i (?:have (?:got )?to|need to|must|should)|i['’]ve got to|(?:i['’]?(?:ve)? )?gotta|need to` +
    String.raw`|ich (?:muss|sollte|soll)|muss (?:noch|dringend|mal)` +
    String.raw`|(?<=, (?:dann )?)muss ich|tengo que|debo|hay que)(?!\p{L})`,
  'iu',
);
/** "Don't mention those slides" is nothing to do, and "don't forget the slides" is. */
const FORBIDS = /^(?:please )?(?:don['’]t|do not|never) (?!forget\b|let\b)/iu;
const DUE_BY_ONESELF = 0.5;

/** Whoever asks a machine for an answer has nothing to do: "Tell me the time". */
const ASKS = new RegExp(
  String.raw`^(?:(?:please|hey|ok(?:ay)?|bitte|por favor),? )*` +
    String.raw`(?:(?:tell|show|give|read|find|get) me|show my|display|define|calculate|what|when|where|who|which|how` +
    String.raw`|sag[et]? mir|zeig[et]? mir|was|wann|wo|wer|welche[rs]?|wie` +
    String.raw`|dime|muéstrame|enséñame|qué|cuándo|dónde|quién|cuál|cómo)(?!\p{L})`,
  'iu',
);

/** What one says alone to "you", one says to this service. */
const REQUEST =
  /^(?:(?:can|could|would|will) you|(?:kannst|könntest) du|(?:puedes|podrías))(?!\p{L})/iu;

/** One speaks, who is the user or has no name: what somebody else says alone is not the user's. */
export const isAlone = (heard: HeardTalk): boolean =>
  heard.speakers.length === 1 && (userNameOf(heard) !== null || isLabel(heard.speakers[0]!));
export const isNote = ({ sentences }: TalkReading, heard: HeardTalk): boolean =>
  isAlone(heard) && sentences.length <= LONGEST_NOTE;
/** Words. */
const LONGEST_COMMAND = 14;
const NOBODY = { isAsked: false, isOthers: false, speaker: null, listener: null };

interface Setting {
  /** One speaker says a few sentences. */
  isNote: boolean;
  isAlone: boolean;
}

/**
 * Returns the chance that a sentence is a task. In a note, "buy stamps" is one, and what somebody
 * else will do is less likely one: the reader has seen few talks of a single sentence.
 */
export function chanceOfTask(
  sentence: Sentence,
  wording: TaskWording | null,
  setting: Setting,
): number {
  const chance = chanceInWords(sentence, wording, setting);
  if (setting.isNote && LABEL.test(sentence.unit.text)) return Math.max(chance, REMINDED);
  if (chance === 0) return 0;
  return setting.isNote ? chanceInNote('task', chance, sentence) : chance;
}

/** What the head for notes is sure of, it knows better than the other heads and the words. */
export function chanceInNote(
  kind: 'task' | 'event',
  chance: number,
  { note }: Pick<Sentence, 'note'>,
): number {
  if (note === null) return chance;
  if (isSurelyNothing({ note })) return 0;
  return note.nothing <= SURELY_SOMETHING ? Math.max(chance, note[kind]) : chance;
}
const SURELY_NOTHING = 0.9;
export const isSurelyNothing = ({ note }: Pick<Sentence, 'note'>): boolean =>
  note !== null && note.nothing >= SURELY_NOTHING;
const SURELY_SOMETHING = 0.1;

/** A note of which surely something is to be kept is a task in its own words, if in no others. */
export const isTaskInItsWords = ({ note }: Sentence): boolean =>
  note !== null && note.nothing <= SURELY_SOMETHING && note.task > note.event;

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

function chanceInWords(
  { task, unit }: Sentence,
  wording: TaskWording | null,
  { isNote, isAlone }: Setting,
): number {
  if (FORBIDS.test(unit.text)) return task / 2;
  if (task >= MAY_BE_COMMAND && REMINDER.test(unit.text)) return Math.max(task, REMINDED);
  if (task >= MAY_BE_COMMAND && isDuty(unit, isAlone)) return Math.max(task, DUE_BY_ONESELF);
  if (!isNote || wording === null || unit.tokens.length > LONGEST_COMMAND) return task;
  const said = wording.plain(unit.text);
  const told = wording.instruction(said, NOBODY);
  if (ASKS.test(said) || ASKS.test(told ?? '')) return 0;
  if (told === null) return task / 2;
  if (task < MAY_BE_INSTRUCTED) return task;
  return isImperative(said, told) || REQUEST.test(said) ? Math.max(task, INSTRUCTED) : task;
}

/** The instruction has the verb with which the sentence begins: "Kauf Brot" is "Brot kaufen". */
function isImperative(said: string, told: string): boolean {
  const [first = ''] = wordsAsWritten(said);
  const [verb] = wordsAsWritten(told);
  if (TELLS_OF_ONESELF.test(first)) return false;
  return (
    first === verb || (!isFunctionWord(first) && told.toLowerCase().includes(first.slice(0, STEM)))
  );
}
const STEM = 4;

/** Whether a sentence begins with what is to be done: whoever says "Send me the draft" does not send it. */
export function tellsListener({ unit }: Sentence, wording: TaskWording | null): boolean {
  if (wording === null || !FOR_SPEAKER.test(unit.text)) return false;
  const said = wording.plain(unit.text);
  const told = wording.instruction(said, NOBODY);
  return told !== null && isImperative(said, told);
}
const FOR_SPEAKER = /(?<!\p{L})(?:me|please|mir|mich|bitte|por favor)(?!\p{L})/iu;

/** "Trabajo" and "voy", but not "cómpralo" and "hazlo". */
const TELLS_OF_ONESELF = /^(?!.*[áéíóú].*l[oa]s?$|(?:haz|pon|di|ten|ve)l[oa]s?$)\p{L}+(?:o|oy)$/u;

const isDuty = ({ text, tokens }: Sentence['unit'], isAlone: boolean): boolean =>
  isAlone && tokens.length <= LONGEST_COMMAND && DUTY.test(text);

/** Whether a sentence is a command as a whole. */
export const isCommand = ({ unit }: Sentence, { isNote, isAlone }: Setting): boolean =>
  unit.tokens.length <= LONGEST_COMMAND &&
  (isNote || REMINDER.test(unit.text) || isDuty(unit, isAlone));
