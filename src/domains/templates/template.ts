import { z } from 'zod';
import { text, Timestamp } from '../../core/wire.ts';

export const Runs = z
  .enum(['always', 'on_demand'])
  .describe('`always` runs the template after each conversation, `on_demand` only on request.');
export type Runs = z.output<typeof Runs>;

const EXAMPLES = {
  id: { examples: ['meeting-minutes'] },
  name: { examples: ['Meeting minutes'] },
  prompt: { examples: ['Who was present, what was decided, and who does what until when.'] },
};

export const SummaryTemplate = z
  .object({
    id: z
      .string()
      .describe('The id of the template, and the `app_id` of its results.')
      .meta(EXAMPLES.id),
    name: z.string().describe('The name of the template.').meta(EXAMPLES.name),
    prompt: z
      .string()
      .describe('Your instructions to the model for the summary.')
      .meta(EXAMPLES.prompt),
    runs: Runs,
    shipped: z
      .boolean()
      .describe(
        'True for a template that comes with the service. You can change only the `runs` of ' +
          'such a template.',
      ),
    needs_model: z
      .boolean()
      .describe(
        'True when the template cannot run now, because this installation has no language model.',
      ),
    created_at: Timestamp.nullable().describe('null for templates that come with the service.'),
    updated_at: Timestamp.nullable().describe(
      'The time of the last change; null for unchanged templates that come with the service.',
    ),
  })
  .meta({ id: 'SummaryTemplate' });

const blank = (field: string) => `${field} cannot be empty`;
const Name = text({ min: 1, max: 100, blank: blank('name') })
  .describe('The name of the template.')
  .meta(EXAMPLES.name);
const Prompt = text({ min: 1, max: 4000, blank: blank('prompt') })
  .describe('Instructions to the model for the summary, in your own words.')
  .meta(EXAMPLES.prompt);

export const SummaryTemplateCreate = z
  .strictObject({ name: Name, prompt: Prompt, runs: Runs.default('on_demand') })
  .meta({ id: 'SummaryTemplateCreate' });

export const SummaryTemplatePatch = z
  .strictObject({
    template_id: z.string(),
    name: Name.optional(),
    prompt: Prompt.optional(),
    runs: Runs.optional(),
  })
  .meta({ id: 'SummaryTemplatePatch' });
