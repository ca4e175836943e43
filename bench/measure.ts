/** Prints one table row per measurement: the median of several rounds, after a warm-up. */
const ROUNDS = 5;

/**
 * Returns the number of times per second that `clients` parallel clients complete `work`: the
 * median of the rounds.
 */
export async function throughput(
  { clients, calls }: { clients: number; calls: number },
  work: (call: number) => Promise<unknown>,
): Promise<number> {
  const rounds: number[] = [];
  let next = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    let left = calls;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left-- > 0) await work(next++);
      }),
    );
    // Round 0 is the warm-up.
    if (round > 0) rounds.push((calls / (performance.now() - started)) * 1000);
  }
  return median(rounds);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Performs something so often, one after the other. Returns the times that it tells. */
export async function repeat(calls: number, perform: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) times.push(await perform());
  return times;
}

/** Returns the time of one call, in milliseconds. */
export async function timed(perform: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await perform();
  return performance.now() - start;
}

/** Writes these quantiles of times: `4.9 / 9.4`. */
export function spread(times: readonly number[], shares: readonly number[]): string {
  if (times.length === 0) return '–';
  return shares.map((share) => quantile(times, share).toFixed(1)).join(' / ');
}

export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  console.log(`\n## ${title}\n`);
  const columns = Object.keys(rows[0]!);
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log(line(columns));
  console.log(line(columns.map(() => '---')));
  for (const row of rows) console.log(line(columns.map((column) => row[column]!)));
}
