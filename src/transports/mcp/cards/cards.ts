import { readFileSync } from 'node:fs';

/**
 * The card that clients with MCP Apps show for the answers of some tools. One page shows a day, a
 * conversation with its moments, and tasks to tick; it takes the answer from its client.
 */

export const CARD = {
  uri: 'ui://commonplace/card',
  mimeType: 'text/html;profile=mcp-app',
} as const;

/** The tools whose answers the card shows. */
const WITH_CARD = new Set(['get_daily_summaries', 'get_conversation_by_id', 'get_action_items']);

/** Returns the metadata that connects a tool with the card. */
export function cardOf(name: string): { _meta?: { ui: { resourceUri: string } } } {
  return WITH_CARD.has(name) ? { _meta: { ui: { resourceUri: CARD.uri } } } : {};
}

let page: string | undefined;

export function cardPage(): string {
  page ??= readFileSync(new URL('./card.html', import.meta.url), 'utf8');
  return page;
}
