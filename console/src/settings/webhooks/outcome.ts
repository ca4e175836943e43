import type { WebhookDelivery, WebhookEndpointDelivery } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';

type Attempted = Pick<
  WebhookDelivery | WebhookEndpointDelivery,
  'status' | 'response_status' | 'error' | 'duration_ms'
>;

/** The outcome of the last attempt, in words. */
export function outcomeOf({ status, response_status, error, duration_ms }: Attempted): string {
  if (status === 'delivered') {
    return m.delivered({ status: response_status ?? '', ms: duration_ms ?? 0 });
  }
  if (status === 'failed') return error ?? m.failed_with({ status: response_status ?? '' });
  if (status === 'cancelled') return m.delivery_cancelled();
  return error ? `${m.delivery_pending()} · ${error}` : m.delivery_pending();
}
