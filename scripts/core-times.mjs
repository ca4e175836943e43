import { cpus } from 'node:os';

/** Returns the idle time and the time of all cores since the start of the machine. */
export function coreTimes() {
  const times = cpus().map((core) => core.times);
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap(Object.values)) };
}
