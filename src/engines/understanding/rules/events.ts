/**
 * Meetings that were agreed. Most times that people speak of are no appointment, so a time alone is
 * never enough. Two ways lead to an event:
 *
 * - somebody states one ("I have a meeting with the doctor tomorrow at three");
 * - somebody proposes one, perhaps the day in one sentence and the hour in another, and the other
 *   agrees. Until then it is open: a refusal drops it, a counter-proposal moves it.
 */
import type { MadeEvent } from '../maker.ts';
import type { TimeMention } from '../dates.ts';
import { instantOf, knownZone } from '../dates/wall-clock.ts';
import { timesOf } from './due.ts';
import { durationOf, occasionOf } from './occasion.ts';
import type { Reading, Sentence } from './reading.ts';

const AGREED =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|of course|no problem|certainly|all right|alright|absolutely|definitely|right|fine|great|perfect|good|sounds|deal|it'?s a (?:deal|date)|that(?:'s| is) (?:fine|great|good|perfect|ok)|that (?:works|sounds|would be)|see you|i'll be there|looking forward|works for me|can't wait)\b|\b(?:see you (?:then|there|at|on|tomorrow)|it'?s a (?:deal|date)|works for me|sounds (?:good|great|perfect)|i'll be there|looking forward)\b/i;
const REFUSED =
  /^(?:no\b|nope|sorry|unfortunately|i'm afraid)|\b(?:can't|cannot|won't|not (?:able|free|available|going)|don't (?:want|think)|busy|cancel(?:led|ed)?|call(?:ed)? off|another time|some other time|rain check)\b/i;
const OPEN =
  /\b(?:maybe|perhaps|might|may|could|possibly|if|would|should|shall|how about|what about|let's|want to|wanna|like to|free|available|think(?:ing)? (?:about|of)|hope|wish)\b/i;
const STATED =
  /\b(?:(?:i|we|you)(?:'ve| have)(?: got)?|there(?:'s| is)|i'm|we're|you're|my|our|is (?:at|on|scheduled|set|booked|confirmed)|scheduled|booked|confirmed|reserved|set for|starts?)\b/i;
const PAST = /\b(?:was|were|had|did|went|met|last|yesterday|ago|used to)\b/i;
/** A proposal that nobody takes up for so many sentences is forgotten. */
const PATIENCE = 6;

interface Slot {
  date: string | null;
  time: string | null;
}

interface Proposal {
  title: string;
  slot: Slot;
  speaker: string;
  sentence: Sentence;
  minutes: number;
}

export function eventsOf(reading: Reading): MadeEvent[] {
  const events: MadeEvent[] = [];
  let open: Proposal | null = null;
  for (const sentence of reading.sentences) {
    const times = timesOf(sentence, reading);
    if (open && sentence.index - open.sentence.index > PATIENCE) open = null;
    // "See you then" speaks of meeting, but it is an answer.
    const isAnswer = open !== null && agreesTo(open, sentence);
    const proposal = isAnswer ? null : proposalOf(sentence, times, reading);
    if (proposal && isStated(sentence, proposal)) {
      keep(events, proposal, reading);
      open = null;
    } else if (proposal) {
      open = joined(open, proposal);
    } else if (open) {
      open = answered(open, sentence, times, events, reading);
    }
  }
  return events;
}

function proposalOf(sentence: Sentence, times: TimeMention[], reading: Reading): Proposal | null {
  const title = occasionOf(sentence, reading);
  if (!title || PAST.test(sentence.text) || REFUSED.test(sentence.text)) return null;
  const minutes = durationOf(sentence.text);
  return { title, slot: slotOf(times), speaker: sentence.speaker, sentence, minutes };
}

function isStated({ text, isQuestion }: Sentence, { slot }: Proposal): boolean {
  return slot.time !== null && !isQuestion && STATED.test(text) && !OPEN.test(text);
}

/** The same occasion again, with what is new about its time. */
function joined(open: Proposal | null, next: Proposal): Proposal {
  if (!open || (next.slot.date && next.slot.time)) return next;
  return { ...next, slot: merged(open.slot, next.slot) };
}

/** What a sentence without an occasion of its own does to the proposal on the table. */
function answered(
  open: Proposal,
  sentence: Sentence,
  times: TimeMention[],
  events: MadeEvent[],
  reading: Reading,
): Proposal | null {
  const slot = merged(open.slot, slotOf(times));
  const next = { ...open, slot };
  const refused = REFUSED.test(sentence.text);
  if (refused && times.length === 0) return null;
  if (refused) return { ...next, speaker: sentence.speaker };
  if (agreesTo(open, sentence) && slot.time !== null) {
    keep(events, next, reading);
    return null;
  }
  // "At three?" is a new proposal of whoever says it.
  return times.length > 0 && sentence.speaker !== open.speaker
    ? { ...next, speaker: sentence.speaker }
    : next;
}

function agreesTo(open: Proposal, { speaker, text, isQuestion }: Sentence): boolean {
  return speaker !== open.speaker && AGREED.test(text) && !isQuestion;
}

function slotOf(times: TimeMention[]): Slot {
  const dated = times.find(({ has_day }) => has_day);
  const timed = times.find(({ time }) => time !== null);
  return { date: dated?.date ?? null, time: timed?.time ?? null };
}

function merged(before: Slot, after: Slot): Slot {
  return { date: after.date ?? before.date, time: after.time ?? before.time };
}

/** A time without a day is the next one on the clock after the talk. */
function keep(events: MadeEvent[], { title, slot, minutes }: Proposal, reading: Reading): void {
  const { started_at, timezone } = reading.transcript;
  const zone = knownZone(timezone);
  const [hour, minute] = slot.time!.split(':').map(Number) as [number, number];
  const at = (date: string) => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number];
    return instantOf({ year, month, day, hour, minute }, zone);
  };
  const today = at(localDay(started_at, zone));
  const tomorrow = () => at(localDay(new Date(started_at.getTime() + 86_400_000), zone));
  const start = slot.date ? at(slot.date) : today > started_at ? today : tomorrow();
  if (start < started_at || events.some((event) => event.start.getTime() === start.getTime()))
    return;
  events.push({ title, description: '', start, duration: minutes });
}

function localDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant);
}
