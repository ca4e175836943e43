/** The persons and folders that a search names: "with Ana", "in folder Work", `folder:"Old work"`. */
import { alternatives } from '../../../core/text.ts';
import { unquoted } from './asked-days.ts';
import { ASKING } from './asking-words.ts';

export interface AskedRecord {
  id: string;
  name: string;
}

export interface AskedName {
  /** Several have the name that was asked: two people who are called Ana. */
  named: AskedRecord[];
  /** The range of the words in the text; the end is exclusive. */
  start: number;
  end: number;
}

const spoken = (kind: 'with' | 'folder') =>
  alternatives(
    Object.values(ASKING)
      .flatMap((words) => words[kind])
      .join(' '),
  );
const WITH = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:with:\s*|(?:${spoken('with')})\s+)`, 'giu');
const IN_FOLDER = String.raw`(?:(?:in|im|en|from|aus|de)\s+)?(?:(?:the|my|dem|meinem|la|mi)\s+)?`;
const FOLDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:folder|in):\s*|${IN_FOLDER}(?:${spoken('folder')})\s+)`,
  'giu',
);
/** "In the Work folder", "im Arbeit-Ordner". */
const BEHIND_FOLDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:in|im|from|aus)\s+(?:(?:the|my|dem|meinem)\s+)?`,
  'giu',
);
const MAY_BE_FOLDER = new RegExp(`in:|${spoken('folder')}`, 'iu');
const FOLDER_AFTER = new RegExp(String.raw`^[\s-]+(?:${spoken('folder')})(?![\p{L}\p{N}])`, 'iu');

/** Returns whether a text may name somebody or a folder, so that their names are worth reading. */
export const mayName = (query: string, kind: 'with' | 'folder'): boolean =>
  query.search(kind === 'with' ? WITH : MAY_BE_FOLDER) >= 0;

export function askedPeople(query: string, people: readonly AskedRecord[]): AskedName[] {
  const known = people.flatMap((person) => {
    const [first = ''] = person.name.split(/\s+/);
    return first === person.name
      ? [{ said: first, person }]
      : [
          { said: person.name, person },
          { said: first, person },
        ];
  });
  return namedAfter(
    query,
    WITH,
    known.map(({ said, person }) => ({ said, record: person })),
  );
}

/** The folders that every user has, in the languages in which the console shows them. */
const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  Work: ['Arbeit'],
  Personal: ['Privat'],
  Social: ['Freunde'],
};

export function askedFolders(query: string, folders: readonly AskedRecord[]): AskedName[] {
  const known = folders.flatMap((record) =>
    [record.name, ...(SHIPPED[record.name] ?? [])].map((said) => ({ said, record })),
  );
  const found = namedAfter(query, FOLDER, known);
  if (found.length > 0) return found;
  return namedAfter(query, BEHIND_FOLDER, known).flatMap((each) => {
    const after = FOLDER_AFTER.exec(query.slice(each.end));
    return after ? [{ ...each, end: each.end + after[0].length }] : [];
  });
}

/** The longest known names that follow the words. */
function namedAfter(
  query: string,
  pattern: RegExp,
  known: readonly { said: string; record: AskedRecord }[],
): AskedName[] {
  const found: AskedName[] = [];
  for (const match of unquotedAround(query).matchAll(pattern)) {
    const start = match.index;
    const from = start + match[0].length;
    const quote = /^["“„]/u.test(query.slice(from)) ? 1 : 0;
    const rest = plain(query.slice(from + quote));
    const fitting = known.filter(({ said }) => isFirst(rest, plain(said)));
    const longest = Math.max(0, ...fitting.map(({ said }) => said.length));
    if (longest === 0) continue;
    const named = fitting.flatMap(({ said, record }) => (said.length === longest ? [record] : []));
    const closing = quote > 0 && /^["”“]/u.test(query.slice(from + quote + longest)) ? 1 : 0;
    found.push({
      named: [...new Map(named.map((each) => [each.id, each])).values()],
      start,
      end: from + quote + longest + closing,
    });
  }
  return found;
}

/** What is quoted is searched word for word, unless it is the name itself: `with:"Ana Silva"`. */
const unquotedAround = (query: string): string =>
  /:\s*["“„]/u.test(query) ? query : unquoted(query);

/** Without capitals and accents; as long as the text. */
const plain = (text: string): string =>
  Array.from(text.normalize('NFC'), (one) => {
    const [base = one] = one.normalize('NFD');
    const lower = base.toLowerCase();
    return lower.length === one.length ? lower : one;
  }).join('');

const isFirst = (rest: string, said: string): boolean =>
  said !== '' && rest.startsWith(said) && !/^[\p{L}\p{N}]/u.test(rest.slice(said.length));
