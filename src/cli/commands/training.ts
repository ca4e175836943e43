import { rename, rm, writeFile } from 'node:fs/promises';
import { command, CommandInterrupted } from '../command.ts';
import type { CommandContext } from '../command.ts';
import { textOption } from '../options.ts';

const PAGE = 1_000;

export const trainingCommands = [
  command({
    words: 'training export',
    summary: 'print the sentences about which you decided, a line of JSON each',
    options: { output: textOption('A file for the lines; default: standard output.') },
    run: exportExamples,
    show: ({ lines, output }) =>
      output === undefined ? lines.join('\n') : `Saved ${lines.length} examples in ${output}.`,
  }),
];

/** The file gets its name when it is complete. */
async function exportExamples(
  { session }: CommandContext,
  { output }: { output?: string },
): Promise<{ lines: string[]; output?: string }> {
  const lines: string[] = [];
  for (;;) {
    const page = { limit: PAGE, offset: lines.length };
    const { examples } = await session.listTrainingExamples(page);
    for (const { kind, sentence, outcome } of examples) {
      lines.push(JSON.stringify({ kind, sentence, outcome }));
    }
    if (examples.length < PAGE) break;
  }
  if (output === undefined) return { lines };
  const part = `${output}.part`;
  try {
    await writeFile(part, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    await rename(part, output);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandInterrupted(`The examples were not saved: ${(error as Error).message}`);
  }
  return { lines, output };
}
