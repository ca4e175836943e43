/**
 * Reads the notes of `training/notes/*.txt`: single sentences that people say to themselves or to a
 * machine, and whether a task or an appointment is to be kept of them. A file is named after its
 * language. A kind begins with `=== kind`; each further line is a note; an empty line ends it.
 */
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { NOTE_KINDS } from '../src/engines/reading/talk.ts';
import { parseFiles, type Problem } from './talks.ts';
import { LANGUAGES } from './vocabulary.ts';

export const NOTES_FOLDER = fileURLToPath(new URL('notes', import.meta.url));

const Kind = z.enum(NOTE_KINDS, 'is no kind of notes');

interface Note {
  language: string;
  kind: (typeof NOTE_KINDS)[number];
  text: string;
}

interface Notes {
  notes: Note[];
  problems: Problem[];
}

export function parseNotesFolder(): Notes {
  const parsed = parseFiles(NOTES_FOLDER, parseNotes);
  return {
    notes: parsed.flatMap(({ notes }) => notes),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

export function parseNotes(text: string, batch: string): Notes {
  const notes: Note[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const language = LANGUAGES.find((each) => each === batch);
  if (language === undefined) problems.push({ batch, line: 1, message: 'is no language.' });
  let kind: Note['kind'] | undefined;
  for (const [at, said] of text.split('\n').entries()) {
    const report = (message: string) => problems.push({ batch, line: at + 1, message });
    if (said.startsWith('=== ')) {
      kind = Kind.safeParse(said.slice(4)).data;
      if (kind === undefined) report(`"${said}" is no kind of notes.`);
    } else if (said !== '') {
      if (seen.has(said)) report(`"${said}" is repeated.`);
      seen.add(said);
      if (kind && language) notes.push({ language, kind, text: said });
    }
  }
  return { notes, problems };
}
