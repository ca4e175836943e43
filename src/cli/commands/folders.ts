import { command } from '../command.ts';
import { deleted, flagOption, into, textOption } from '../options.ts';
import { pairs } from '../output-lines.ts';
import { table } from '../table.ts';

export const folderCommands = [
  command({
    words: 'folder list',
    summary: 'list folders',
    run: ({ client }) => client.listFolders({}),
    show: (folders) =>
      table(folders, { ID: ({ id }) => id, ICON: ({ icon }) => icon, NAME: ({ name }) => name }),
  }),
  command({
    words: 'folder get',
    summary: 'show one folder with all fields',
    places: ['folder_id'],
    run: ({ client }, input) => client.getFolder(input),
    show: pairs,
  }),
  command({
    words: 'folder add',
    summary: 'add a folder',
    places: ['name'],
    options: {
      description: textOption('What belongs into the folder.'),
      icon: textOption('An emoji.'),
    },
    run: ({ client }, input) => client.createFolder(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'folder rename',
    summary: 'change the name of a folder',
    places: ['folder_id', 'name'],
    run: ({ client }, input) => client.updateFolder(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'folder file',
    summary: 'put a conversation into a folder',
    places: ['folder_id', 'conversation_id'],
    run: ({ client }, input) => client.moveConversationToFolder(input),
    show: () => 'Done.',
  }),
  command({
    words: 'folder delete',
    summary: 'delete a folder; its conversations stay',
    places: ['folder_id'],
    options: { to: into('move_to_folder_id', textOption('The folder that receives them.')) },
    run: ({ client }, input) => client.deleteFolder(input),
    show: deleted,
  }),
];

export const templateCommands = [
  command({
    words: 'template list',
    summary: 'list summary templates',
    run: ({ client }) => client.listSummaryTemplates({}),
    show: (templates) =>
      table(templates, {
        ID: ({ id }) => id,
        RUNS: ({ runs }) => runs,
        NAME: ({ name }) => name,
        PROMPT: ({ prompt }) => prompt,
      }),
  }),
  command({
    words: 'template get',
    summary: 'show one template with all fields',
    places: ['template_id'],
    run: ({ client }, input) => client.getSummaryTemplate(input),
    show: pairs,
  }),
  command({
    words: 'template add',
    summary: 'add a template',
    places: ['name', 'prompt'],
    options: { always: flagOption('Run it after each conversation.') },
    run: ({ client }, { always, ...input }) =>
      client.createSummaryTemplate({ ...input, runs: always ? 'always' : 'on_demand' }),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'template edit',
    summary: 'change the instructions of a template',
    places: ['template_id', 'prompt'],
    run: ({ client }, input) => client.updateSummaryTemplate(input),
    show: ({ id, name }) => `${id}  ${name}`,
  }),
  command({
    words: 'template run',
    summary: 'run a template on a conversation',
    places: ['conversation_id', 'template_id'],
    run: ({ client }, input) => client.summariseConversation(input),
    show: pairs,
  }),
  command({
    words: 'template delete',
    summary: 'delete a template',
    places: ['template_id'],
    run: ({ client }, input) => client.deleteSummaryTemplate(input),
    show: deleted,
  }),
];
