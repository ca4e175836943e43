import { MORE_CONVERSATIONS } from './more-conversations.ts';

/**
 * Conversations written for this project, with what a careful person would note down. The score of
 * the built-in rules on them is held by `score.test.ts`. All of them begin on Thursday 12 March 2026
 * at 10:00 in Lisbon; the user is Nora. A segment of the user starts with "Nora".
 */
export interface OwnConversation {
  name: string;
  lines: readonly string[];
  category: readonly string[];
  /** One of these is in the title, whatever the case. */
  title: readonly string[];
  /** All of these are in the overview. */
  overview: readonly string[];
  /** Words of the task, and its local due day. */
  tasks?: readonly (readonly [words: string, due: string | null])[];
  /** Words of the title, and its local start. */
  events?: readonly (readonly [words: string, start: string])[];
  /** Words of what is remembered. */
  memories?: readonly string[];
  worthless?: true;
}

export const CONVERSATIONS: readonly OwnConversation[] = [
  ...MORE_CONVERSATIONS,
  {
    name: 'a promise at work',
    lines: [
      'Ivo: Morning Nora. The client wants the cost estimate before the weekend.',
      'Nora: How detailed does the estimate have to be?',
      'Ivo: Two pages are enough. Can you send me the estimate by Friday?',
      "Nora: Sure, I'll send it tomorrow.",
      'Ivo: Great. And please book the big meeting room for the client.',
      'Nora: Okay, no problem.',
    ],
    category: ['work', 'business'],
    title: ['estimate', 'client'],
    overview: ['Ivo', 'Nora', 'estimate'],
    tasks: [
      ['estimate', '2026-03-13'],
      ['meeting room', null],
    ],
  },
  {
    name: 'lunch, moved by an hour',
    lines: [
      'Teo: Shall we have lunch on Monday at noon?',
      "Nora: I can't at noon, I'm at the physiotherapist. How about one?",
      'Teo: One is perfect. See you then.',
    ],
    category: ['social', 'personal', 'health', 'other'],
    title: ['lunch', 'monday', 'physiotherapist'],
    overview: ['Teo'],
    events: [['lunch', '2026-03-16 13:00']],
  },
  {
    name: 'maybe is not an appointment',
    lines: [
      'Teo: Maybe we could go to the lake on Sunday, if the weather holds.',
      "Nora: Perhaps. Let's see what the forecast says, there may be a storm.",
      'Teo: True, it rained the whole week.',
    ],
    category: ['weather', 'travel', 'social'],
    title: ['lake', 'forecast', 'weather', 'storm', 'weekend'],
    overview: ['Teo'],
  },
  {
    name: 'who she is',
    lines: [
      'Vera: So where do you live these days?',
      'Nora: I live in Lisbon with my husband and our two daughters.',
      'Vera: And what do you do there?',
      'Nora: I work as a structural engineer, mostly on old bridges.',
      'Vera: My brother is an engineer as well.',
      "Nora: I'm allergic to peanuts, so I'll pass on those cookies.",
    ],
    category: ['family', 'work', 'personal', 'architecture', 'real'],
    title: ['lisbon', 'engineer', 'bridges', 'daughters', 'husband', 'family'],
    overview: ['Vera', 'Nora'],
    memories: ['Lisbon', 'structural engineer', 'peanuts'],
  },
  {
    name: 'notes to oneself',
    lines: [
      'Nora: Remind me to call the dentist tomorrow at nine.',
      "Nora: Don't let me forget to water the tomatoes.",
      'Nora: Add olive oil and lentils to the shopping list.',
    ],
    category: ['personal', 'health', 'environment', 'other'],
    title: ['dentist', 'tomatoes', 'olive oil', 'shopping'],
    overview: ['Nora'],
    tasks: [
      ['dentist', '2026-03-13'],
      ['tomatoes', null],
      ['olive oil', null],
    ],
  },
  {
    name: 'the tasks of somebody else',
    lines: [
      'Ivo: I have to finish the tax return by Monday.',
      'Nora: That sounds like a long weekend.',
      'Ivo: And I need to call the bank about the interest on my loan.',
      'Nora: Good luck with the bank.',
    ],
    category: ['finance'],
    title: ['tax', 'bank', 'loan'],
    overview: ['Ivo'],
  },
  {
    name: 'at the doctor',
    lines: [
      'Doctor Alves: What brings you here?',
      'Nora: I have had a sore throat and a fever for three days.',
      'Doctor Alves: Let me examine you. Does it hurt when you swallow?',
      'Nora: Yes, quite a lot.',
      'Doctor Alves: I will prescribe antibiotics. Take one tablet in the morning and one at night.',
      'Nora: Do I need to come back?',
      'Doctor Alves: Yes, please come back next Thursday at 11 so that I can look at it again.',
      'Nora: Alright, see you next Thursday at 11.',
    ],
    category: ['health'],
    title: ['doctor', 'throat', 'fever', 'antibiotics'],
    overview: ['Doctor Alves'],
    events: [['Alves', '2026-03-19 11:00']],
  },
  {
    name: 'a table for six',
    lines: [
      'Nora: Hello, I would like to reserve a table for six people.',
      'Host: For which day?',
      'Nora: For Saturday at eight in the evening.',
      'Host: I am sorry, eight is full. Would half past eight do?',
      'Nora: Yes, half past eight is fine.',
      'Host: Your table is booked for half past eight. Thank you.',
    ],
    category: ['social', 'entertainment', 'business', 'travel', 'other'],
    title: ['table', 'people', 'reservation', 'ordering food'],
    overview: ['Nora'],
    events: [['reservation', '2026-03-14 20:30']],
  },
  {
    name: 'a recogniser without commas',
    lines: [
      'Speaker 1: hey nora did you see the news about the train strike i think we should leave earlier on friday',
      'Nora: yeah i saw it i have to buy the train tickets today can you ask your sister whether she is coming',
      'Speaker 1: sure i will ask her tonight',
    ],
    category: ['travel', 'news', 'family'],
    title: ['train', 'strike', 'tickets', 'news', 'trip'],
    overview: ['train'],
    tasks: [['train tickets', '2026-03-12']],
  },
  {
    name: 'the band',
    lines: [
      'Vera: How is the band doing?',
      'Nora: We rehearse twice a week. I play the cello and I love old jazz songs.',
      'Vera: I did not know that you play music!',
      'Nora: I have played the cello since I was nine. My favourite album is from the fifties.',
      'Vera: I would love to hear you in concert.',
    ],
    category: ['music', 'entertainment'],
    title: ['cello', 'band', 'jazz', 'album', 'songs', 'concert'],
    overview: ['Vera', 'cello'],
    memories: ['cello', 'jazz', 'album'],
  },
  {
    name: 'parents and a school',
    lines: [
      'Teacher: Thank you for coming. Clara is doing well in mathematics, but her reading is slow.',
      'Nora: How can we help her at home?',
      'Teacher: Read with her for twenty minutes every evening. And please sign this form.',
      'Nora: Of course, I will sign the form and bring it back on Monday.',
      'Teacher: The class also goes to the science museum next month.',
    ],
    category: ['education', 'parenting', 'family'],
    title: ['reading', 'class', 'form', 'museum', 'school', 'mathematics', 'clara'],
    overview: ['Teacher', 'Nora'],
    tasks: [['form', '2026-03-16']],
  },
  {
    name: 'nothing said',
    lines: ['Ivo: Hello?', 'Nora: Yes, hello.', 'Ivo: Okay. Bye.', 'Nora: Bye bye.'],
    category: ['other'],
    title: ['hello', 'bye', 'yes', 'okay', 'short'],
    overview: [],
    worthless: true,
  },
  {
    name: 'a release',
    lines: [
      'Ivo: The server crashed twice after the update of the database.',
      'Nora: I looked at the logs. The new code opens too many connections.',
      'Ivo: Should we go back to the old version?',
      "Nora: No, I'll fix the bug today and write a test for it.",
      'Ivo: Perfect. Then we can deploy on Monday.',
    ],
    category: ['technology', 'work'],
    title: ['server', 'database', 'bug', 'code', 'connections', 'update'],
    overview: ['Ivo', 'Nora'],
    tasks: [['bug', '2026-03-12']],
  },
  {
    name: 'buying a flat',
    lines: [
      'Agent: The apartment has three bedrooms and a balcony. The owner asks for a low price.',
      'Nora: Is there a lift in the building?',
      'Agent: Yes, and the housing market in this neighborhood is strong. Would you like to see the property?',
      'Nora: Yes. Are you free on Tuesday?',
      'Agent: Your viewing is scheduled for Tuesday at 5 pm.',
      'Nora: Thank you.',
    ],
    category: ['real', 'architecture'],
    title: ['apartment', 'bedrooms', 'property', 'renting', 'balcony', 'housing'],
    overview: ['Agent', 'Nora'],
    events: [['viewing', '2026-03-17 17:00']],
  },
  {
    name: 'an argument about a film',
    lines: [
      'Vera: Did you watch the new movie about the lighthouse?',
      'Nora: I did. The actors were brilliant, but the ending made no sense.',
      'Vera: I think the ending is the best part of the film.',
      'Nora: You always like sad endings.',
      'Vera: You should give the director another chance. His first comedy is wonderful.',
    ],
    category: ['entertainment'],
    title: ['movie', 'ending', 'film', 'lighthouse', 'actors', 'comedy'],
    overview: ['Vera', 'ending'],
  },
];
