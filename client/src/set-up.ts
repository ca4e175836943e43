/** The steps that connect an assistant, for the pages and for the documentation. */
export interface SetUp {
  id: string;
  name: string;
  /**
   * With `sign-in`, the assistant requests access through OAuth. With `key`, the user gives the
   * assistant an MCP key.
   */
  with: 'sign-in' | 'key';
  steps: readonly string[];
  /** Returns an address that opens the assistant and adds this service. */
  link?: (at: Place) => string;
  /** True if the page offers a bundle with the address and the key inside. */
  bundle?: boolean;
  /** Returns the text to paste. */
  paste?: {
    language: 'json' | 'sh' | 'text' | 'toml' | 'yaml';
    /** The program without which the command does not run. */
    needs?: string;
    text(at: Place): string;
  };
}

/** The address of the service and a key. */
export interface Place {
  url: string;
  key: string;
}

export const json = (value: object) => JSON.stringify(value, null, 2);
export const endpoint = (url: string) => `${url}/v1/mcp/sse`;
export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
export const server = ({ url, key }: Place) => ({ url: endpoint(url), headers: bearer(key) });
