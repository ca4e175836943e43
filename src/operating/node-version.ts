/**
 * The oldest Node that runs the service. This module and `main.ts` load on every Node since 18, so
 * that an older one gets a sentence and no stack trace.
 */
const MIN_NODE = [22, 18] as const;

/** Returns what is wrong with a version such as `20.19.5`; null for a version that can be used. */
export function problemOfNode(version: string): { problem: string; cure: string } | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return null;
  const least = MIN_NODE.join('.');
  return {
    problem: `Node ${version} is older than ${least}.`,
    cure: `Install Node ${least} or newer.`,
  };
}
