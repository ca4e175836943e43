import { createClient } from '../../../client/src/index.ts';
import { command, Usage } from '../command.ts';
import type { CommandContext } from '../command.ts';
import { diskReason, follow } from '../mirror/follow.ts';
import { Mirror } from '../mirror/mirror.ts';
import { openMirror } from '../mirror/open.ts';
import { restoreRemoved } from '../mirror/removals.ts';
import { flagOption, into, numberOption } from '../options.ts';

/** Obsidian saves while you type, so a shorter time would take half a sentence. */
const SETTLE_SECONDS = 5;
const SETTLE_SECONDS_ONCE = 0.5;
/** A file that another program never stops to write must not keep a run from its end. */
const MAX_ROUNDS = 30;

interface Input {
  folder: string;
  once?: boolean;
  into_existing?: boolean;
  delete_removed?: boolean;
  restore_removed?: boolean;
  settle?: number;
}

export const mirrorCommand = command({
  words: 'mirror',
  summary: 'keep a folder of Markdown files true, in both directions, until Ctrl-C',
  places: ['folder'],
  options: {
    once: flagOption('Stop when both sides are equal, for example in cron.'),
    'into-existing': into('into_existing', flagOption('Begin in a folder that has other files.')),
    'delete-removed': into(
      'delete_removed',
      flagOption('Delete in the service what you delete in the folder.'),
    ),
    'restore-removed': into(
      'restore_removed',
      flagOption('Write again what you deleted in the folder.'),
    ),
    settle: numberOption('The seconds for which a file must be unchanged before it is read.'),
  },
  run: runMirror,
  show: ({ files, written, sent, kept }) =>
    `${files} files: ${written} written, ${sent} changes sent, ${kept} copies kept.`,
});

async function runMirror({ client, settings, terminal }: CommandContext, input: Input) {
  if (input.delete_removed && input.restore_removed) {
    throw new Usage('Choose --delete-removed or --restore-removed.');
  }
  const token = settings.key ?? settings.session ?? '';
  const seconds = input.settle ?? (input.once ? SETTLE_SECONDS_ONCE : SETTLE_SECONDS);
  try {
    await using opened = await openMirror(input.folder, {
      // The mirror says itself that it waits.
      client: input.once ? client : createClient({ baseUrl: settings.baseUrl, token }),
      timezone: settings.timezone,
      intoExisting: input.into_existing ?? false,
      deleteRemoved: input.delete_removed ?? false,
      settleMs: seconds * 1000,
      say: (text) => terminal.error(text),
    });
    const { parts } = opened;
    if (input.restore_removed) restoreRemoved(parts);
    const mirror = new Mirror(parts);
    if (input.once) {
      let rounds = 1;
      while ((await mirror.round({ look: true })) && (rounds += 1) <= MAX_ROUNDS) {
        await mirror.settle();
      }
      if (rounds > MAX_ROUNDS) terminal.error('Some files keep changing. The next run reads them.');
      await mirror.save();
    } else await follow(mirror, parts, terminal.signal);
    return { files: Object.keys(parts.state.files).length, ...parts.counts };
  } catch (error) {
    const reason = diskReason(error);
    throw reason === null ? error : new Usage(reason);
  }
}
