/** The vocabulary of the expected results of talks. */

export const LANGUAGES = ['en', 'de', 'es'] as const;

export const CONDITIONS = ['clean', 'dictated', 'recognised'] as const;

export const RELATIONS = [
  'name',
  'birthday',
  'age',
  'home',
  'hometown',
  'employer',
  'job',
  'school',
  'study',
  'partner',
  'child',
  'parent',
  'sibling',
  'relative',
  'friend',
  'pet',
  'diet',
  'allergy',
  'health',
  'medication',
  'language',
  'favourite',
  'dislike',
  'hobby',
  'habit',
  'skill',
  'vehicle',
  'possession',
  'belief',
  'goal',
  'travel',
  'event_in_life',
] as const;
