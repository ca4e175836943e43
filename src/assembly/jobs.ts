import { behindWall } from '../kit/context.ts';
import type { Parts } from '../kit/context.ts';
import { joiningWork } from '../domains/corrections/conversation-joining.ts';
import { describingWork } from '../domains/recordings/photos.ts';
import { processingWork } from '../domains/understanding/processing.ts';
import { summarisingWork } from '../domains/understanding/summaries.ts';
import { remakingWork } from '../domains/voices/voiceprint-remaking.ts';
import type { Engines } from './engines.ts';
import type { Start } from './start.ts';

/** Connects every durable job with its operation. */
export function startWorks(
  { config }: Start,
  parts: Parts,
  { rules, maker, summariser, voices, describer }: Engines,
): void {
  const processing = processingWork(maker, {
    fromDraft: async (draft) => {
      const { draftMaker } = await import('../engines/understanding/language-model/draft-maker.ts');
      return draftMaker(draft, rules);
    },
    summariser,
    discard: config.discard,
    understanding: config.understanding,
    voices,
  });
  const works = [
    processing,
    summarisingWork(summariser),
    joiningWork,
    remakingWork(voices),
    ...(describer ? [describingWork(describer)] : []),
  ];
  for (const { job, run } of works) {
    parts.jobs.work(job, async (payload, attempt) => {
      const { user_id } = payload as { user_id: string };
      const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
      await run(context, payload, attempt);
      parts.changed(user_id);
    });
  }
}
