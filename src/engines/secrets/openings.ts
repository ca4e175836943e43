import type { TokenisedTalk } from './talk.ts';
import { anyOf } from './tokens.ts';
import type { NumberRun } from './tokens.ts';

const MIN_DIGITS = 3;
const MAX_DIGITS = 10;
const PHONE_DIGITS = 7;
/** The maximum number of tokens between the verb and the number, as in "type in the code 4711". */
const REACH = 3;

const OPENED = anyOf(
  `
  alarm safe vault keypad padlock lock lockbox gate garage door bell doorbell buzzer disarm
  disarmed unlock unlocked locker intercom deadbolt barrier tresor klingel tor entsperren? entsperrst
  entsperrt caja alarma puerta verja portón garaje desbloqueo desbloqueas? desbloquear
  cerradura timbre candado alarme porte portail serrure coffre cadenas porta portão fechadura
  cofre cadeado`,
  's?',
);
const OPENED_IN_ONE_WORD = /(?:tür|schloss|alarmanlage|garagentor)$/u;
const ENTERS = anyOf(`
  enter entering dial dialing press pressing type typing punch key tap input use using opens
  with mit con avec com hat tiene tippe? eingeben drück drücke marca pulsa usa teclea tapez composez
  digita digite marque prima`);
/** Matches "Disarmed by 9090", "turned off by 9090". */
const OPENING = /^(?:disarmed|unlocked|opened|deactivated|activated|off|open|released)$/;
/** Matches "Tap in 2248." */
const IN = /^(?:in|ein)$/;
/** Matches "Use 4471 to get in." */
const GOES = /^(?:get|gets|getting|come|go|let|buzz|kommt?|komm)$/;
const INSIDE = /^(?:in|into|inside|rein|hinein)$/;
const ELSEWHERE = /^(?:touch|contact|line|time|shape)$/;

/** Returns whether the word names a thing that can be opened. */
export function isOpened(word: string): boolean {
  return OPENED.test(word) || OPENED_IN_ONE_WORD.test(word);
}

/**
 * Finds numbers that open something: "dial 4711 to disarm the alarm", "press 0412, then the bell".
 * A number spoken digit by digit needs no verb: "the alarm wants 4 4 0 6".
 */
export function openingNumbers(talk: TokenisedTalk): NumberRun[] {
  const found: NumberRun[] = [];
  for (const start of new Set(talk.starts)) {
    const end = talk.ends[start]!;
    if (!speaksOfOpening(talk, asksBefore(talk, start), end)) continue;
    for (let at = start; at < end; at += 1) {
      const run = talk.runAt.get(at);
      if (run && isDigitByDigit(talk, run) && !talk.isLabelled(run, 1) && !talk.isLabelled(run, 3))
        found.push(run);
    }
    for (let at = start; at < end; at += 1) {
      if (!enters(talk, at)) continue;
      for (let place = at + 1; place <= Math.min(at + REACH, end - 1); place += 1) {
        const run = talk.runAt.get(place);
        const isDirect =
          place === at + 1 || (place === at + 2 && IN.test(talk.tokens[at + 1]!.word));
        if (run && isOpeningNumber(talk, run) && (isDirect || !talk.isLabelled(run, 1)))
          found.push(run);
      }
    }
  }
  return found;
}

function speaksOfOpening({ tokens }: TokenisedTalk, start: number, end: number): boolean {
  return tokens.slice(start, end).some(({ word }, place) => {
    if (isOpened(word)) return true;
    const after = tokens.slice(start + place + 1, Math.min(end, start + place + 4));
    const inside = after.findIndex((token) => INSIDE.test(token.word));
    return GOES.test(word) && inside >= 0 && !ELSEWHERE.test(after[inside + 1]?.word ?? '');
  });
}

function enters({ tokens }: TokenisedTalk, at: number): boolean {
  const { word } = tokens[at]!;
  return ENTERS.test(word) || (word === 'by' && OPENING.test(tokens[at - 1]?.word ?? ''));
}

function isOpeningNumber(talk: TokenisedTalk, run: NumberRun): boolean {
  const { length } = run.digits;
  if (length < MIN_DIGITS || length > MAX_DIGITS) return false;
  return talk.standsAlone(run) && !talk.isCount(run);
}

/**
 * Recognises at least four separately spoken digits, but not "one two three four", which is
 * counting.
 */
function isDigitByDigit(talk: TokenisedTalk, run: NumberRun): boolean {
  const { digits, from, until } = run;
  const isLong = digits.length > MIN_DIGITS && digits.length < PHONE_DIGITS;
  return (
    isLong &&
    until - from >= digits.length &&
    !'123456789'.includes(digits) &&
    talk.standsAlone(run) &&
    !talk.isCount(run)
  );
}

/** Returns the start of the question that the sentence answers: "The gate?" "Just 2 9 1 1." */
function asksBefore({ tokens, starts }: TokenisedTalk, start: number): number {
  const isAnswer = start > 0 && tokens[start - 1]!.after === 'question';
  return isAnswer ? starts[start - 1]! : start;
}
