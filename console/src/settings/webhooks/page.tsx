import * as m from '../../paraglide/messages.js';
import { Endpoints } from './endpoints.tsx';
import { OlderWebhooks } from './older.tsx';

export default function WebhooksPage() {
  return (
    <>
      <title>{`${m.webhooks()} – Commonplace`}</title>
      <Endpoints />
      <OlderWebhooks />
    </>
  );
}
