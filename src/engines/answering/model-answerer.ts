import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import { beginning } from '../../core/wire.ts';
import { tellingTerms } from '../search/words.ts';
import { fenced } from '../understanding/language-model/fence.ts';
import { Endpoint } from '../understanding/language-model/endpoint.ts';
import type { LanguageModelOptions } from '../understanding/language-model/language-model.ts';
import { Spending } from '../understanding/language-model/spending.ts';
import { withGivenAddresses } from './addresses.ts';
import type { Answer, Answerer, Evidence, Question } from './answerer.ts';
import { quote } from './quoting-answerer.ts';

const RULES = `You answer a question of a person ("the user") from notes that their assistant has kept.
- Use only the notes. When they do not say it, say so; never guess.
- Answer in the language of the question, in a few sentences, to the user ("you").
- After what comes from a note write its number: [1]. List those numbers in "sources".`;

const Written = z.object({ answer: z.string(), sources: z.array(z.int()) });
const LONGEST_ANSWER = 5_000;
const LONGEST_HISTORY = 6_000;
/** Models also write "[1, 2]". */
const MARK = /( ?)[[【]\s*(\d+(?:\s*(?:[,;&–-]|and)\s*\d+)*)\s*[\]】]/g;
const SENDERS = { human: 'User', ai: 'Assistant' };

/** Answers with a language model, and quotes when the model gives no usable answer in time. */
export function createModelAnswerer(options: LanguageModelOptions, log: Log): Answerer {
  const endpoint = new Endpoint(options);
  return {
    name: options.model,
    async answer(question, evidence) {
      const quoted = quote(question, evidence);
      const { conversations, events, memories, tasks, files = [] } = evidence;
      const nothing = [conversations, events, memories, tasks, files].every(
        ({ length }) => length === 0,
      );
      if (nothing) return quoted;
      try {
        const prompt = promptFor(question, evidence, options.maxInputChars);
        const { object } = await endpoint.ask(
          { ...prompt, schema: Written },
          AbortSignal.timeout(options.deadlineMs),
          new Spending({ ms: options.deadlineMs }),
        );
        return readAnswer(object, { question, evidence, given: prompt.user }) ?? quoted;
      } catch (error) {
        log.warn({ err: error }, 'a question was answered by quoting');
        return quoted;
      }
    },
  };
}

function promptFor(
  { text, at, timezone, history = [] }: Question,
  { conversations, events, memories, tasks, files = [], closed }: Evidence,
  maxInputChars: number,
): { system: string; user: string } {
  const clock = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  });
  const earlier = history.map(({ sender, text: said }) => `${SENDERS[sender]}: ${said}`).join('\n');
  const others = conversations.length + 1;
  const notes = [
    ...events.map(({ id, title, description, about, at: happens }) => {
      const place = conversations.findIndex((each) => each.id === id);
      const heard = place < 0 ? '' : ` [${place + 1}]`;
      return `Event${heard}, ${clock.format(happens)}: ${title} (${about}). ${description}`.trimEnd();
    }),
    ...memories.map(({ content }, place) => `Memory [${others + place}]: ${content}`),
    ...tasks.map(
      ({ description, due_at }, place) =>
        `Open task [${others + memories.length + place}]: ${description}${due_at ? ` (due ${clock.format(due_at)})` : ''}`,
    ),
    ...files.flatMap(({ name, passages }) => passages.map((each) => `File ${name}: ${each}`)),
    ...conversations.map(({ title, overview, at: held, quotes }, place) =>
      [
        `Conversation [${place + 1}], ${clock.format(held)}: ${title}. ${overview}`,
        ...quotes.map(({ speaker, text: words }) => `  ${speaker}: ${words}`),
      ].join('\n'),
    ),
  ].join('\n');
  return {
    system: RULES,
    user: [
      ...(earlier
        ? [fenced('data: what was said in this chat before', [latest(earlier, LONGEST_HISTORY)])]
        : []),
      `It is ${clock.format(at)}. The question: ${text}`,
      ...(closed ? [`${closed} The user is told. Do not say that nothing is remembered.`] : []),
      fenced('data: the notes', [beginning(notes, maxInputChars)]),
    ].join('\n'),
  };
}

function latest(text: string, characters: number): string {
  return text.slice(-characters).toWellFormed();
}

/**
 * Returns null when the model wrote nothing that can be shown. Drops numbers that the model made
 * up.
 */
function readAnswer(
  object: unknown,
  { question, evidence, given }: { question: Question; evidence: Evidence; given: string },
): Answer | null {
  const written = Written.extend({ sources: z.array(z.int()).catch([]) }).safeParse(object);
  const answer = written.success ? written.data.answer.trim().slice(0, LONGEST_ANSWER) : '';
  const text = withGivenAddresses(answer, given);
  if (text === '') return null;
  const { conversations, memories, tasks } = evidence;
  const notes = [...conversations, ...memories, ...tasks];
  const cited = [...text.matchAll(MARK)].flatMap(([, , marked]) => numbersIn(marked!));
  const numbers = [...new Set([...cited, ...written.data!.sources])].filter(
    (number) => number >= 1 && number <= notes.length,
  );
  const used = numbers.filter((number) => number <= conversations.length);
  const remembered = numbers
    .map((number) => memories[number - conversations.length - 1]?.id)
    .filter((id) => id !== undefined);
  // Numbers follow the order of `used`, so that [1] is the first source of the answer.
  const renumbered = text.replace(MARK, (_mark, space: string, marked: string) => {
    const places = question.unmarked ? [] : numbersIn(marked).map((number) => used.indexOf(number));
    const marks = places.filter((place) => place >= 0).map((place) => `[${place + 1}]`);
    return marks.length > 0 ? space + marks.join(' ') : '';
  });
  const from = cameFrom(text, {
    named: numbers.map((number) => notes[number - 1]!.id),
    question,
    evidence,
  });
  return {
    parts: [{ text: renumbered, from }],
    used: used.map((number) => number - 1),
    remembered,
  };
}

const numbersIn = (marked: string): number[] => (marked.match(/\d+/g) ?? []).map(Number);

/**
 * Returns all possible sources of an answer. Models forget to cite short notes, and cannot cite
 * their own earlier answers: a note whose words appear in the answer counts as a source, and an
 * answer without citations may come from anything.
 */
function cameFrom(
  answer: string,
  {
    named,
    question,
    evidence,
  }: { named: readonly string[]; question: Question; evidence: Evidence },
): string[] {
  const { conversations, events, memories, tasks } = evidence;
  const short = [
    ...events.map(({ id, title, description }) => ({ id, text: `${title} ${description}` })),
    ...memories.map(({ id, content }) => ({ id, text: content })),
    ...tasks.map(({ id, description }) => ({ id, text: description })),
  ];
  const earlier = (question.history ?? []).filter(({ sources }) => sources.length > 0);
  if (named.length === 0) {
    return [
      ...new Set([
        ...[...conversations, ...short].map(({ id }) => id),
        ...earlier.flatMap(({ sources }) => sources),
      ]),
    ];
  }
  const asked = new Set(tellingTerms(question.text));
  const said = new Set(tellingTerms(answer).filter((term) => !asked.has(term)));
  const echoes = ({ text }: { text: string }) => tellingTerms(text).some((term) => said.has(term));
  const echoed = [
    ...short.filter(echoes).map(({ id }) => id),
    ...earlier.filter(echoes).flatMap(({ sources }) => sources),
  ];
  return [...new Set([...named, ...echoed])];
}
