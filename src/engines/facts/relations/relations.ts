import { BODY, LIKES } from './body-and-likes.ts';
import { GERMAN_RELATIONS, SPANISH_RELATIONS } from './german-and-spanish.ts';
import { HOME, WORK } from './home-and-work.ts';
import { PEOPLE } from './people.ts';
import type { RelationRule } from './rule.ts';
import { THINGS } from './things.ts';

export const RELATION_RULES: Readonly<Record<string, readonly RelationRule[]>> = {
  en: [...HOME, ...WORK, ...PEOPLE, ...BODY, ...LIKES, ...THINGS],
  de: GERMAN_RELATIONS,
  es: SPANISH_RELATIONS,
};
