/** Samples written after the documented formats of other services; no data of a person. */

/** As in `conversations.json` of an export: seconds since 1970, and a tree of messages. */
export const CHATGPT = [
  {
    id: 'c1f0a2d4-0000-4000-8000-000000000001',
    title: 'Trip to Porto',
    create_time: 1_710_000_000,
    update_time: 1_710_000_060.5,
    current_node: 'n4',
    is_archived: false,
    mapping: {
      n0: { id: 'n0', message: null, parent: null, children: ['n1'] },
      n1: {
        id: 'n1',
        parent: 'n0',
        children: ['n2'],
        message: {
          id: 'n1',
          author: { role: 'system', name: null, metadata: {} },
          content: { content_type: 'text', parts: [''] },
          metadata: { is_visually_hidden_from_conversation: true },
        },
      },
      n2: {
        id: 'n2',
        parent: 'n1',
        children: ['n3', 'n4'],
        message: {
          id: 'n2',
          author: { role: 'user' },
          create_time: 1_710_000_001,
          content: { content_type: 'text', parts: ['Plan two days in Porto.'] },
          status: 'finished_successfully',
        },
      },
      n3: {
        id: 'n3',
        parent: 'n2',
        children: [],
        message: {
          id: 'n3',
          author: { role: 'assistant' },
          create_time: 1_710_000_002,
          content: { content_type: 'text', parts: ['An answer that the user replaced.'] },
        },
      },
      n4: {
        id: 'n4',
        parent: 'n2',
        children: [],
        message: {
          id: 'n4',
          author: { role: 'assistant' },
          create_time: 1_710_000_003,
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer' }, 'Day one: Ribeira.\nDay two: Foz.'],
          },
        },
      },
    },
  },
  { id: 'c1f0a2d4-0000-4000-8000-000000000002', create_time: 1_710_000_000, mapping: {} },
];

/** An answer of `GET /v1/lifelogs`. */
export const LIMITLESS = {
  data: {
    lifelogs: [
      {
        id: 'log-1',
        title: 'Planning the survey',
        markdown: '# Planning the survey',
        startTime: '2025-03-01T10:00:00+01:00',
        endTime: '2025-03-01T10:05:00+01:00',
        isStarred: true,
        updatedAt: '2025-03-01T12:00:00Z',
        contents: [
          { type: 'heading1', content: 'Planning the survey' },
          {
            type: 'heading2',
            content: 'Who writes the report',
            children: [
              {
                type: 'blockquote',
                content: 'Can you send me the report?',
                startTime: '2025-03-01T10:00:01.5+01:00',
                startOffsetMs: 1500,
                endOffsetMs: 4000,
                speakerName: 'Ana',
                speakerIdentifier: null,
              },
            ],
          },
          {
            type: 'blockquote',
            content: 'Yes, tomorrow.',
            startOffsetMs: 4200,
            endOffsetMs: 6000,
            speakerName: 'You',
            speakerIdentifier: 'user',
          },
          { type: 'blockquote', content: 'Good.', speakerName: 'Unknown' },
        ],
      },
      { id: 'log-2', title: 'Silence', startTime: '2025-03-01T11:00:00Z', contents: [] },
    ],
  },
  meta: { lifelogs: { nextCursor: null, count: 2 } },
};

/** An answer of `get_all`. */
export const MEM0 = {
  count: 2,
  results: [
    {
      id: '8dcd0a9c-0000-4000-8000-000000000001',
      memory: 'Prefers morning meetings',
      user_id: 'arjun',
      metadata: { type: 'preference' },
      categories: ['preferences'],
      created_at: '2024-07-20T01:30:36.000000-07:00',
      updated_at: '2024-07-20T01:30:36.000000-07:00',
    },
    { id: '8dcd0a9c-0000-4000-8000-000000000002', memory: '' },
  ],
};

/** Lists in the shapes of the developer API. */
export const OMI = {
  people: [{ id: 'p1', name: 'Ana', created_at: '2025-01-01T00:00:00Z' }],
  conversations: [
    {
      id: 'conv_1',
      created_at: '2025-01-15T10:50:00Z',
      started_at: '2025-01-15T10:30:00Z',
      finished_at: '2025-01-15T10:45:00Z',
      language: 'en',
      source: 'omi',
      status: 'completed',
      discarded: false,
      structured: {
        title: 'Boat repair',
        overview: 'They plan the repair of the boat.',
        category: 'travel',
        emoji: '⛵',
        action_items: [{ description: 'Buy varnish', completed: false }],
        events: [
          { title: 'Repair', start: '2025-01-18T10:00:00+00:00', duration: 60, created: false },
        ],
      },
      transcript_segments: [
        {
          id: 's1',
          text: 'We should fix the mast.',
          speaker: 'SPEAKER_00',
          speaker_id: 0,
          is_user: true,
          person_id: null,
          start: 0,
          end: 2.5,
        },
        {
          id: 's2',
          text: 'On Saturday.',
          speaker: 'SPEAKER_01',
          is_user: false,
          person_id: 'p1',
          start: 2.5,
          end: 4,
        },
      ],
    },
  ],
  memories: [
    {
      id: 'mem_1',
      content: 'Owns a sailing boat',
      category: 'interesting',
      tags: [],
      created_at: '2025-01-15T10:55:00Z',
      updated_at: '2025-01-15T10:55:00Z',
      manually_added: false,
      reviewed: true,
      conversation_id: 'conv_1',
    },
  ],
  action_items: [
    {
      id: 'task_1',
      description: 'Call the yard',
      completed: true,
      completed_at: '2025-01-17T09:00:00Z',
      created_at: '2025-01-16T09:00:00Z',
      updated_at: '2025-01-17T09:00:00Z',
      due_at: null,
    },
  ],
};

export const SRT = `1
00:00:01,000 --> 00:00:03,500
Ana: Did you call the bank
<i>about the loan?</i>

2
00:00:03,500 --> 00:00:06,250 X1:100
Rui: I will call the bank tomorrow &amp; tell you.

3
00:00:06,250 -> nine --> 00:00:08,000
Lost words.
`;

export const VTT = `WEBVTT - A call

NOTE
This is a comment --> not a cue.

intro
00:01.000 --> 00:03.500 align:start
<v Ana>Did you call the bank
about the loan?</v>

00:00:03.500 --> 00:00:06.250
<v.loud Rui>I will call the bank <b>tomorrow</b> &amp; tell you.

00:06.250 --> later
Lost words.
`;
