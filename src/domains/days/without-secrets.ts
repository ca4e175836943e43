import { Secrets } from '../../engines/secrets/secrets.ts';
import type { ContentsOfDay } from './summary-composer.ts';

/** Removes secrets, which may be in titles, tasks and facts that were written by hand. */
export function dayWithoutSecrets({
  conversations,
  action_items,
  memories,
}: ContentsOfDay): ContentsOfDay {
  const secrets = new Secrets();
  const mask = (text: string): string => secrets.learn([text])[0]!;
  return {
    conversations: conversations.map((each) => ({
      ...each,
      title: mask(each.title),
      overview: mask(each.overview),
    })),
    action_items: action_items.map((each) => ({ ...each, description: mask(each.description) })),
    memories: memories.map((each) => ({ ...each, content: mask(each.content) })),
  };
}
