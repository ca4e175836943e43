import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { Endpoints } from './endpoints.tsx';
import { OlderWebhooks } from './older.tsx';

export default function WebhooksPage() {
  return (
    <>
      <Title>{m.webhooks()}</Title>
      <Endpoints />
      <OlderWebhooks />
    </>
  );
}
