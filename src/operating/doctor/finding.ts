/** The result of one check. A fault keeps the service from working; a warning does not. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  /** The name of the check. */
  check: string;
  says: string;
  /** The cure, in one line; only faults and warnings have one. */
  cure?: string;
}

/** Makes the findings of one check. */
export function findingsOf(check: string) {
  return {
    ok: (says: string): Finding => ({ level: 'ok', check, says }),
    warning: (says: string, cure: string): Finding => ({ level: 'warning', check, says, cure }),
    fault: (says: string, cure: string): Finding => ({ level: 'fault', check, says, cure }),
  };
}

/** Splits the sentences of an error: the first one says what is wrong, the others the cure. */
export function sentencesOf(message: string): [says: string, cure: string] {
  const end = /[.!?:](?= [A-Z`])/.exec(message)?.index;
  if (end === undefined) return [message, 'See docs/configuration.md.'];
  return [message.slice(0, end + 1), message.slice(end + 2)];
}
