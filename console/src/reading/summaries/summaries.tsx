import { useQuery } from '@tanstack/react-query';
import type { Conversation } from '../../../../client/src/index.ts';
import { Markdown } from '../../design/text/markdown.tsx';
import * as m from '../../paraglide/messages.js';
import { Section } from '../findings.tsx';
import { templateName, templatesQuery } from './templates.ts';

export const summaryElementId = (template: string) => `summary-${template}`;

/** The summaries that templates wrote, each under the name of its template. */
export function Summaries({ results }: { results: Conversation['apps_results'] }) {
  const { data = [] } = useQuery({ ...templatesQuery, enabled: results.length > 0 });
  return results.map(({ app_id, content }) => {
    const template = data.find(({ id }) => id === app_id);
    return (
      <Section key={app_id} title={template ? templateName(template) : m.summary()}>
        <div
          id={summaryElementId(app_id ?? '')}
          tabIndex={-1}
          dir="auto"
          className="grid gap-3 outline-none"
        >
          <Markdown text={content} />
        </div>
      </Section>
    );
  });
}
