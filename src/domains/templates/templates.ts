import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import { SHIPPED_TEMPLATES, shippedTemplate } from '../../engines/summaries/shipped-templates.ts';
import type { Summariser } from '../../engines/summaries/summariser.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { SummaryTemplate, SummaryTemplateCreate, SummaryTemplatePatch } from './template.ts';
import type { Runs } from './template.ts';
import * as sql from './templates.sql.ts';
import type { TemplateRow } from './templates.sql.ts';

const MAX_OWN = 50;
/**
 * The maximum number of templates that run automatically. Each such template calls the model for
 * every conversation.
 */
const MAX_ALWAYS = 5;

/** A template in the form that its user sees. */
export interface Template {
  id: string;
  name: string;
  prompt: string;
  runs: Runs;
  shipped: boolean;
  created_at: Date | null;
  updated_at: Date | null;
}

/** Returns the shipped templates first, then the user's own in the order of creation. */
export async function templatesOf(context: Context): Promise<Template[]> {
  const rows = await sql.selectTemplates(context.db, userOf(context));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shipped = SHIPPED_TEMPLATES.map((template) => ({
    ...template,
    runs: byId.get(template.id)?.runs ?? ('on_demand' as const),
    shipped: true,
    created_at: null,
    updated_at: null,
  }));
  const own = rows.flatMap(({ name, prompt, ...row }) =>
    name === null || prompt === null ? [] : [{ ...row, name, prompt, shipped: false }],
  );
  return [...shipped, ...own];
}

/** Throws NotFound when there is no such template. */
export async function findTemplate(context: Context, id: string): Promise<Template> {
  const found = (await templatesOf(context)).find((template) => template.id === id);
  return found ?? notFound();
}

/** The operations on templates. The summariser decides which templates can run. */
export function templateOperations(summariser: Summariser) {
  const view = ({ id, name, prompt, runs, shipped, created_at, updated_at }: Template) => ({
    id,
    name,
    prompt,
    runs,
    shipped,
    needs_model: !summariser.canFill({ id, name, prompt }),
    created_at,
    updated_at,
  });
  const answered = async (context: Context, id: string) => view(await findTemplate(context, id));

  const listTemplates = defineOperation({
    name: 'listSummaryTemplates',
    summary: 'List summary templates',
    description:
      'Lists the templates that come with the service, then your own, all in one answer.',
    scope: 'conversations:read',
    effect: 'read',
    input: NoInput,
    output: z.array(SummaryTemplate),
    run: async (context) => (await templatesOf(context)).map(view),
  });

  const getTemplate = defineOperation({
    name: 'getSummaryTemplate',
    summary: 'Get one summary template',
    description: 'Returns your own templates and those that come with the service.',
    scope: 'conversations:read',
    effect: 'read',
    input: z.object({ template_id: z.string() }),
    output: SummaryTemplate,
    run: (context, { template_id }) => answered(context, template_id),
  });

  const createTemplate = defineOperation({
    name: 'createSummaryTemplate',
    summary: 'Create a summary template',
    description:
      'Every conversation for which the template ran contains the result as `{app_id, content}`. You ' +
      `may have at most ${MAX_OWN} templates of your own, and ${MAX_ALWAYS} that always run.`,
    scope: 'conversations:write',
    effect: 'write',
    input: SummaryTemplateCreate,
    output: SummaryTemplate,
    run: async (context, { name, prompt, runs }) => {
      const now = context.clock.now();
      const row: TemplateRow = {
        user_id: userOf(context),
        id: context.newId(),
        name: name.trim(),
        prompt: prompt.trim(),
        runs,
        created_at: now,
        updated_at: now,
      };
      await store(context, row);
      return answered(context, row.id);
    },
  });

  const updateTemplate = defineOperation({
    name: 'updateSummaryTemplate',
    summary: 'Change a summary template',
    description:
      'Changes only the fields that you send; existing results stay. For a template that ' +
      'comes with the service you can change only `runs`.',
    scope: 'conversations:write',
    effect: 'write',
    input: SummaryTemplatePatch,
    output: SummaryTemplate,
    run: async (context, { template_id, name, prompt, runs }) => {
      if (name === undefined && prompt === undefined && runs === undefined) {
        throw new Invalid('At least one field (name, prompt or runs) must be provided');
      }
      await transaction(context.db, async (tx) => {
        const inside = { ...context, db: tx };
        await sql.lockTemplates(tx, userOf(context));
        const { shipped, created_at, ...stored } = await findTemplate(inside, template_id);
        if (shipped && (name !== undefined || prompt !== undefined)) {
          throw new Conflict(
            'You can change only when this template runs. To change more, create your own.',
          );
        }
        const now = context.clock.now();
        await store(inside, {
          user_id: userOf(context),
          id: stored.id,
          name: shipped ? null : (name?.trim() ?? stored.name),
          prompt: shipped ? null : (prompt?.trim() ?? stored.prompt),
          runs: runs ?? stored.runs,
          created_at: created_at ?? now,
          updated_at: now,
        });
      });
      return answered(context, template_id);
    },
  });

  const deleteTemplate = defineOperation({
    name: 'deleteSummaryTemplate',
    summary: 'Delete one of your own summary templates',
    description: 'Summaries that were made with the template stay on their conversations.',
    scope: 'conversations:write',
    effect: 'destroy',
    input: z.object({ template_id: z.string() }),
    output: Success,
    run: async (context, { template_id }) => {
      if (shippedTemplate(template_id)) {
        throw new Conflict(
          'You cannot delete a template that comes with the service. Set `runs` to ' +
            '`on_demand` instead.',
        );
      }
      const deleted = await sql.deleteTemplate(context.db, userOf(context), template_id);
      return deleted ? { success: true as const } : notFound();
    },
  });

  return { listTemplates, getTemplate, createTemplate, updateTemplate, deleteTemplate };
}

/** Counts and writes in one transaction, so that the limits hold. */
async function store(context: Context, row: TemplateRow): Promise<void> {
  await transaction(context.db, async (tx) => {
    await sql.lockTemplates(tx, row.user_id);
    const others = (await sql.selectTemplates(tx, row.user_id)).filter(({ id }) => id !== row.id);
    if (row.name !== null && others.filter(({ name }) => name !== null).length >= MAX_OWN) {
      throw new Conflict(`You already have ${MAX_OWN} templates. Delete one first.`);
    }
    const always = others.filter(({ runs }) => runs === 'always').length;
    if (row.runs === 'always' && always >= MAX_ALWAYS) {
      throw new Conflict(`${MAX_ALWAYS} templates already run always. Set one to on_demand first.`);
    }
    await sql.upsertTemplate(tx, row);
  });
}

function notFound(): never {
  throw new NotFound('Summary template not found');
}
