import { withheld } from '../understanding/without-secrets.ts';
import type { Material, Summariser, Summary, SummaryTemplate } from './summariser.ts';

/** Masks the secrets of a transcript, and then fills a template from it. */
export async function fillWithoutSecrets(
  summariser: Summariser,
  template: SummaryTemplate,
  { transcript: said, title, overview, action_items, events }: Material,
  options: { signal: AbortSignal },
): Promise<Summary> {
  const { transcript, secrets } = await withheld(said);
  const material: Material = {
    transcript,
    title: secrets.mask(title),
    overview: secrets.mask(overview),
    action_items: action_items.map((item) => ({
      ...item,
      description: secrets.mask(item.description),
    })),
    events: events.map((event) => ({ ...event, title: secrets.mask(event.title) })),
  };
  const summary = await summariser.fill(template, material, options);
  return { ...summary, content: secrets.mask(summary.content) };
}
