import { queryOptions } from '@tanstack/react-query';
import type { SummaryTemplate } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';
import { service } from '../../service/service.ts';

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => service.listOwnSummaryTemplates(),
});

/** The names of the templates that come with the service, in the language of the page. */
const SHIPPED: Record<string, () => string> = {
  'plain-summary': m.template_plain_summary,
  'meeting-minutes': m.template_meeting_minutes,
  'decisions-and-tasks': m.template_decisions_and_tasks,
  'lecture-notes': m.template_lecture_notes,
  'follow-up-mail': m.template_follow_up_mail,
};

export const templateName = ({ id, name }: Pick<SummaryTemplate, 'id' | 'name'>): string =>
  SHIPPED[id]?.() ?? name;
