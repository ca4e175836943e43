import type { Log } from '../../core/log.ts';
import type { Reader } from '../reading/reader.ts';
import { ModelEndpoint } from '../text-models/endpoint.ts';
import type { LanguageModelOptions } from '../understanding/language-model/language-model.ts';
import { Spending } from '../text-models/spending.ts';
import { agreementWith } from './agreement.ts';
import { answerPrompt } from './answer-prompt.ts';
import type { Answerer, Answering, Evidence, Question } from './answerer.ts';
import { asksForOneFact } from './kinds.ts';
import { hiddenOf } from './opening/hidden.ts';
import { phrasesFor } from './phrases.ts';
import { inParts, isEmpty, quote, quoteShown } from './quoting-answerer.ts';
import { readAnswer } from './reading-answerer.ts';
import { WrittenAnswer } from './written-answer.ts';

const STOPPED = {
  parts: [{ text: 'The language model stopped here, so I quote what I found.', from: [] }],
  contains: new Set<object>(),
};

/**
 * Answers with a language model, as far as it agrees with what the reader finds. Otherwise, and if the
 * model gives no usable answer in time, the reader answers.
 */
export function createModelAnswerer(
  options: LanguageModelOptions,
  { reader, log }: { reader: Reader; log: Log },
): Answerer {
  const endpoint = new ModelEndpoint(options);
  return {
    name: options.model,
    async *answer(question, evidence, { signal, onCost }) {
      const hiddenIn = (some: Evidence) => hiddenOf(question, some, phrasesFor(question.text));
      // A model would say that it does not know what is masked.
      if (isEmpty(evidence) || hiddenIn(evidence)) {
        return yield* inParts(await quoteShown(question, evidence, hiddenIn));
      }
      const { answer: read, opening } = await readAnswer(question, evidence, { reader, signal });
      // Asked for a fact that nobody told, a small model invents one.
      const isUntold = opening?.found === null && asksForOneFact(question.meant ?? question.text);
      if (isUntold) return yield* inParts(read);
      const prompt = answerPrompt(question, evidence, options.maxInputChars);
      const written = new WrittenAnswer({ question, evidence, given: prompt.user });
      // A model that keeps writing is slow but working, so each piece restarts the timer.
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), options.deadlineMs);
      const end = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
      const spending = new Spending({ ms: options.deadlineMs });
      const agreement = agreementWith(opening, question);
      try {
        for await (const piece of endpoint.write(prompt, end, spending)) {
          timer.refresh();
          const text = agreement.pass(written.add(piece));
          if (text !== '') yield text;
          if (written.isFull || agreement.state === 'broken') break;
        }
        const answer = agreement.state === 'broken' ? null : written.finish();
        const rest = answer && agreement.end(written.restOf(answer));
        if (rest) yield rest;
        if (answer && agreement.state === 'kept') return answer;
        log.warn({}, 'the language model wrote no usable answer');
      } catch (error) {
        if (signal?.aborted) {
          if (!agreement.hasPassed) throw signal.reason;
          return written.shownAnswer();
        }
        log.warn({ err: error }, 'a question was answered without the language model');
      } finally {
        clearTimeout(timer);
        onCost?.(spending);
      }
      if (agreement.hasPassed) return yield* quoteAfter(written, question, evidence);
      return yield* inParts(read);
    },
  };
}

/** Quotes search results after the words of the model that were already shown. */
async function* quoteAfter(
  written: WrittenAnswer,
  question: Question,
  evidence: Evidence,
): Answering {
  const begun = written.shownAnswer();
  // The quotes continue the numbering of the sources that were already shown.
  const others = [...evidence.conversations.keys()].filter(
    (place) => !evidence.conversations[place]!.isGuess,
  );
  const order = [...new Set([...begun.used, ...others])];
  const conversations = order.map((place) => evidence.conversations[place]!);
  const memories = evidence.memories.filter(({ isGuess }) => !isGuess);
  const quoted = quote(question, { ...evidence, conversations, memories }, STOPPED);
  return yield* inParts(
    {
      parts: [...begun.parts, { text: '\n\n', from: [] }, ...quoted.parts],
      used: order,
      remembered: [...new Set([...begun.remembered, ...quoted.remembered])],
    },
    begun.parts.length,
  );
}
