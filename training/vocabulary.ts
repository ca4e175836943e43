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

/** What a turn does; `training/README.md` describes each. The order is that of the scores. */
export const ACTS = [
  'ask',
  'offer',
  'propose',
  'accept',
  'decline',
  'promise',
  'move',
  'cancel',
  'correct',
  'inform',
] as const;
export type ActKind = (typeof ACTS)[number];
