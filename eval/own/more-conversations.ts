import type { OwnConversation } from './conversation.ts';

/**
 * Twelve more conversations: answers to questions, several voices, refusals, and difficult dates.
 */
export const MORE_CONVERSATIONS: readonly OwnConversation[] = [
  {
    name: 'questions about oneself',
    lines: [
      'Vera: Do you have any pets?',
      'Nora: Yes, two cats.',
      'Vera: How long have you been sailing?',
      'Nora: For eleven years.',
      'Vera: And do you eat meat?',
      'Nora: No, never.',
    ],
    category: ['personal', 'social', 'family', 'sports', 'other'],
    title: ['pets', 'cats', 'sailing', 'meat'],
    overview: ['Vera'],
    memories: ['two cats', 'eleven years', 'eat meat'],
  },
  {
    name: 'the end of the month',
    lines: [
      'Ivo: The landlord called. The rent goes up in April.',
      'Nora: I have to pay the deposit by the end of the month.',
      'Ivo: And the insurance for the apartment?',
      'Nora: I need to cancel the old insurance by next Tuesday.',
    ],
    category: ['real', 'finance'],
    title: ['rent', 'landlord', 'insurance', 'deposit'],
    overview: ['Ivo'],
    tasks: [
      ['deposit', '2026-03-31'],
      ['insurance', '2026-03-17'],
    ],
  },
  {
    name: 'refused twice',
    lines: [
      'Teo: Shall we play tennis tomorrow at six?',
      "Nora: Sorry, I can't tomorrow, my knee still hurts.",
      'Teo: What about Sunday at ten?',
      'Nora: No, I am busy on Sunday. Another time.',
    ],
    category: ['sports', 'social', 'health'],
    title: ['tennis', 'knee', 'sunday'],
    overview: ['Teo', 'tennis'],
  },
  {
    name: 'a tour in the afternoon',
    lines: [
      'Guide: The museum tour starts at half past two.',
      'Nora: Great. Could you book two places on Friday?',
      'Guide: Your tour is booked for Friday at half past two.',
      'Nora: Perfect, thank you.',
    ],
    category: ['travel', 'history', 'entertainment', 'education'],
    title: ['museum', 'tour'],
    overview: ['Guide'],
    events: [['tour', '2026-03-13 14:30']],
  },
  {
    name: 'a match on the radio',
    lines: [
      'Ivo: Did you hear the end of the match? The goalkeeper saved two penalties.',
      'Nora: The referee was far too kind to the other team.',
      'Ivo: The coach will change half of the players before the next game.',
      'Nora: They need a striker who scores goals.',
    ],
    category: ['sports'],
    title: ['match', 'goalkeeper', 'team', 'game', 'referee', 'penalties'],
    overview: ['Ivo'],
  },
  {
    name: 'bread',
    lines: [
      'Vera: How did you make this bread?',
      'Nora: With rye flour, salt and a lot of patience. The dough rests for a night.',
      'Vera: Do you bake it in a pot?',
      'Nora: Yes, in an iron pot, so that the crust gets hard.',
      'Vera: Please send me the recipe.',
      "Nora: Sure, I'll send you the recipe on Saturday.",
    ],
    category: ['personal', 'other', 'family', 'social', 'health'],
    title: ['bread', 'recipe', 'dough', 'pot', 'flour'],
    overview: ['Vera', 'bread'],
    tasks: [['recipe', '2026-03-14']],
  },
  {
    name: 'three at a table',
    lines: [
      'Ivo: The customers complain about slow deliveries.',
      'Vera: The warehouse is short of two drivers.',
      'Nora: I will talk to the agency about two drivers tomorrow.',
      'Ivo: Good. Vera, can you write to the customers?',
      'Vera: Yes, I will write to them today.',
    ],
    category: ['business', 'work'],
    title: ['customers', 'deliveries', 'drivers', 'warehouse', 'agency'],
    overview: ['Ivo', 'Vera'],
    tasks: [['agency', '2026-03-13']],
  },
  {
    name: 'a vote',
    lines: [
      'Vera: The government lost the vote on the new tax law.',
      'Nora: The opposition had the majority after the election.',
      'Vera: Do you think the minister will resign?',
      'Nora: The parliament will debate it next week.',
    ],
    category: ['politics', 'news'],
    title: ['government', 'vote', 'election', 'tax', 'minister', 'parliament'],
    overview: ['Vera'],
  },
  {
    name: 'a move',
    lines: [
      'Teo: You look tired.',
      'Nora: We moved into a house near the river with my parents.',
      'Teo: With everybody? How is it?',
      'Nora: I love the garden. My mother grows roses and I collect old maps of the city.',
    ],
    category: ['family', 'personal', 'real', 'design', 'environment'],
    title: ['house', 'river', 'garden', 'parents', 'maps', 'roses'],
    overview: ['Teo'],
    memories: ['house near the river', 'garden', 'roses'],
  },
  {
    name: 'a lesson',
    lines: [
      'Tutor: Today we look at how volcanoes form. Magma rises where two plates meet.',
      'Nora: And why do some of them not erupt for centuries?',
      'Tutor: The pressure builds slowly, as the experiment with the bottle showed.',
      'Nora: Is there an exam about it?',
      'Tutor: Yes. Please read the chapter on plates by Monday.',
      'Nora: Okay, I will.',
    ],
    category: ['science', 'education', 'environment'],
    title: ['volcanoes', 'magma', 'plates', 'exam', 'pressure', 'chapter'],
    overview: ['Tutor'],
    tasks: [['chapter', '2026-03-16']],
  },
];
