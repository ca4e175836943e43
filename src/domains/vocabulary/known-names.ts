import { nameCorrector } from '../../engines/recognition/name-correction.ts';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import { comparable } from '../../core/text.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { weightyMemories } from '../memories/searching/weighty-memories.ts';
import { allPeople } from '../people/people.ts';
import { countVoices } from '../transcripts/segments.ts';
import { properNames } from './proper-names.ts';
import { listedWords } from './words.ts';

/** The prompt of a recogniser has little room, and the first words matter most. */
const MAX_NAMES = 100;
const MAX_CHARACTERS = 600;
const MAX_MEMORIES = 300;

/** The names and terms that a user is likely to say, as a recogniser and its correction need them. */
export class KnownNames {
  readonly #context: Context;
  #words: readonly string[] = [];
  #correct = nameCorrector([]);

  private constructor(context: Context) {
    this.#context = context;
  }

  static async read(context: Context): Promise<KnownNames> {
    const names = new KnownNames(context);
    await names.refresh();
    return names;
  }

  /** The words, the most important first. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** Corrects words that sound like a name, if the recogniser was not sure of them. */
  correct(heard: Utterance): Utterance {
    return this.#correct(heard);
  }

  async refresh(): Promise<void> {
    this.#words = await helpfulWords(this.#context);
    this.#correct = nameCorrector(this.#words);
  }
}

/**
 * Returns the words that help a recogniser: the user's own list, what it learned, people of many
 * conversations before others, and names in memories. Contains no secrets.
 */
async function helpfulWords(context: Context): Promise<string[]> {
  const [listed, people, memories] = await Promise.all([
    listedWords(context),
    namesOfPeople(context),
    weightyMemories(context, MAX_MEMORIES),
  ]);
  const secrets = new Secrets();
  const told = properNames(secrets.learn(memories));
  const words = new Map<string, string>();
  let room = MAX_CHARACTERS;
  for (const word of [...listed, ...people, ...told]) {
    const isSecret = secrets.mask(word) !== word;
    if (isSecret || words.has(comparable(word)) || word.length > room) continue;
    words.set(comparable(word), word);
    room -= word.length;
    if (words.size === MAX_NAMES) break;
  }
  return [...words.values()];
}

/** Returns people who were heard in many conversations first, then the newest. */
async function namesOfPeople(context: Context): Promise<string[]> {
  const [people, counts] = await Promise.all([
    allPeople(context),
    countVoices(context.db, userOf(context)),
  ]);
  const heard = new Map(
    counts.map(({ person_id, conversation_count }) => [person_id, conversation_count]),
  );
  const countOf = ({ id }: { id: string }) => heard.get(id) ?? 0;
  return people
    .toReversed()
    .toSorted((one, other) => countOf(other) - countOf(one))
    .map(({ name }) => name);
}
