import * as m from '../paraglide/messages.js';
import { meQuery, queryClient } from '../service/queries.ts';

const myName = () => queryClient.getQueryData(meQuery.queryKey)?.name.trim();

/** Returns “You” for the name of the user, and other names as they are. */
export const nameForReader = (name: string): string => (name === myName() ? m.you() : name);

/** How notes tell what the user said, in the languages in which the service writes them. */
const SAYS: readonly (readonly [verb: string, you: string])[] = [
  [' says: “', 'You say: “'],
  [' sagt: „', 'Du sagst: „'],
  [' dice: «', 'Dices: «'],
];

/**
 * Writes “You” for the name of the user where a text tells what somebody said. Other sentences with
 * the name are not touched, because their verbs would not fit.
 */
export function inYourWords(text: string): string {
  const name = myName();
  if (!name || !text.includes(name)) return text;
  return [...SAYS, [': “', `${m.you()}: “`] as const, [': „', `${m.you()}: „`] as const].reduce(
    (changed, [verb, you]) => changed.replaceAll(`${name}${verb}`, you),
    text,
  );
}
