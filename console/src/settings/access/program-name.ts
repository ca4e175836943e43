import * as m from '../../paraglide/messages.js';

/** Returns the names of the browser and its system; for a program, its own user agent. */
export function programName(agent: string | null): string {
  if (!agent) return m.unknown_program();
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/\d+/.exec(agent)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const parts = [browser, system].filter((part) => part !== undefined);
  return parts.length > 0
    ? parts.map((part) => names[part] ?? part).join(', ')
    : agent.slice(0, 60);
}
