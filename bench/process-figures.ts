/** Figures that Linux keeps for a process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process and its children. */
export function residentMiB(pid: number): number {
  const own = kilobytes(pid, 'VmRSS') / 1024;
  return Math.round(
    childrenOf(pid)
      .map(residentMiB)
      .reduce((sum, each) => sum + each, own),
  );
}

/** Returns the CPU time of a process and its running children in seconds. */
export function cpuOfTree(pid: number): number {
  return childrenOf(pid)
    .map(cpuOfTree)
    .reduce((sum, each) => sum + each, cpuSeconds(pid));
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
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

/** Returns the CPU time that the main thread of a process has used, in ms; Linux only. */
export function mainThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  // After the name, field 3 is the state; fields 14 and 15 are the user and system time in ticks of
  // 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
