/** Says a found answer by the kind of its question: a day, a name, yes or no, or the words. */
import { capitalised } from '../../../core/text.ts';
import type { AnswerPart, Evidence, Question } from '../answerer.ts';
import type { FoundAnswer, RecordAnswer, TalkAnswer } from './found-answers.ts';
import { kindOf, mayWantVerdict, stemsOf } from '../kinds.ts';
import { datesFor, dayOf, markerFor } from '../marks.ts';
import type { Phrases } from '../phrases.ts';
import { saidTime, type SaidTime } from './said-time.ts';

export class Wording {
  readonly #question: Question;
  readonly #phrases: Phrases;
  readonly #kind: ReturnType<typeof kindOf>;
  readonly #mayWantVerdict: boolean;
  readonly #mark: ReturnType<typeof markerFor>;

  constructor(question: Question, { conversations }: Evidence, phrases: Phrases) {
    const { text, meant = text } = question;
    // A long text is meant by its question, and "And when?" by the one before it.
    const own = text.length > meant.length ? meant : text;
    const kind = kindOf(own);
    this.#question = question;
    this.#phrases = phrases;
    this.#kind = kind === 'other' ? kindOf(meant) : kind;
    this.#mayWantVerdict = mayWantVerdict(own);
    this.#mark = markerFor(question, conversations);
  }

  ofRecord(answer: RecordAnswer): AnswerPart {
    const from = answer.kind === 'file' ? [] : [answer.item.id];
    return { text: `${capitalised(this.#record(answer))}.`, from };
  }

  #record(answer: RecordAnswer): string {
    const { moment, day } = datesFor(this.#phrases.locale, this.#question.timezone);
    switch (answer.kind) {
      case 'memory': {
        const content = answer.item.content.replace(/[.\s]+$/u, '');
        const verdict = this.#verdict(answer);
        return verdict === null ? content : `${verdict}: “${content}”`;
      }
      case 'event': {
        const { id, title, at, description } = answer.item;
        const isSaid = this.#kind !== 'time' && description.includes(answer.words);
        const what = isSaid ? `“${answer.words}” (${title})` : title;
        return `${what}: ${moment.format(at)}${this.#mark(id)}`;
      }
      case 'task': {
        const { description, due_at } = answer.item;
        return due_at ? `${description}, ${this.#phrases.due(day.format(due_at))}` : description;
      }
      case 'file':
        return `“${answer.words}” (${answer.item.name})`;
    }
  }

  /** `older` are earlier talks that answer too, perhaps in another way. */
  ofTalk(answer: TalkAnswer, older: readonly TalkAnswer[]): AnswerPart[] {
    const { item, words, turn } = answer;
    const speaker = turn.isUser ? this.#phrases.you : turn.speaker;
    const source = `${speaker}, ${this.#dayOf(item.at)}`;
    const meant = this.#meant(answer);
    const verdict = this.#verdict(answer);
    const text =
      meant === null
        ? `${verdict === null ? '' : `${verdict}: `}“${words}” (${source})`
        : `${meant} (“${words}”, ${source})`;
    const said = { text: `${text}${this.#mark(item.id)}.`, from: [item.id] };
    const former = older.find((one) => this.#isOther(one, answer));
    return former ? [said, this.#before(former)] : [said];
  }

  #before(former: TalkAnswer): AnswerPart {
    const { item, words } = former;
    const value = this.#meant(former) ?? this.#verdict(former) ?? `“${words}”`;
    const day = this.#dayOf(item.at);
    const text = ` ${this.#phrases.before}: ${value} (${day})${this.#mark(item.id)}.`;
    return { text, from: [item.id] };
  }

  /** The day or the person that the words mean; null when they say it themselves. */
  #meant(answer: TalkAnswer): string | null {
    if (this.#kind === 'person') return this.#person(answer);
    const time = this.#time(answer);
    return time && this.#clock(time);
  }

  #verdict({ verdict }: Pick<FoundAnswer, 'verdict'>): string | null {
    return verdict && this.#mayWantVerdict ? this.#phrases[verdict] : null;
  }

  #time({ text, start, end, item, before }: TalkAnswer): SaidTime | null {
    if (this.#kind !== 'time') return null;
    return saidTime({
      text,
      start,
      end,
      before: before.map((turn) => turn.text),
      language: (KNOWN.exec(item.language ?? '') ?? KNOWN.exec(this.#phrases.locale))![0],
      at: item.at,
      timezone: this.#question.timezone,
    });
  }

  #clock({ date, time }: SaidTime): string {
    const { moment, fullDay } = datesFor(this.#phrases.locale, 'UTC');
    return (time ? moment : fullDay).format(new Date(`${date}T${time ?? '00:00'}Z`));
  }

  #dayOf(at: Date): string {
    const { at: now, timezone } = this.#question;
    return dayOf(at, { now, timezone, locale: this.#phrases.locale });
  }

  /** "I" is who speaks, and "you" the other one of two. */
  #person({ words, turn, item }: TalkAnswer): string | null {
    const said = words.toLowerCase().split(/[\s'’]+/);
    const isAlone = said.length === 1 && MINE.has(said[0]!);
    if (I.has(said[0]!) || said.at(-1) === 'yo' || isAlone) return this.#nameOf(turn);
    if (!YOU.has(said[0]!)) return null;
    const others = (item.spoken ?? []).filter(({ speaker }) => speaker !== turn.speaker);
    const isOfTwo = new Set(others.map(({ speaker }) => speaker)).size === 1;
    return isOfTwo ? this.#nameOf(others[0]!) : null;
  }

  #nameOf({ isUser, speaker }: TalkAnswer['turn']): string {
    return isUser ? capitalised(this.#phrases.you) : speaker;
  }

  #isOther(one: TalkAnswer, other: TalkAnswer): boolean {
    const [time, otherTime] = [this.#time(one), this.#time(other)];
    if (time && otherTime) {
      const isSameHour = !time.time || !otherTime.time || time.time === otherTime.time;
      return time.date !== otherTime.date || !isSameHour;
    }
    const [verdict, otherVerdict] = [this.#verdict(one), this.#verdict(other)];
    if (verdict && otherVerdict) return verdict !== otherVerdict;
    const stems = [...stemsOf(this.#meant(one) ?? one.words)];
    const others = [...stemsOf(this.#meant(other) ?? other.words)];
    return (
      !stems.every((stem) => others.includes(stem)) && !others.every((stem) => stems.includes(stem))
    );
  }
}

/** The languages of the calendar. */
const KNOWN = /^(?:en|de|es)/;
const I = new Set(['i', 'me', 'ich', 'mich', 'mir', 'yo', 'mí']);
const MINE = new Set(['my', 'mine', 'mein', 'meine', 'mi', 'mío', 'mía']);
const YOU = new Set(['you', 'du', 'dich', 'dir', 'tú', 'ti', 'usted']);
