/**
 * The phrases with which people give themselves or others a task, and the verbs that occur in
 * tasks.
 */
export interface Form {
  pattern: RegExp;
  /** The person who gets the task: the speaker or the listener. */
  for: 'speaker' | 'listener';
  /**
   * Set for phrases addressed to the note-taker, which need no confirmation. A `note` always
   * counts. A `booking` counts only when the other side is absent: "I'd like to book a table" is a
   * request in the restaurant itself.
   */
  command?: 'note' | 'booking';
  /** Converts the match to the task; the default is the first group. */
  task?: (match: RegExpExecArray) => string;
  weight: number;
}

const POLITE =
  "(?:(?:can|could|would|will) you (?:please )?|please |i (?:want|need|would like|'d like) (?:you )?to |i need |i want |i'd like )?";
const LEAD_IN = '(?:^|\\b(?:so|and|but|then),? )(?:(?:yeah|well|also),? )*';
const MEETING =
  'meeting|appointment|event|call|lunch|dinner|visit|interview|session|reservation|party';
const GROCERIES =
  'milk|bread|eggs?|butter|sugar|coffee|paper|soap|rice|cheese|fruit|vegetables|groceries';
const form = (pattern: string): RegExp => new RegExp(pattern, 'i');

/** Matches phrases such as "Remind me in ten minutes to …" */
const WHEN_FIRST = /^(?:on|at|in|for|tonight|tomorrow|every)\b.*? to (?=\p{L})/iu;
const JOTTED =
  'buy|get (?!me\\b|us\\b|recipe|direction|info)|call (?!.*number)|phone|ring|e-?mail|text|write|send|pay|book|order|fix|clean|wash|pick up|drop off|return|renew|cancel|print|water|feed|take out|prepare|finish|update|submit|bring|sign|replace|charge|iron|mow|pack|ask|make an appointment';

export const forms: readonly Form[] = [
  {
    pattern: form(`^(?:(?:and|then|also) )?((?:${JOTTED})\\b.+)$`),
    for: 'speaker',
    command: 'booking',
    weight: 3,
  },
  {
    pattern: form(
      '^(?:note(?: to (?:my)?self)?|memo|reminder|to-?do) ?[:,–-] ?(?:i (?:need|have) to |to )?(.+)$',
    ),
    for: 'speaker',
    command: 'note',
    weight: 3,
  },
  {
    pattern: form(
      `(?:^|\\b(?:so|and|but|then|please),? )${POLITE}(?:remind|nudge) me (?:to |about |of |that (?:i (?:need|have) to )?|(?=on|at|in|for|tonight|tomorrow|every))(.+)$`,
    ),
    for: 'speaker',
    command: 'note',
    task: ([, what]) => what!.replace(WHEN_FIRST, ''),
    weight: 3,
  },
  {
    pattern: form(
      "(?:^|\\b(?:so|and|but|then|please),? )(?:don't let me forget|make sure (?:that )?i(?: don't forget)?|i must not forget|i mustn't forget|(?:i )?(?:don't|can't) forget|i should remember) (?:to )?(.+)$",
    ),
    for: 'speaker',
    command: 'note',
    weight: 3,
  },
  {
    pattern: form(
      `^${POLITE}(?:set|create|make|add|put|start|new|have|schedule|get)\\b.{0,30}\\b((?:reminder|alarm|notification)s?\\b.*)$`,
    ),
    for: 'speaker',
    command: 'note',
    task: (match) => `Set a ${match[1]}`,
    weight: 3,
  },
  {
    pattern: form(`^${POLITE}(wake me(?: up)?\\b.*)$`),
    for: 'speaker',
    command: 'note',
    weight: 3,
  },
  {
    pattern: form(
      '\\b((?:add|put|include|place|throw|stick)\\b.+\\b(?:list|calendar|agenda|schedule|planner|diary)s?\\b.*)$',
    ),
    for: 'speaker',
    command: 'note',
    weight: 3,
  },
  {
    pattern: form(`^${POLITE}((?:create|make|start|begin|open|build)\\b.{0,24}\\blists?\\b.*)$`),
    for: 'speaker',
    command: 'note',
    weight: 3,
  },
  {
    pattern: form(
      `^${POLITE}((?:schedule|book|arrange|set up|plan|organi[sz]e|set|make|create|add)\\b.{0,40}\\b(?:${MEETING})\\b.*)$`,
    ),
    for: 'speaker',
    command: 'booking',
    weight: 3,
  },
  {
    pattern: form(
      `^(?:we|i) (?:need|are out of|'re out of|am out of|ran out of|'m out of) (?:some |more |any |of )*((?:${GROCERIES})\\b.*)$`,
    ),
    for: 'speaker',
    command: 'booking',
    task: (match) => `Get ${match[1]}`,
    weight: 3,
  },
  {
    pattern: form(`${LEAD_IN}i(?:(?:'ve| have) (?:got )?to| gotta) (.+)$`),
    for: 'speaker',
    weight: 2.2,
  },
  {
    pattern: form(
      `${LEAD_IN}i (?:really |still |also |just )?(?:need to|must|ought to|should) (?!be\\b)(.+)$`,
    ),
    for: 'speaker',
    weight: 2.2,
  },
  {
    pattern: form(
      `${LEAD_IN}we (?:really |still |also |just )?(?:need to|have to|must|should) (?!be\\b)(.+)$`,
    ),
    for: 'speaker',
    weight: 1.6,
  },
  {
    pattern: form("\\bi promised? (?:\\w+ )?(?:that )?(?:i(?:'ll| will|'d| would) |to )(.+)$"),
    for: 'speaker',
    weight: 2.4,
  },
  {
    pattern: form(
      "\\bi(?:'ll| will|'m going to| am going to|'m gonna| can) (?!be (?:a|the|so|very|ok|fine|right)\\b)(?:also |just |definitely |probably |try to |make sure (?:to|i) )*(.+)$",
    ),
    for: 'speaker',
    weight: 1.5,
  },
  {
    pattern: form(
      '^let me (.+ (?:and|then) (?:get back|let you know|send|call).*|get back .+|send .+|call .+ back|double[- ]check .+)$',
    ),
    for: 'speaker',
    weight: 1,
  },
  {
    pattern: form('\\b(?:can|could|would|will) you (?:please |kindly |also |just |maybe )*(.+)$'),
    for: 'listener',
    weight: 1.5,
  },
  {
    pattern: form(
      "\\b(?:please|kindly|be sure to|make sure (?:to|you)|don't forget to|do remember to|remember to) (?!don't|note|be\\b|wait|sit|come in|have a|take a seat|hold on|excuse|forgive|let me)(.+)$",
    ),
    for: 'listener',
    weight: 1.5,
  },
  {
    pattern: form(
      "\\bi(?:'d| would) (?:like|love|appreciate it if) you (?:to|could) (.+)$|\\bi (?:want|need) you to (.+)$",
    ),
    for: 'listener',
    task: (match) => match[1] ?? match[2] ?? '',
    weight: 1.5,
  },
  {
    pattern: form(
      "\\byou (?:need to|have to|must|should|'ll need to|will need to) (.+ (?:by|before|until) .+)$",
    ),
    for: 'listener',
    weight: 1,
  },
];

/**
 * Verbs for things that are done after the talk. Other verbs ("see", "think", "guess") describe the
 * talk itself.
 */
export const TASK =
  /^(?:not )?(?:also |just |definitely |probably |then |go |go and |come |try to |start to |start |finally |quickly )*(?:add|answer|apply|arrange|ask|attend|back up|bake|book|bring|build|buy|call|cancel|charge|check|clean|collect|complete|confirm|contact|cook|copy|create|deliver|deposit|draft|drop|e-?mail|exchange|file|fill|find|finish|fix|follow up|forward|get|give|grab|hand|invite|install|look (?:into|for|up)|mail|make|meet|message|move|order|organi[sz]e|pack|paint|pay|phone|pick|plan|post|practice|prepare|print|purchase|put|read|register|renew|rent|repair|replace|reply|report|request|research|reserve|return|review|revise|ring|schedule|sell|send|set|share|ship|show|sign|sort|speak|stop by|submit|take|talk|tell|text|transfer|translate|update|upload|visit|wash|water|write|wake|work on|remind|study|learn|do|let \w+ know)\b/i;

/**
 * Phrases that sound like a task but belong to conversation, to service at a counter, or to an
 * idiom.
 */
export const CHATTER =
  /\b(?:tell you|give you|take (?:a (?:look|seat|rest|break|walk|shower|nap|chance|breath|guess|picture|photo)|care|it easy|your time|my|that|this|it|these|those)\b|have a (?:look|seat|nice)|get (?:it|that|you|used|better|in|out|off|on|up|me|to|away|along|married|lost|started)\b|make (?:it|sense|sure|a mistake|fun)|do (?:that|it|this|me a favor|so|anything|something|my best|well|for you|with|you)\b|let you go|put (?:it|up with)|find (?:it|out|that)\b$|work out|see|think|say|feel|know|understand|believe|imagine|guess|admit|help (?:you|me)(?: with)?$|be able|meet you$|call (?:me|you|it) \w+$|ask you (?:a|some|something|for)|(?:talk|speak) (?:to|with) (?:you|him|her|the \w+)|speak (?:up|louder|slower|more)|repeat|recommend|describe|explain|spell|get you|bring you|take you|make you|show you)\b/i;

/**
 * Tasks that are done at once, in front of the person who asks. Such tasks count only with a date.
 */
export const ON_THE_SPOT =
  /^(?:please |just |also |then )*(?:(?:tell|show|bring|give|get|hand|pass|make) (?:me|us)\b|show it|take (?:these|this|a message|a seat)|set the table|(?:sign|fill|put|write|complete|answer|open|close|turn)\b.*\b(?:here|this|these|form|card|name)\b)/i;
