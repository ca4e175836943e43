import { z } from 'zod';
import { CreatedAt, UpdatedAt, trimmedText } from '../../../core/wire.ts';
import { CATEGORIES } from '../../../engines/understanding/maker.ts';

export const MAX_CUSTOM = 50;
export const MAX_REORDERED = 100;

/**
 * The folders that every user has. These folders are created when the user's own app first requests
 * folders.
 */
export const SYSTEM_FOLDERS = [
  { name: 'Work', color: '#3B82F6', icon: 'briefcase', category: 'work', is_default: false },
  { name: 'Personal', color: '#10B981', icon: 'home', category: 'personal', is_default: true },
  { name: 'Social', color: '#F59E0B', icon: 'users', category: 'social', is_default: false },
] as const;

/** A folder as programs see it in the list. */
export const DeveloperFolder = z
  .object({
    id: z.string().describe('The id of the folder.'),
    name: z
      .string()
      .describe('The name of the folder.')
      .meta({ examples: ['Work'] }),
    description: z
      .string()
      .nullable()
      .describe('The purpose of the folder; null when none was given.'),
    color: z.string().describe('`#RRGGBB`'),
    icon: z.string().describe('The name of an icon, or an emoji.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    order: z.int().describe('The position among the folders of the user, from 0.'),
    is_default: z
      .boolean()
      .describe('True for the folder that receives the conversations of deleted folders.'),
    is_system: z
      .boolean()
      .describe(
        'True for a folder that every user has. Such a folder cannot be renamed or deleted.',
      ),
    conversation_count: z
      .int()
      .describe('The number of completed conversations that were worth keeping.'),
  })
  .meta({ id: 'DeveloperFolder' });

const CategoryMapping = z.enum(CATEGORIES).nullable();

export const Folder = DeveloperFolder.extend({
  category_mapping: CategoryMapping.describe(
    'The service puts new conversations of this category into this folder; null: none.',
  ),
}).meta({ id: 'Folder' });

const Name = trimmedText({ min: 1, max: 100 })
  .describe('Unique among the folders of the user; case is ignored.')
  .meta({ examples: ['Holidays'] });
const Description = trimmedText({ max: 500 })
  .nullable()
  .describe('The purpose of the folder; null for none.')
  .meta({ examples: ['By the sea'] });
const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour such as #6B7280')
  .describe('`#RRGGBB`');
const Icon = trimmedText({ min: 1, max: 50 }).describe('The name of an icon, or an emoji.');
const FiledByItself = CategoryMapping.describe(
  'The service puts new conversations of this category into this folder; null: none.',
).meta({ examples: ['travel'] });

export const FolderCreate = z
  .strictObject({
    name: Name,
    description: Description.optional(),
    color: Color.default('#6B7280'),
    icon: Icon.default('folder'),
    category_mapping: FiledByItself.optional(),
  })
  .meta({ id: 'FolderCreate' });

export const FolderPatch = z
  .strictObject({
    folder_id: z.string(),
    name: Name.optional(),
    description: Description.optional().describe('null removes the description.'),
    color: Color.optional(),
    icon: Icon.optional(),
    order: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('The new position among the folders of the user, from 0.'),
    category_mapping: FiledByItself.optional(),
  })
  .meta({ id: 'FolderPatch' });
