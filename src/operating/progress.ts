import type { WriteStream } from 'node:tty';
import { megabytes, type PullProgress } from '../engines/models/model-pull.ts';

const WIDTH = 30;
/** The share of the download after which another line is printed, when there is no terminal. */
const LINE_EVERY = 0.1;
const WORDS = {
  checking: 'checking',
  unpacking: 'unpacking',
  installing: 'installing the program that runs it',
  trying: 'trying it out',
} as const;

/** Shows the progress of a download: a bar on a terminal, plain lines in a log. */
export function showProgress(
  id: string,
  to: Pick<WriteStream, 'write'> & { isTTY?: boolean },
): { update(progress: PullProgress): void; end(): void } {
  let shown = '';
  let nextLine = 0;
  const show = (text: string) => {
    if (text === shown) return;
    to.write(to.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    shown = text;
  };
  return {
    update(progress) {
      if (progress.phase !== 'downloading') return show(`${id}: ${WORDS[progress.phase]} …`);
      const { bytes, total } = progress;
      const share = total ? bytes / total : 0;
      if (to.isTTY) return show(`${id} ${bar(share)} ${amount(bytes, total)}`);
      if (share < nextLine && total) return;
      nextLine = (Math.floor(share / LINE_EVERY) + 1) * LINE_EVERY;
      show(`${id}: ${amount(bytes, total)}`);
    },
    end() {
      if (to.isTTY && shown) to.write('\r\x1b[K');
    },
  };
}

function bar(share: number): string {
  const full = Math.round(share * WIDTH);
  return `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}]`;
}

function amount(bytes: number, total: number | null): string {
  if (!total) return megabytes(bytes);
  return `${megabytes(bytes)} of ${megabytes(total)} (${Math.floor((100 * bytes) / total)} %)`;
}
