import type { SummaryTemplate } from './summariser.ts';

/**
 * The templates that every user has. The ids of these templates are part of the API and never
 * change.
 */
export const SHIPPED_TEMPLATES: readonly SummaryTemplate[] = [
  {
    id: 'plain-summary',
    name: 'Plain summary',
    prompt:
      'A summary in one short paragraph, then the main points as a list. Nothing that was not said.',
  },
  {
    id: 'meeting-minutes',
    name: 'Meeting minutes',
    prompt:
      'Minutes of a meeting: who was present, what was discussed, what was decided, which ' +
      'appointments were made, and who does what until when.',
  },
  {
    id: 'decisions-and-tasks',
    name: 'Decisions and tasks',
    prompt: 'Two lists only: what was decided, and who has to do what until when. No other text.',
  },
  {
    id: 'lecture-notes',
    name: 'Lecture notes',
    prompt:
      'Notes of a lecture for somebody who has to learn from them: the questions it answers, ' +
      'terms with their meaning, the argument step by step, examples, and what stayed open.',
  },
  {
    id: 'follow-up-mail',
    name: 'Follow-up mail',
    prompt:
      'A short and friendly mail from the user to the others: thanks, what was agreed, who ' +
      'does what until when, and the next step. With a subject line; no placeholder that the ' +
      'transcript could fill.',
  },
];

export const shippedTemplate = (id: string): SummaryTemplate | undefined =>
  SHIPPED_TEMPLATES.find((template) => template.id === id);
