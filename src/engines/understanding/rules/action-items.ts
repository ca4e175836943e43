import type { MadeActionItem } from '../maker.ts';
import type { Reading, Sentence } from './reading.ts';
import { dueOf, withoutDue } from './due.ts';
import { bare } from './retelling.ts';
import { isSameAsAny } from './similar.ts';
import { capitalised, shortened, wordsOf } from './text.ts';
import { inThirdPerson } from './third-person.ts';

const MOST = 12;
const LONGEST = 200;

/** A way of giving oneself or another something to do, and what there is to do in it. */
interface Form {
  pattern: RegExp;
  /** Whose task: the speaker's, or the one's who is spoken to. */
  for: 'speaker' | 'listener';
  /** Said to the assistant itself; stands without any confirmation. */
  command?: true;
  /** Turns the matched words into the task. */
  task: (match: RegExpExecArray) => string;
  weight: number;
}

const rest = (match: RegExpExecArray): string => match[1] ?? '';
const POLITE = '(?:(?:can|could|would|will) you (?:please )?|please |i (?:want|need|would like|\'d like) (?:you )?to |i need |i want |i\'d like )?'; // prettier-ignore

const forms: Form[] = [
  { pattern: new RegExp(`\\b(?:remind|nudge) me (?:to |about |of |that (?:i (?:need|have) to )?|(?=on|at|in|for|tomorrow|every))(.+)$`, 'i'), for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: /\b(?:don't let me forget|make sure (?:that )?i(?: don't forget)?|i must not forget|i mustn't forget|don't forget|i should remember|remember) (?:to )?(.+)$/i, for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: new RegExp(`^${POLITE}(?:set|create|make|add|put|start|new|have|schedule|get)\\b.{0,30}\\b((?:reminder|alarm|notification)s?\\b.*)$`, 'i'), for: 'speaker', command: true, task: (m) => `Set a ${m[1]}`, weight: 3 },
  { pattern: new RegExp(`^${POLITE}(wake me(?: up)?\\b.*)$`, 'i'), for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: new RegExp(`\\b((?:add|put|include|place|throw|stick)\\b.+\\b(?:list|calendar|agenda|schedule|planner|diary)s?\\b.*)$`, 'i'), for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: /\b(?:my|the) (?:calendar|schedule)\b.*?\b(?:for|with|that) (.+)$/i, for: 'speaker', command: true, task: rest, weight: 1 },
  { pattern: new RegExp(`^${POLITE}((?:create|make|start|begin|open|build)\\b.{0,24}\\blists?\\b.*)$`, 'i'), for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: new RegExp(`^${POLITE}((?:schedule|book|arrange|set up|plan|organi[sz]e|set|make|create|add)\\b.{0,40}\\b(?:meeting|appointment|event|call|lunch|dinner|visit|interview|session|reservation|party)\\b.*)$`, 'i'), for: 'speaker', command: true, task: rest, weight: 3 },
  { pattern: /^(?:we|i) (?:need|are out of|'re out of|am out of|ran out of|'m out of) (?:some |more |any |of )*((?:milk|bread|eggs?|butter|sugar|coffee|paper|soap|rice|cheese|fruit|vegetables|groceries)\b.*)$/i, for: 'speaker', command: true, task: (m) => `Get ${m[1]}`, weight: 3 },
  { pattern: /(?:^|\b(?:so|and|but|then),? )(?:(?:yeah|well|also),? )*i(?:(?:'ve| have) (?:got )?to| gotta) (.+)$/i, for: 'speaker', task: rest, weight: 2.2 },
  { pattern: /(?:^|\b(?:so|and|but|then),? )(?:(?:yeah|well|also),? )*i (?:really |still |also |just )?(?:need to|must|ought to|should) (?!be\b)(.+)$/i, for: 'speaker', task: rest, weight: 2.2 },
  { pattern: /\bi promised? (?:\w+ )?(?:that )?(?:i(?:'ll| will|'d| would) |to )(.+)$/i, for: 'speaker', task: rest, weight: 2.4 },
  { pattern: /\bi(?:'ll| will|'m going to| am going to|'m gonna| can) (?!be (?:a|the|so|very|ok|fine|right)\b)(?:also |just |definitely |probably |try to |make sure (?:to|i) )*(.+)$/i, for: 'speaker', task: rest, weight: 1.5 },
  { pattern: /^let me (.+ (?:and|then) (?:get back|let you know|send|call).*|get back .+|send .+|call .+ back|double[- ]check .+)$/i, for: 'speaker', task: rest, weight: 1 },
  { pattern: /\b(?:can|could|would|will) you (?:please |kindly |also |just |maybe )*(.+)$/i, for: 'listener', task: rest, weight: 1.5 },
  { pattern: /\b(?:please|kindly|be sure to|make sure (?:to|you)|don't forget to|remember to) (?!don't|note|be\b|wait|sit|come in|have a|take a seat|hold on|excuse|forgive|let me)(.+)$/i, for: 'listener', task: rest, weight: 1.5 },
  { pattern: /\bi(?:'d| would) (?:like|love|appreciate it if) you (?:to|could) (.+)$|\bi (?:want|need) you to (.+)$/i, for: 'listener', task: (m) => m[1] ?? m[2] ?? '', weight: 1.5 },
  { pattern: /\byou (?:need to|have to|must|should|'ll need to|will need to) (.+ (?:by|before|until) .+)$/i, for: 'listener', task: rest, weight: 1 },
]; // prettier-ignore

/** Verbs of things one does after the talk; others ("see", "think", "guess") happen during it. */
const TASK = /^(?:not )?(?:also |just |definitely |probably |then |go |go and |come |try to |start to |start |finally |quickly )*(?:add|answer|apply|arrange|ask|attend|back up|bake|book|bring|build|buy|call|cancel|charge|check|clean|collect|complete|confirm|contact|cook|copy|create|deliver|deposit|draft|drop|e-?mail|exchange|file|fill|find|finish|fix|follow up|forward|get|give|grab|hand|invite|install|look (?:into|for|up)|mail|make|meet|message|move|order|organi[sz]e|pack|paint|pay|phone|pick|plan|post|practice|prepare|print|purchase|put|register|renew|rent|repair|replace|reply|report|request|research|reserve|return|review|revise|ring|run|schedule|sell|send|set|share|ship|show|sign|sort|speak|stop by|submit|take|talk|tell|text|transfer|translate|update|upload|visit|wash|water|write|wake|work on|remind|study|learn|do|let \\w+ know)\b/i; // prettier-ignore
/** What sounds like a task and is conversation, a service at a counter, or a manner of speaking. */
const CHATTER = /\b(?:tell (?:me|you) (?:the truth|what|about|how|why|something|more)|give (?:me|you) (?:a (?:hand|break|minute|second|moment|hint|clue|discount|hug)|some (?:advice|time))|take (?:a (?:look|seat|rest|break|walk|shower|nap|chance|breath|guess)|care|it easy|your time|my|that|this|it)\b|have a (?:look|seat|nice)|show (?:me|you)\b|get (?:it|that|you|used|better|in|out|off|on|up|me|to the point|away|along|married|lost|started)\b|make (?:it|sense|sure of|a mistake|fun)|do (?:that|it|this|me a favor|so|anything|something|my best|well|for you|with|you)\b|let you go|put (?:it|up with)|find (?:it|out|that)\b$|run (?:out|into|late)|work out|see|think|say|feel|know|understand|believe|imagine|guess|admit|help (?:you|me)(?: with)?$|be able|meet you$|call (?:me|you|it) \w+$|ask you (?:a|some|something|for)|talk to you|speak to you|repeat|recommend|describe|explain|spell|tell you|give you|get you|bring you|take you|make you|show you)\b/i; // prettier-ignore
const REFUSED =
  /^(?:no\b|nope|sorry|i can't|i cannot|i'm afraid|unfortunately|not really|i don't (?:want|think)|i won't)/i;
const ACCEPTED =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|of course|no problem|certainly|all right|alright|will do|i will|absolutely|definitely|i'll|right|fine|got it|with pleasure|consider it done|you bet|can do)\b/i;
const UNREAL =
  /\b(?:if i|if you|i wish|would have|used to|every (?:day|morning|week|night)|always|usually|never mind|someday|one day|maybe|might|whatever|anyway)\b/i;

interface Candidate {
  sentence: Sentence;
  task: string;
  score: number;
}

export function actionItemsOf(reading: Reading): MadeActionItem[] {
  const found = reading.sentences.flatMap((sentence) => candidateOf(sentence, reading) ?? []);
  const items: MadeActionItem[] = [];
  for (const { sentence, task } of found.toSorted((a, b) => b.score - a.score)) {
    const description = described(task, sentence);
    if (wordsOf(description).length < 2 || isSameAsAny(description, items.map((item) => item.description))) continue;
    items.push({ description, due_at: dueOf(sentence, reading), segment_id: sentence.segment.id });
    if (items.length === MOST) break;
  }
  const order = new Map(reading.transcript.segments.map(({ id }, i) => [id, i]));
  return items.toSorted((a, b) => order.get(a.segment_id!)! - order.get(b.segment_id!)!);
} // prettier-ignore

/** From here up a sentence is taken for a task. */
const THRESHOLD = 2.4;

function candidateOf(sentence: Sentence, reading: Reading): Candidate | null {
  const text = sentence.text.replace(/[.?!]+$/, '');
  const clause = bare(text);
  for (const form of forms) {
    const match = form.pattern.exec(text) ?? form.pattern.exec(clause);
    if (!match) continue;
    const task = form
      .task(match)
      .replace(/^(?:please|kindly|just)\s+/i, '')
      .trim();
    if (!task || !concernsUser(form, sentence, reading)) continue;
    let score = form.weight;
    if (form.command)
      return score >= THRESHOLD && !asksAbout(text) ? { sentence, task, score } : null;
    if (!TASK.test(task) || CHATTER.test(task.slice(0, 40))) continue;
    if (sentence.isQuestion && form.for === 'speaker') continue;
    if (UNREAL.test(text)) score -= 1.5;
    if (dueOf(sentence, reading)) score += 0.8;
    score += answerTo(sentence, reading, form);
    if (wordsOf(task).length < 3) score -= 0.6;
    if (wordsOf(task).length > 22) score -= 0.8;
    if (score >= THRESHOLD) return { sentence, task, score };
  }
  return null;
}

/** "What's on my list" is a question about a list, not an entry for it. */
const asksAbout = (text: string): boolean =>
  /^(?:what|when|where|who|which|how|is there|are there|do i|did i|have i|show|tell|read|list|display|give me|remove|delete|cancel|clear|erase|check)\b/i.test(text) && !/\b(?:add|put|remind me to)\b/i.test(text); // prettier-ignore

/** With a known user only their own tasks count: what they promise, and what others ask of them. */
function concernsUser(form: Form, sentence: Sentence, reading: Reading): boolean {
  if (!reading.knowsUser) return true;
  return form.command || form.for === 'speaker'
    ? sentence.segment.is_user
    : !sentence.segment.is_user;
}

function answerTo(sentence: Sentence, reading: Reading, form: Form): number {
  const next = reading.sentences.find(
    ({ index, turn }) => index > sentence.index && turn === sentence.turn + 1,
  );
  const reply = next?.text ?? '';
  if (REFUSED.test(reply)) return -2;
  if (form.for === 'listener') return ACCEPTED.test(reply) ? 1 : 0;
  return /^(?:thanks|thank you|great|perfect|ok(?:ay)?|good|that would be)\b/i.test(reply)
    ? 0.5
    : 0.2;
}

/** Imperative, without the courtesy around it and without the date that has its own field. */
function described(task: string, sentence: Sentence): string {
  const { speaker, listener } = sentence;
  const plain = withoutDue(task).replace(/^(?:to|please|also|just)\s+/i, '');
  const told = inThirdPerson(plain, { speaker, listener: listener ?? 'them' });
  return shortened(capitalised(told.replace(/[\s,;:.-]+$/, '')), LONGEST);
}
