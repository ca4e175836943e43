/** Default values for an `initialize` without usable fields, from protocol revision 2025-03-26. */
const UNSAID = { protocolVersion: '2025-03-26', name: 'unknown', version: '0' };

type Fields = Record<string, unknown>;

/**
 * Repairs messages that break the protocol but have a clear meaning: parameters that are null, an
 * empty `initialize`, and tool arguments that are null or JSON text.
 */
export function normalized(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { params: sent, ...bare } = given;
  const message: Fields = sent === null ? bare : given;
  const params = isFields(sent) ? sent : {};
  if (message['method'] === 'initialize') return { ...message, params: introduced(params) };
  if (message['method'] !== 'tools/call') return message;
  const { arguments: named, ...rest } = params;
  if (named === undefined || named === null) return { ...message, params: rest };
  return { ...message, params: { ...rest, arguments: read(named) } };
}

function introduced({ protocolVersion, capabilities, clientInfo, ...rest }: Fields): Fields {
  const { name, version, ...more } = isFields(clientInfo) ? clientInfo : {};
  return {
    ...rest,
    protocolVersion: text(protocolVersion) ?? UNSAID.protocolVersion,
    capabilities: isFields(capabilities) ? capabilities : {},
    clientInfo: {
      ...more,
      name: text(name) ?? UNSAID.name,
      version: text(version) ?? UNSAID.version,
    },
  };
}

function read(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
