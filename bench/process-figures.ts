/** Figures that Linux keeps for a process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process and its children. */
export function residentMiB(pid: number): number {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  const own = kilobytes(pid, 'VmRSS') / 1024;
  const others = children.split('\n').filter(Boolean).map(Number).map(residentMiB);
  return Math.round(others.reduce((sum, each) => sum + each, own));
}

/** Returns the peak resident memory of the process. */
export function peakMiB(pid: number): number {
  return Math.round(kilobytes(pid, 'VmHWM') / 1024);
}

function kilobytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Returns the CPU time of a process in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const TICKS_PER_SECOND = 100;
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
