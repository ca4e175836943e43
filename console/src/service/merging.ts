/** Saves of a text that another tab or program may have changed in the meantime. */
import { ApiError } from './service.ts';

/** The text was changed elsewhere since the user began to edit it. */
export class ChangedElsewhere extends Error {
  readonly theirs: string;

  constructor(theirs: string) {
    super('The text was changed elsewhere.');
    this.theirs = theirs;
  }
}

/** The text that the user wrote, and the text from which the user began. */
export interface Edit {
  text: string;
  before: string;
}

/** Null stands for a deletion. */
type EditOrDeletion = Pick<Edit, 'before'> & { text: Edit['text'] | null };

const MAX_TRIES = 4;

/**
 * Writes the text only to the version that was read. A change of other fields is no conflict; a
 * change of the text throws `ChangedElsewhere`. Returns the answer; nothing when the text was there already.
 */
export async function saveEdit<Item>(
  { text, before }: EditOrDeletion,
  {
    read,
    textOf,
    write,
  }: {
    read: () => Promise<{ value: Item; etag: string }>;
    textOf: (item: Item) => string;
    write: (ifMatch: string) => Promise<unknown>;
  },
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const { value, etag } = await read();
    const theirs = textOf(value);
    if (theirs === text) return undefined;
    if (theirs !== before) throw new ChangedElsewhere(theirs);
    try {
      return await write(etag);
    } catch (error) {
      const isOld = error instanceof ApiError && error.status === 412;
      if (!isOld || tries === MAX_TRIES) throw error;
    }
  }
}
