// Made from the tools of assistants by `npm run generate`; do not edit.

export const TOOLS = {
  search: {
    description:
      'Searches memories, conversations, tasks and people, best first. Use it first in research; the query may say when and with whom.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Question or words.' },
        from: { type: 'string' },
        to: { type: 'string' },
        with: { type: 'array', items: { type: 'string' } },
        folder: { type: 'string' },
        kinds: {
          type: 'array',
          items: { type: 'string', enum: ['memory', 'conversation', 'action_item', 'person'] },
        },
        limit: { description: '1 to 50; default 10.', type: 'integer' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
  search_memories: {
    description:
      'Finds the memories that answer a natural-language question, best first. Use it whenever facts about the user could change your answer.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Question or words.' },
        limit: { description: '1 to 20; default 10.', type: 'integer' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
  create_memory: {
    description:
      'Stores one lasting fact about the user. Use it when the user says something about themselves that is worth remembering; write one short sentence.',
    inputSchema: {
      type: 'object',
      properties: {
        content: { type: 'string', description: 'The fact, 1 to 500 characters.' },
        category: {
          description: '`system`: about the user; `interesting`: knowledge. Default: chosen.',
          enum: ['system', 'interesting'],
          type: 'string',
        },
      },
      required: ['content'],
      additionalProperties: false,
    },
  },
  search_conversations: {
    description:
      'Finds conversations by what was said in them, best first, with the lines that match (#12 is the segment_offset of a line). Use it for what was said.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Question or words.' },
        start_date: { description: 'First day, yyyy-mm-dd.', type: 'string' },
        end_date: { description: 'Last day.', type: 'string' },
        limit: { description: '1 to 100; default 10.', type: 'integer' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
  get_conversation_by_id: {
    description:
      'Returns one conversation with its transcript, tasks and events. Use it for the exact words; next_segment_offset continues a long transcript.',
    inputSchema: {
      type: 'object',
      properties: {
        conversation_id: { type: 'string', description: 'From a list or search.' },
        segment_offset: {
          description: 'The `next_segment_offset` of the previous page.',
          type: 'integer',
        },
        segment_limit: { description: '1 to 1000; default 100.', type: 'integer' },
      },
      required: ['conversation_id'],
      additionalProperties: false,
    },
  },
  get_daily_summaries: {
    description:
      'Lists daily digests for the user, newest first. Use it to see what the user has done lately; the highlights list the conversations.',
    inputSchema: {
      type: 'object',
      properties: {
        start_date: { description: 'First day, yyyy-mm-dd.', type: 'string' },
        end_date: { description: 'Last day.', type: 'string' },
        limit: { description: '1 to 100; default 30.', type: 'integer' },
        cursor: { description: '`next_cursor` of the last page.', type: 'string' },
      },
      additionalProperties: false,
    },
  },
  get_action_items: {
    description:
      'Lists the tasks of the user, newest first. Use it to see which tasks are open, done or due.',
    inputSchema: {
      type: 'object',
      properties: {
        completed: { description: 'Default: both.', type: 'boolean' },
        due_start_date: { description: 'First day, yyyy-mm-dd.', type: 'string' },
        due_end_date: { description: 'Last day.', type: 'string' },
        filter: { description: 'More filters, like due=this_week&sort=due_asc.', type: 'string' },
        limit: { description: '1 to 500; default 100.', type: 'integer' },
        cursor: { description: '`next_cursor` of the last page.', type: 'string' },
      },
      additionalProperties: false,
    },
  },
  create_action_item: {
    description: 'Adds a task for the user. Use it when the user asks to note something to do.',
    inputSchema: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'A task of the user.' },
        due_at: { description: 'ISO 8601 with a zone.', type: 'string' },
        completed: {
          default: false,
          description: 'True for a task that is done.',
          type: 'boolean',
        },
      },
      required: ['description'],
      additionalProperties: false,
    },
  },
  complete_action_item: {
    description:
      'Marks a task as done, or open again. Use it when the user says that a task is finished.',
    inputSchema: {
      type: 'object',
      properties: {
        action_item_id: { type: 'string', description: 'From a list or search.' },
        completed: { default: true, description: '`false` opens it again.', type: 'boolean' },
      },
      required: ['action_item_id'],
      additionalProperties: false,
    },
  },
  ask: {
    description:
      'Answers a question from all records, and lists the sources. Use it for a quick answer; search to judge the records yourself.',
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string', description: 'In any language.' },
        limit: { default: 5, description: 'The number of sources, 1 to 10.', type: 'integer' },
        timezone: { description: 'IANA name; default: that of the account.', type: 'string' },
      },
      required: ['question'],
      additionalProperties: false,
    },
  },
};
