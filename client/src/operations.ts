// Made from the OpenAPI document by `npm run generate`; do not edit.

export type ErrorResponse = {
  /** A sentence; for some problems a list or an object. */
  detail: string | unknown[] | Record<string, unknown>;
};

export type HTTPValidationError = {
  /** One entry for each problem, or a sentence. */
  detail: ValidationError[] | string;
};

export type ValidationError = {
  /** The path to the field: first `body`, `query` or `path`, then names and positions. */
  loc: (string | number)[];
  /** The problem and how to solve it. */ msg: string;
  /** The kind of problem, for programs. */ type: string;
};

export type User = {
  /** The value for the `uid` parameter of the listening socket. */
  id: string;
  /** The e-mail address with which the user signs in. */ email: string;
  /** The name of the user. */ name: string;
  /** IANA name. Days such as "tomorrow" begin and end in this time zone. */
  timezone: string;
  /** ISO 639-1: the default language of texts; null means English. */
  language: string | null;
  /** The first day of the week in "next week" and `due=this_week`. */
  week_start: 'monday' | 'sunday' | 'saturday';
  /** The hour at which a task is due if only its day was mentioned ("tomorrow"); null means the end of the day. */
  due_hour: number | null;
  /** True when the service keeps the sentence about which you decided with each decision, without secrets, so that you can export examples to train a reader. `false` forgets those kept. */
  keeps_examples: boolean;
};

export type Session = {
  /** The id of the session. */ id: string;
  /** The user agent of the browser or program; null when it is not known. */
  user_agent: string | null;
  /** The network address at the time of the sign-in; null when it is not known. */
  ip_address: string | null;
  /** The time of the sign-in. */ created_at: string;
  /** The time at which the session ends. */ expires_at: string;
  /** True for the session that sends this request. */
  is_current: boolean;
};

export type PasskeyOptions = {
  /** Options of WebAuthn Level 3 as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. They are valid for five minutes. */
  options: Record<string, unknown>;
};

export type Passkey = {
  /** The id of the passkey. */ id: string;
  /** The name that the user gave. */ name: string;
  /** The time of creation. */ created_at: string;
  /** The time of the latest sign-in with it; null before the first. */
  last_used_at: string | null;
  /** True when the passkey is synchronised between devices of the user. */
  is_backed_up: boolean;
};

export type OidcProvider = {
  /** The name of the provider, for a button; null when there is none. */
  name: string | null;
};

export type SignInMethods = {
  /** True when the account has a password. */ has_password: boolean;
  /** The number of passkeys. */ passkeys: number;
  /** The OpenID Connect provider; null when the operator configured none. */
  oidc: {
    /** The name of the provider. */ name: string;
    /** Null while it is not connected. */ connected_at: string | null;
  } | null;
};

export type SecurityEvent = {
  /** The id of the entry. */ id: string;
  /** The time of the event, or of the first of several failures. */
  at: string;
  /** The kind of event. */
  event:
    | 'signed_in'
    | 'sign_in_failed'
    | 'signed_out'
    | 'session_ended'
    | 'sessions_ended'
    | 'password_changed'
    | 'password_refused'
    | 'address_changed'
    | 'key_created'
    | 'key_first_used'
    | 'key_revoked'
    | 'assistant_connected'
    | 'assistant_disconnected'
    | 'webhook_secret_changed'
    | 'webhook_secret_deleted'
    | 'calendar_address_made'
    | 'calendar_address_ended'
    | 'passkey_added'
    | 'passkey_removed'
    | 'oidc_linked'
    | 'oidc_unlinked'
    | 'connection_added'
    | 'connection_key_changed'
    | 'connection_removed';
  /** How the caller was identified: with address and password, with a passkey, by the OpenID Connect provider, by a session, as the operator of the machine, or by the key or assistant itself. */
  by: 'password' | 'passkey' | 'oidc' | 'session' | 'operator' | 'program';
  /** The name that the key, passkey, assistant, webhook, connection or OpenID Connect provider had then; for an ended session, its browser; null for other events. */
  subject: string | null;
  /** The id of the key, passkey, assistant, webhook or connection; null for other events. */
  subject_id: string | null;
  /** The network address of the caller; null when it is not known. */
  ip_address: string | null;
  /** The browser or program of the caller; null when it is not known. */
  user_agent: string | null;
  /** The number of failures from this address within an hour, or of ended sessions. */
  count: number;
  /** The time of the latest of these failures. */ last_at: string;
};

export type UserQuotas = {
  /** Kept sound. At the quota, new sound is transcribed but not kept. */
  sound: {
    /** The size of the kept sound, in bytes. */ used_bytes: number;
    /** The quota in bytes; null when there is none. */
    max_bytes: number | null;
  };
  /** The length of the conversations from live sound and recordings in this month (UTC). At the quota, live sessions end and uploads are refused with 429. */
  listening: {
    /** The seconds of sound in this month. */ used_seconds: number;
    /** The quota in seconds; null when there is none. */
    max_seconds: number | null;
    /** The start of the next month. */ resets_at: string;
  };
};

export type PasskeySignUpOptions = {
  /** Options of WebAuthn Level 3 as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. They are valid for five minutes. */
  options: Record<string, unknown>;
  /** The id of the account. Send it with the passkey. */
  user_id: string;
};

export type Invitation = {
  /** The id of the invitation. */ id: string;
  /** The note that tells for whom the invitation is. */ note: string;
  /** The time of creation. */ created_at: string;
  /** The time after which the link no longer works. */
  expires_at: string;
  /** The time at which an account was created with the invitation; null before that. */
  used_at: string | null;
};

export type InvitationCreated = Invitation & {
  /** The address of the invited person. */ link: string;
};

export type DeletedAccount = {
  /** The number of conversations, with their transcripts. */
  conversations: number;
  /** The number of memories. */ memories: number;
  /** The number of action items. */ action_items: number;
  /** The number of goals. */ goals: number;
  /** The number of people, with their voices. */ people: number;
  /** The number of messages of the chat. */ chat_messages: number;
  /** The number of recordings whose sound was kept. */
  kept_sounds: number;
  /** The number of keys, which no longer work. */ keys: number;
  /** The number of connected assistants, which no longer have access. */
  assistants: number;
};

export type ApiKey = {
  /** The id of the key. */ id: string;
  /** The purpose of the key. */ name: string;
  /** The first characters, by which people recognise the key. */
  key_prefix: string;
  /** The permissions of the key; never null. */
  scopes: string[] | null;
  /** The time of creation. */ created_at: string;
  /** The time of the last request with the key; null before the first. */
  last_used_at: string | null;
};

export type ApiKeyCreated = ApiKey & {
  /** The whole key. Only this answer shows the key. */ key: string;
};

export type Grant = {
  /** The id of the connection. */ id: string;
  /** The id under which the assistant is registered. */
  client_id: string;
  /** The displayed name of the assistant. */ client_name: string;
  /** The host to which the browser was redirected after the user gave permission. */
  redirect_host: string;
  /** The only address at which the tokens are valid. */
  resource: string;
  /** The permissions of the assistant. */ scopes: string[];
  /** The scopes in plain words, in the same order. */
  permissions: string[];
  /** The time of creation. */ created_at: string;
  /** The time of the last request of the assistant; null before the first. */
  last_used_at: string | null;
  /** The time at which the connection ends by itself; null if it does not. */
  ends_at: string | null;
};

export type Memory = {
  /** The id of the memory. */ id: string;
  /** The fact, as a sentence. */ content: string;
  /** `system`: about the user; `interesting`: knowledge; `manual`: added by hand. */
  category: 'interesting' | 'system' | 'manual';
  /** `public`: your own apps may show the memory to others. The service publishes nothing. */
  visibility: 'public' | 'private';
  /** Free labels. */ tags: string[];
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** True for a memory that was added through the API or the app. */
  manually_added: boolean;
  /** The sort key of lists, descending. */ scoring: string;
  /** True when the user has kept or rejected the memory. */
  reviewed: boolean;
  /** `true`: kept; `false`: rejected; `null`: not reviewed. */
  user_review: boolean | null;
  /** True when the memory was changed after its creation. */
  edited: boolean;
  /** The program or service from which the record comes; null when none was sent. */
  source?: string | null;
  /** The id of the record in its source; null when none was sent. */
  external_id?: string | null;
  /** Free data of the program that made the record; null when none was sent. */
  metadata?: Record<string, unknown> | null;
  /** The time until which the fact was true; only closed memories have it. */
  until?: string;
  /** The conversation from which the fact comes; null for a memory that was added by hand. */
  conversation_id?: string | null;
  /** When a conversation last told the fact; null when none has. */
  last_heard_at?: string | null;
};

export type MemoryCreated = {
  /** The id of the memory. */ id: string;
  /** The fact, as a sentence. */ content: string;
  /** `system`: about the user; `interesting`: knowledge; `manual`: added by hand. */
  category: 'interesting' | 'system' | 'manual';
  /** `public`: your own apps may show the memory to others. The service publishes nothing. */
  visibility: 'public' | 'private';
  /** Free labels. */ tags: string[];
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** True for a memory that was added through the API or the app. */
  manually_added: boolean;
  /** The sort key of lists, descending. */ scoring: string;
  /** A stored memory with nearly the same text, if there is one. The service keeps both. Delete the one that you do not want. */
  resembles?: {
    /** The id of the stored memory. */ id: string;
    /** The fact, as a sentence. */ content: string;
    /** Similarity of the two texts by letters; 1 when they are equal. */
    likeness: number;
  };
  /** Present when the service already knew the fact and updated the stored memory with your fields. */
  known?: true;
};

export type ImportAnswer = {
  /** One outcome per item, in the same order. */
  results: ImportOutcome[];
  /** The number of created records. */ created_count: number;
  /** The number of existing records that got an `external_id`. */
  updated_count: number;
  /** The number of items that were stored already. */
  unchanged_count: number;
  /** The number of refused items. */ refused_count: number;
};

export type ImportOutcome = {
  /** `updated`: the record existed without an `external_id`, and your fields were added to it. `unchanged`: a record with this `external_id` already existed. */
  outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** The id of the stored record; null when the item was refused. */
  id: string | null;
  /** The `external_id` of the item; null when it has none. */
  external_id: string | null;
  /** The error body that a request with only this item would get; null without an error. */
  error: {
    /** A sentence, or one entry for each problem. */
    detail:
      | string
      | {
          /** The path to the field. */ loc: (string | number)[];
          /** The problem and how to solve it. */ msg: string;
          /** The kind of problem, for programs. */ type: string;
        }[];
  } | null;
};

export type FoundMemory = Omit<
  Memory,
  'source' | 'external_id' | 'metadata' | 'until' | 'conversation_id' | 'last_heard_at'
> & {
  /** The conversation from which the fact comes; null for a memory that was added by hand. */
  conversation_id: string | null;
  /** For a closed memory, the time until which it was true; otherwise null. */
  until: string | null;
};

export type MemoryDetail = Omit<Memory, 'until' | 'conversation_id' | 'last_heard_at'> & {
  /** The conversation from which the fact comes; null for a memory that was added by hand. */
  conversation_id: string | null;
  /** For a closed memory, the time until which it was true; otherwise null. */
  until: string | null;
  /** The segment in which the fact was heard; null for a memory that was added by hand. */
  segment_id: string | null;
  /** The rules, the part of the reader or the model that found the fact; null for a memory that was added by hand, or found by an older version. */
  found_by: string | null;
  /** The chance that the reading of the conversation gave the fact, 0 to 1; null when it gave none. */
  confidence: number | null;
  /** When a conversation told the fact first; null for a memory that was added by hand. */
  since: string | null;
  /** The number of conversations that told the fact, in whatever words; at least 1. */
  times_heard: number;
  /** When a conversation last told the fact; null when none has. */
  last_heard_at: string | null;
  /** The conversations that told the fact again, the newest 50, in the order of finding. */
  heard_again: {
    /** The conversation that told it. */ conversation_id: string;
    /** The segment that told it; null when it is not known. */
    segment_id: string | null;
    /** The rule that decided that it is the same. */ rule: string;
    /** When it was said. */ at: string;
    /** The words in which it was told. */ words: string;
  }[];
  /** The words that closed the fact; null unless a conversation closed it. */
  closed_by: {
    /** The conversation that said it. */ conversation_id: string;
    /** The segment that said it. */ segment_id: string;
    /** The rule that decided. */ rule: string;
    /** When it was said. */ at: string;
  } | null;
  /** The words against a fact that you wrote or kept, for your review; null without any. Closing, changing or reviewing the memory removes it. */
  contradicted_by: MemoryDetail['closed_by'];
};

export type MemoryVersion = {
  /** The wording. */ content: string;
  /** For a closed memory, the time until which it was true; otherwise null. */
  until: string | null;
  /** When the next wording replaced this one; null for the current one. */
  changed_at: string | null;
};

export type MemoryUpdated = Omit<
  FoundMemory,
  'scoring' | 'reviewed' | 'user_review' | 'conversation_id'
>;

export type AssistantMemory = {
  /** The id of the memory. */ id: string;
  /** The fact, as a sentence. */ content: string;
  /** `system`: about the user; `interesting`: knowledge; `manual`: added by hand. */
  category: string;
  /** Free labels. */ tags: string[];
  /** True for a memory that was added through the API or the app. */
  manually_added: boolean;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** The conversation from which the fact comes; null for a memory that was added by hand. */
  conversation_id: string | null;
  /** The time until which the fact was true; only closed memories have it. */
  until?: string;
};

export type SaidBeforeMeeting = {
  /** The last conversations with one of the people, at most 3. */
  conversations: {
    /** The id of the conversation. */ id: string;
    /** Its title. */ title: string;
    /** Its overview. */ overview: string;
    /** When it began. */ started_at: string;
  }[];
  /** Open tasks from such conversations, or that name them, at most 5. */
  tasks: {
    /** The id of the task. */ id: string;
    /** Its text. */ description: string;
    /** When it is due; null without a time. */ due_at: string | null;
  }[];
};

export type Meeting = {
  /** The id of the meeting, which stays when the meeting is moved. */
  id: string;
  /** The title; empty when the calendar has none. */ title: string;
  /** When it begins; for whole days, the first midnight of the user. */
  start: string;
  /** When it ends. */ end: string;
  /** The first day of a meeting of whole days; otherwise null. */
  first_day: string | null;
  /** The last day of a meeting of whole days; otherwise null. */
  last_day: string | null;
  /** The place; empty when the calendar has none. */ place: string;
  /** The people of the meeting. */
  attendees: {
    /** The name; the e-mail address when the calendar has no name. */
    name: string;
    /** The e-mail address; null when the calendar has none. */
    email: string | null;
    /** True for you, by the address of your account. */ is_user: boolean;
    /** The person with this name, or with this first name alone; null without. */
    person_id: string | null;
  }[];
  /** The conversations that took place in it. */
  conversation_ids: string[];
};

export type ActionItem = {
  /** The id of the task. */ id: string;
  /** The text of the task. */ description: string;
  /** True when the task is done. */ completed: boolean;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** The time at which the task is due; null without a date. */
  due_at: string | null;
  /** The time at which the task was done; null while it is open. */
  completed_at: string | null;
  /** The conversation from which the task comes; null for a task that was added by hand. */
  conversation_id: string | null;
  /** The chance that the reading of the conversation gave the task, 0 to 1; null when it gave none. */
  confidence: number | null;
  /** The program or service from which the record comes; null when none was sent. */
  source?: string | null;
  /** The id of the record in its source; null when none was sent. */
  external_id?: string | null;
  /** Free data of the program that made the record; null when none was sent. */
  metadata?: Record<string, unknown> | null;
};

export type AssistantActionItem = {
  /** The id of the task. */ id: string;
  /** The text of the task. */ description: string;
  /** True when the task is done. */ completed: boolean;
  /** The time of creation. */ created_at: string;
  /** The time at which the task is due; null without a date. */
  due_at: string | null;
  /** The time at which the task was done; null while it is open. */
  completed_at: string | null;
  /** The conversation from which the task comes; null for one added by hand. */
  conversation_id: string | null;
};

export type AssistantActionItemFound = AssistantActionItem & {
  /** The relevance of the task to the query, 0 to 1. */
  relevance_score: number;
};

export type AssistantActionItemCreated = AssistantActionItem & {
  /** True when the task existed already, so no new one was created. */
  known: boolean;
};

export type DeveloperGoal = {
  /** The id of the goal. */ id: string;
  /** The same as `id`. */ goal_id: string;
  /** The subject of the goal. */ title: string;
  /** A description of the situation when the goal is reached. */
  desired_outcome: string;
  /** The reason for the goal; null when none was given. */
  why_it_matters: string | null;
  /** Signs that the goal is reached. */ success_criteria: string[];
  /** The date by which the user wants to reach the goal; null without a date. */
  horizon_at: string | null;
  /** `achieved` and `abandoned` goals have ended; all others are active. */
  status: 'background' | 'focused' | 'paused' | 'achieved' | 'abandoned';
  /** The position among the goals in focus; 1 is first. Null: no position. */
  focus_rank: number | null;
  /** The measure of progress; null for a goal without a measure. */
  metric: GoalMetric | null;
  /** The creator of the goal. */
  source: 'user' | 'ai_suggested' | 'imported';
  /** `boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number. Null: the goal has no measure. */
  goal_type: 'boolean' | 'scale' | 'numeric' | null;
  /** The value at which the goal is reached. Null: the goal has no measure. */
  target_value: number | null;
  /** The current value; the history keeps the last value of each day. Null: the goal has no measure. */
  current_value: number | null;
  /** The lowest value; at most `max_value`. Null: no limit. */
  min_value: number | null;
  /** The highest value. Null: no limit. */ max_value: number | null;
  /** The unit of the values; null without a unit. */
  unit: string | null;
  /** False when the goal is achieved or abandoned. */
  is_active: boolean;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
};

export type GoalMetric = {
  /** `boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number. */
  type: 'boolean' | 'scale' | 'numeric';
  /** The current value; the history keeps the last value of each day. */
  current: number;
  /** The value at which the goal is reached. */ target: number;
  /** The lowest value; at most `max_value`. Null: no limit. */
  min: number | null;
  /** The highest value. Null: no limit. */ max: number | null;
  /** The unit of the values; null without a unit. */
  unit: string | null;
};

export type GoalDay = {
  /** The day in the user's time zone. */ date: string;
  /** The last value of that day. */ value: number;
  /** The time at which that value was set. */ recorded_at: string;
};

export type AssistantGoal = {
  /** The id of the goal. */ id: string;
  /** The subject of the goal. */ title: string;
  /** A description of the situation when the goal is reached. */
  desired_outcome: string;
  /** The reason for the goal; null when none was given. */
  why_it_matters: string | null;
  /** Signs that the goal is reached. */ success_criteria: string[];
  /** `background`, `focused`, `paused`, `achieved` or `abandoned`. */
  status: string;
  /** The date by which the user wants to reach the goal; null without a date. */
  horizon_at: string | null;
  /** The current value; null without a measure. */
  current_value: number | null;
  /** The value at which the goal is reached; null without a measure. */
  target_value: number | null;
  /** The unit of the values; null without a unit. */
  unit: string | null;
};

export type DaySummary = {
  /** The id of the summary. */ id: string;
  /** The day in the user's time zone. */ date: string;
  /** At most about eight words. */ headline: string;
  /** In the third person, in the order of the day. */ overview: string;
  /** An emoji for the day. */ day_emoji: string;
  /** The time of creation. */ created_at: string;
  /** Changes when the service makes the summary again because data arrived late or was deleted. */
  updated_at: string;
  stats: DayStats;
  /** The most important conversations, the most important first. */
  highlights: DayHighlight[];
  /** The tasks that come from the conversations, were added by hand, or are due on that day. */
  action_items: DayActionItem[];
  /** Lists only questions that are certain; the built-in reader finds none. */
  unresolved_questions: {
    /** The conversation from which it comes. */ conversation_id: string;
    /** The open question. */ question: string;
  }[];
  /** Lists only decisions that are certain; the built-in reader finds none. */
  decisions_made: {
    /** The conversation from which it comes. */ conversation_id: string;
    /** The decision. */ decision: string;
  }[];
  /** The memories from the conversations; empty while memories are closed. */
  knowledge_nuggets: {
    /** The conversation from which it comes. */ conversation_id: string;
    /** The id of the memory. */ id: string;
    /** The fact, as a sentence. */ content: string;
  }[];
  /** The places of the conversations. */ locations: DayLocation[];
};

export type DayStats = {
  /** The number of conversations. */ total_conversations: number;
  /** The total length of the conversations in minutes. */
  total_minutes: number;
  /** The number of tasks in `action_items`. */
  action_items_count: number;
};

export type DayHighlight = {
  /** The conversation from which it comes. */ conversation_id: string;
  /** The title of the conversation. */ title: string;
  /** The emoji of the conversation. */ emoji: string;
};

export type DayActionItem = {
  /** The id of the task. */ id: string;
  /** The text of the task. */ description: string;
  /** True when the task is done. */ completed: boolean;
  /** The time at which the task is due; null without a date. */
  due_at: string | null;
  /** The conversation from which the task comes; null for a task that was added by hand. */
  conversation_id: string | null;
};

export type DayLocation = {
  /** The conversation from which it comes. */ conversation_id: string;
  /** Degrees north of the equator. */ latitude: number;
  /** Degrees east of Greenwich. */ longitude: number;
  /** The postal address; null when it is not known. */
  address: string | null;
};

export type AssistantDay = {
  /** The id of the summary. */ id: string;
  /** The day in the user's time zone, `yyyy-mm-dd`. */ date: string;
  /** At most about eight words. */ headline: string;
  /** In the third person, in the order of the day. */ overview: string;
  /** The most important conversations, the most important first. */
  highlights: {
    /** The id of the conversation. */ conversation_id: string;
    /** The title of the conversation. */ title: string;
  }[];
  /** The tasks of the day. */
  action_items: {
    /** The id of the task. */ id: string;
    /** The text of the task. */ description: string;
    /** True when the task is done. */ completed: boolean;
  }[];
};

export type DeveloperFolder = {
  /** The id of the folder. */ id: string;
  /** The name of the folder. */ name: string;
  /** The purpose of the folder; null when none was given. */
  description: string | null;
  /** `#RRGGBB` */ color: string;
  /** The name of an icon, or an emoji. */ icon: string;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** The position among the folders of the user, from 0. */
  order: number;
  /** True for the folder that receives the conversations of deleted folders. */
  is_default: boolean;
  /** True for a folder that every user has. Such a folder cannot be renamed or deleted. */
  is_system: boolean;
  /** The number of completed conversations that were worth keeping. */
  conversation_count: number;
};

export type Folder = DeveloperFolder & {
  /** The service puts new conversations of this category into this folder; null: none. */
  category_mapping:
    | 'personal'
    | 'education'
    | 'health'
    | 'finance'
    | 'legal'
    | 'philosophy'
    | 'spiritual'
    | 'science'
    | 'entrepreneurship'
    | 'parenting'
    | 'romantic'
    | 'travel'
    | 'inspiration'
    | 'technology'
    | 'business'
    | 'social'
    | 'work'
    | 'sports'
    | 'politics'
    | 'literature'
    | 'history'
    | 'architecture'
    | 'music'
    | 'weather'
    | 'news'
    | 'entertainment'
    | 'psychology'
    | 'real'
    | 'design'
    | 'family'
    | 'economics'
    | 'environment'
    | 'other'
    | null;
};

export type Conversation = {
  /** The id of the conversation. */ id: string;
  /** The time of creation. */ created_at: string;
  /** The start of the conversation; null when it is not known. */
  started_at: string | null;
  /** The end of the conversation; null when it is not known. */
  finished_at: string | null;
  structured: DeveloperConversationStructured;
  /** The folder of the conversation; null without a folder. */
  folder_id: string | null;
  /** The name of the folder; null without a folder. */
  folder_name: string | null;
  /** The place of the conversation; null when it is not known. */
  geolocation: Geolocation | null;
  /** ISO 639-1, such as `en`; null when it is not known. */
  language: string | null;
  /** The device or program that made the conversation; null when it is not known. */
  source: string | null;
  /** The transcript, in the order of the speech. */
  transcript_segments: LiveSegment[];
  /** `in_progress` while words still arrive; `processing` while the service makes the summary. */
  status: 'in_progress' | 'processing' | 'completed' | 'failed';
  /** True when the service found the conversation not worth keeping. */
  discarded: boolean;
  /** The reason why processing failed; null otherwise. You can retry a failed conversation. */
  failure: string | null;
  /** The author of title, overview, tasks and events; null before they are made. */
  understood_by: 'rules' | 'language-model' | 'assistant' | null;
  /** The id of the record in its source; null when none was sent. */
  external_id?: string | null;
  /** Free data of the program that made the record; null when none was sent. */
  metadata?: Record<string, unknown> | null;
  /** The time of the last change. */ updated_at: string;
  /** Always `false`, for clients of the reference service. */
  deleted: boolean;
  /** True when the user has starred the conversation. */
  starred: boolean;
  /** Everybody who has the link can open a `shared` or `public` conversation. */
  visibility: 'private' | 'shared' | 'public';
  /** The photos that were taken during the conversation. */
  photos: Photo[];
  /** The results of the summary templates. */
  apps_results: AppResult[];
  /** The same as `apps_results`, for older clients. */
  plugins_results: AppResult[];
  /** Data about the source, such as the name of an uploaded file; null without any. */
  external_data: Record<string, unknown> | null;
  /** The parts of the sound without words. Late words replace them. */
  gaps: ConversationGap[];
  /** The reason why the built-in reader was used instead of the language model; null otherwise. */
  understood_note: string | null;
  /** The recogniser that wrote the words; null when it is not known. */
  stt_provider: string | null;
  /** The quality of the recognition; null, because the service does not measure it. */
  stt_quality: string | null;
  /** The number of requests to language models for this conversation. */
  model_calls: number;
  /** The number of tokens that these requests used. */
  model_tokens: number;
};

export type DeveloperConversationStructured = {
  /** The title. */ title: string;
  /** The summary, in some sentences. */ overview: string;
  category: CategoryEnum;
  /** An emoji for the conversation. */ emoji: string;
  /** The tasks from the conversation. */
  action_items: DeveloperConversationActionItem[];
  /** The events that were mentioned. */
  events: DeveloperConversationEvent[];
};

export type CategoryEnum =
  | 'personal'
  | 'education'
  | 'health'
  | 'finance'
  | 'legal'
  | 'philosophy'
  | 'spiritual'
  | 'science'
  | 'entrepreneurship'
  | 'parenting'
  | 'romantic'
  | 'travel'
  | 'inspiration'
  | 'technology'
  | 'business'
  | 'social'
  | 'work'
  | 'sports'
  | 'politics'
  | 'literature'
  | 'history'
  | 'architecture'
  | 'music'
  | 'weather'
  | 'news'
  | 'entertainment'
  | 'psychology'
  | 'real'
  | 'design'
  | 'family'
  | 'economics'
  | 'environment'
  | 'other';

export type DeveloperConversationActionItem = Omit<AssistantActionItem, 'id' | 'created_at'> & {
  /** The time of creation. Null when it is not known. */
  created_at: string | null;
  /** The time of the last change. Null when it is not known. */
  updated_at: string | null;
};

export type DeveloperConversationEvent = {
  /** The title of the event. */ title: string;
  /** The time at which the event begins. */ start: string;
  /** More about the event; may be empty. */ description: string;
  /** Minutes. */ duration: number;
  /** True when a client has put the event into a calendar. */
  created: boolean;
};

export type Geolocation = {
  /** Degrees north of the equator. */ latitude: number;
  /** Degrees east of Greenwich. */ longitude: number;
  /** The postal address; null when it is not known. */
  address?: string | null;
  /** The id of the place in Google Maps; null when it is not known. */
  google_place_id?: string | null;
  /** The kind of place, in the words of the client; null when it is not known. */
  location_type?: string | null;
};

export type LiveSegment = {
  /** The words of the segment. */ text: string;
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** The id of the segment. */ id: string;
  /** The number of the speaker in this conversation, from 0. */
  speaker_id: number;
  /** A name, a label such as `Speaker 1`, or `?` for an unknown voice; null when there is none. */
  speaker_name: string | null;
  /** `SPEAKER_00` */ speaker: string;
  /** True when the user speaks. */ is_user: boolean;
  /** True when the voice is probably the user's, but the check is not certain. The service makes no memories from the segment until somebody assigns it to the user. */
  is_user_probable: boolean;
  /** The id of the person who speaks; null for the user and for unknown speakers. */
  person_id: string | null;
  /** The translations of the text. */
  translations: {
    /** ISO 639-1, such as `pt`. */ lang: string;
    /** The translated text. */ text: string;
  }[];
  /** True when the service has compared the voice with the known voices. */
  speech_profile_processed: boolean;
  /** The recogniser that wrote the words; null when it is not known. */
  stt_provider: string | null;
  /** The parts of `text` that the recogniser probably misheard, as offsets in UTF-16 code units (`end` is exclusive). Titles, tasks and memories are made without these words. */
  doubtful: {
    /** The first code unit. */ start: number;
    /** The code unit after the last. */ end: number;
  }[];
};

export type Photo = {
  /** The id of the photo. */ id: string;
  /** The media type of the image. */ content_type: string;
  /** The time of creation. */ created_at: string;
  /** The description of the photo; null until a model has written one. */
  description: string | null;
  /** True when a model found nothing in the photo that is worth keeping. */
  discarded: boolean;
};

export type AppResult = {
  /** The id of the summary template; null when it is not known. */
  app_id: string | null;
  /** Markdown. */ content: string;
};

export type ConversationGap = {
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** `waiting`: the sound is not transcribed yet. `failed`: the recogniser crashed on the sound repeatedly. `language`: no recogniser of this service supports the language. `lost`: the sound no longer exists. `unclear`: somebody spoke, but the recogniser could only guess the words. */
  reason: 'waiting' | 'failed' | 'language' | 'lost' | 'unclear';
};

export type Person = {
  /** The id of the person. */ id: string;
  /** The name of the person. */ name: string;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
  /** The addresses of recordings. The list is always empty, because the service keeps no sound of other people. */
  speech_samples: string[];
  /** The last utterances of the person, newest first. */
  speech_sample_transcripts: string[];
  /** Always 1, for clients of the reference service. */
  speech_samples_version: number;
  /** The seconds of speech in the person's voiceprint. */
  voice_seconds: number;
};

export type Vocabulary = {
  /** Your own words in your order, then the learned ones, the newest first. */
  words: VocabularyWord[];
};

export type VocabularyWord = {
  /** The name or term, as it is written. */ word: string;
  /** True when the service took the word from a correction of yours. */
  learned: boolean;
  /** The time of creation. */ created_at: string;
};

export type Suggestion = {
  /** The id of the suggestion. */ id: string;
  /** The kind of the item that is made when you keep it. */
  kind: 'task' | 'event' | 'memory';
  /** A task, the name of an event, or a fact. */ text: string;
  /** The start of an event, or the time at which a task is due; null without a time. */
  at: string | null;
  /** The chance that it is true, 0 to 1. */ confidence: number;
  /** The conversation that told it. */ conversation_id: string;
  /** The segment that told it; null if unknown. */
  segment_id: string | null;
  /** The time of creation. */ created_at: string;
};

export type KeptSuggestion = {
  /** The kind of the item that was made. */
  kind: 'task' | 'event' | 'memory';
  /** The task, if one was made; otherwise null. */
  action_item: ActionItem | null;
  /** The event of the conversation, if one was made; otherwise null. */
  event: {
    /** The name of the event. */ title: string;
    /** The time at which the event begins. */ start: string;
    /** Minutes. */ duration: number;
  } | null;
  /** The memory, if one was made; otherwise null. */
  memory: MemoryDetail | null;
};

export type TrainingExample = {
  /** The kind of the item that the service found in the sentence. */
  kind: 'task' | 'event' | 'memory';
  /** The sentence, without secrets. */ sentence: string;
  /** Your decision; `changed` means that you kept the item in other words. */
  outcome: 'kept' | 'changed' | 'dropped';
};

export type UploadedSpeechProfile = {
  /** The address of the recording. Only you can open it. */ url: string;
  /** Seconds of speech in the recording, without the silence. */
  duration_seconds: number;
  /** The service also uses a `poor` recording. `problems` explains how to improve it. */
  quality: 'good' | 'poor';
  /** The problems of the recording; empty for a good one. */
  problems: SpeechProfileProblem[];
};

export type SpeechProfileProblem = {
  /** The kind of problem. */
  kind: 'too_little_speech' | 'too_quiet' | 'clipped' | 'too_noisy' | 'two_voices';
  /** The problem and how to solve it. */ message: string;
};

export type SpeechProfileStatus = {
  /** True when there is a recording of your voice. */
  has_profile: boolean;
  /** Seconds of speech; null without a profile. */
  duration_seconds: number | null;
  /** The number of recordings: one or zero. */ sample_count: number;
  /** The address of the recording; null without one. */
  url: string | null;
  /** The service also uses a `poor` recording. `problems` explains how to improve it. Null without a recording. */
  quality: 'good' | 'poor' | null;
  /** The problems of the recording; empty for a good one. */
  problems: SpeechProfileProblem[];
  /** The model that made the voiceprint; null without one. */
  model: string | null;
};

export type DeveloperConversation = {
  /** The id of the conversation. */ id: string;
  /** The time of creation. */ created_at: string;
  /** The start of the conversation; null when it is not known. */
  started_at: string | null;
  /** The end of the conversation; null when it is not known. */
  finished_at: string | null;
  structured: DeveloperConversationStructured;
  /** The folder of the conversation; null without a folder. */
  folder_id: string | null;
  /** The name of the folder; null without a folder. */
  folder_name: string | null;
  /** The place of the conversation; null when it is not known. */
  geolocation: Geolocation | null;
  /** ISO 639-1, such as `en`; null when it is not known. */
  language: string | null;
  /** The device or program that made the conversation; null when it is not known. */
  source: string | null;
  /** The transcript; null unless the request asks for it. */
  transcript_segments: DeveloperTranscriptSegment[] | null;
  /** `in_progress` while words still arrive; `processing` while the service makes the summary. */
  status?: 'in_progress' | 'processing' | 'completed' | 'failed';
  /** True when the service found the conversation not worth keeping. */
  discarded?: boolean;
  /** The reason why processing failed; null otherwise. You can retry a failed conversation. */
  failure?: string | null;
  /** The author of title, overview, tasks and events; null before they are made. */
  understood_by?: 'rules' | 'language-model' | 'assistant' | null;
  /** The id of the record in its source; null when none was sent. */
  external_id?: string | null;
  /** Free data of the program that made the record; null when none was sent. */
  metadata?: Record<string, unknown> | null;
};

export type DeveloperTranscriptSegment = {
  /** The words of the segment. */ text: string;
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** The id of the segment; null when it has none. */ id: string | null;
  /** The number of the speaker in this conversation, from 0; null when it is not known. */
  speaker_id: number | null;
  /** A name, a label such as `Speaker 1`, or `?` for an unknown voice; null when there is none. */
  speaker_name: string | null;
};

export type SearchMatch = {
  /** The id of the segment. */ segment_id: string;
  /** The name of the speaker; null for an unknown speaker. */
  speaker_name: string | null;
  /** The words of the segment, without secrets. */ text: string;
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** The second at which the sentence begins that fits the question best. */
  second: number;
  /** The relevance of the record to the query, 0 to 1. */ score: number;
};

export type Utterance = {
  /** The segment that contains the utterance. */ segment_id: string;
  /** The words of the utterance. */ text: string;
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** True when the times were measured. Otherwise they are estimates by the length of the text. */
  is_timed: boolean;
  /** Empty when the recogniser gave no times or the user has rewritten the text. */
  words: {
    /** The word. */ text: string;
    /** Seconds from the start of the conversation. */ start: number;
    /** Seconds from the start of the conversation. */ end: number;
    /** The recogniser's confidence, 0 to 1; null when it is not known. */
    confidence: number | null;
    /** True when the recogniser probably misheard the word. */
    is_doubtful: boolean;
  }[];
};

export type UnderstoodSearch = {
  /** The words that are searched. */ text: string;
  /** The first day or time; null without one. */ from: string | null;
  /** The last day or time; null without one. */ to: string | null;
  /** The people. */
  with: {
    /** The id. */ id: string;
    /** The name. */ name: string;
  }[];
  /** The folder; null without one. */
  folder: {
    /** The id. */ id: string;
    /** The name. */ name: string;
  } | null;
  /** The ranges of `query` that were understood, in their order. */
  read: {
    /** The first code unit. */ start: number;
    /** The code unit after the last. */ end: number;
    /** What these words name: a time, people or a folder. */
    kind: 'time' | 'with' | 'folder';
  }[];
};

export type CreatedConversation = {
  /** The id of the conversation. */ id: string;
  /** `deleted`: the conversation existed, and the user has deleted it. */
  status: 'in_progress' | 'processing' | 'completed' | 'failed' | 'deleted';
  /** True when the service found the conversation not worth keeping. */
  discarded: boolean;
};

export type Renewal = {
  /** The language model that would understand; null when there is none. */
  model: string | null;
  /** The number of conversations that the rules understood; at most 10,000. */
  conversations: number;
  /** The recogniser that would hear; null when it is not better than others. */
  recogniser: string | null;
  /** The number of conversations with kept sound that lesser recognisers heard; at most 10,000. */
  recordings: number;
  /** When the conversations are heard and understood anew; null when nobody has asked for it. */
  scheduled: 'at_night' | 'now' | null;
  /** The time of the request; null when nobody has asked for it. */
  requested_at: string | null;
};

export type WordsElsewhere = {
  /** The words that were misheard. */ from: string;
  /** The right words. */ to: string;
  /** The number of places. */ count: number;
};

export type ReplacedWords = {
  /** The number of places that were changed. */ count: number;
  /** The changed segments. */ segments: LiveSegment[];
};

export type WordPlaces = {
  /** Places in transcripts. */ words: number;
  /** Places in titles, overviews, events and summaries. */
  notes: number;
  /** Places in tasks. */ tasks: number;
  /** Places in memories; 0 while memories are closed. */
  memories: number;
  /** The sum. */ total: number;
};

export type ReplacedEverywhere = {
  /** The places that were changed. */ places: WordPlaces;
  /** The records that were changed. */ changed: RecordsWithWords;
};

export type RecordsWithWords = {
  /** The ids of segments. */ segments: string[];
  /** The ids of conversations. */ conversations: string[];
  /** The ids of tasks. */ tasks: string[];
  /** The ids of memories. */ memories: string[];
};

export type WholePhoto = Photo & {
  /** The image, in base64. */ base64: string;
  /** Always `standard`, for clients of the reference service. */
  data_protection_level: 'standard';
};

export type SamplePlay = {
  /** The conversation that the sample writes. */
  conversation_id: string;
  /** The seconds until the recording ends. */ seconds: number;
};

export type AssistantConversationListed = {
  /** The id of the conversation. */ id: string;
  /** The start of the conversation. */ started_at: string;
  /** The end; null when it is not known. */ finished_at: string | null;
  /** Title, summary and category. */
  structured: {
    /** The title. */ title: string;
    /** The summary, in some sentences. */ overview: string;
    /** The category, such as `work`. */ category: string;
  };
  /** ISO 639-1, such as `en`; null when it is not known. */
  language: string | null;
  /** The results of the summary templates. */
  apps_results: AppResult[];
  /** Only a search returns snippets. */ match_snippets: string[];
};

export type AssistantConversationFound = {
  /** The id of the conversation. */ id: string;
  /** The start of the conversation. */ started_at: string;
  /** The end; null when it is not known. */ finished_at: string | null;
  /** Title, summary and category. */
  structured: AssistantConversationListed['structured'];
  /** ISO 639-1, such as `en`; null when it is not known. */
  language: string | null;
  /** The matching sentences. */ match_snippets: string[];
  /** The relevance to the query, 0 to 1. */ relevance_score: number;
};

export type AssistantConversationDetail = Omit<
  AssistantConversationListed,
  'structured' | 'match_snippets'
> & {
  /** Title, summary, tasks and events. */
  structured: {
    /** The title. */ title: string;
    /** The summary, in some sentences. */ overview: string;
    /** The category, such as `work`. */ category: string;
    /** The tasks. */
    action_items: AssistantDay['action_items'][number][];
    /** The events. */
    events: {
      /** The title of the event. */ title: string;
      /** The time at which the event begins. */ start: string;
    }[];
  };
  /** `in_progress`, `processing`, `completed` or `failed`. */
  status: string;
  /** The transcript, in the order of the speech. */
  transcript_segments: AssistantSegment[];
  /** The number of segments of the whole transcript. */
  segment_count: number;
  /** The offset of the next segments; null at the end. */
  next_segment_offset: number | null;
};

export type AssistantSegment = {
  /** A name, a label such as `Speaker 1`, or `?` for an unknown voice. */
  speaker_name: string;
  /** True when the user speaks. */ is_user: boolean;
  /** Seconds from the start of the conversation. */ start: number;
  /** Seconds from the start of the conversation. */ end: number;
  /** The words of the segment. */ text: string;
};

export type RecordingUpload = {
  /** The conversation that the recording becomes. */
  conversation_id: string;
  /** The status of the conversation. */
  status: 'in_progress' | 'processing' | 'completed' | 'failed';
  /** `waiting`: the service processes other recordings first. */
  stage: 'waiting' | 'writing_down' | 'understanding' | 'done' | 'failed';
  /** The length of the recording in seconds. */ seconds: number;
  /** The seconds that are transcribed so far. */
  seconds_written_down: number;
  /** The share of the recording that is transcribed, 0 to 1. */
  progress: number;
};

export type AudioChoice = {
  /** True when the service keeps the sound of your conversations. */
  keep: boolean;
  /** True when the operator of this service allows keeping sound. */
  allowed: boolean;
  /** The service deletes sound that is older than this number of days. */
  days: number;
  /** The size of the kept sound, in bytes. */ kept_bytes: number;
  /** When the kept sound exceeds this number of bytes, the service deletes the oldest. */
  most_bytes: number;
};

export type AudioFile = {
  /** The id of the file. */ id: string;
  /** 0 is the owner’s microphone. */ channel: number;
  /** The time at which the sound begins. */ started_at: string;
  /** Seconds from the start of the conversation; negative before it. */
  start: number;
  /** The length in seconds. */ seconds: number;
  /** The size in bytes. */ size: number;
  /** Always `audio/ogg`. */ content_type: 'audio/ogg';
  /** Path of the file on this service. */ url: string;
  /** With `include=peaks`: the loudness of each 300 ms, from 0 to 255; empty for sound that an older version kept. */
  peaks?: number[];
};

export type SummaryTemplate = {
  /** The id of the template, and the `app_id` of its results. */
  id: string;
  /** The name of the template. */ name: string;
  /** Your instructions to the model for the summary. */ prompt: string;
  /** `always` runs the template after each conversation, `on_demand` only on request. */
  runs: 'always' | 'on_demand';
  /** True for a template that comes with the service. You can change only the `runs` of such a template. */
  shipped: boolean;
  /** True when the template cannot run now, because this installation has no language model. */
  needs_model: boolean;
  /** null for templates that come with the service. */
  created_at: string | null;
  /** The time of the last change; null for unchanged templates that come with the service. */
  updated_at: string | null;
};

export type ChatMessage = {
  /** The id of the message. */ id: string;
  /** The text of the message. */ text: string;
  /** The time of creation. */ created_at: string;
  /** The author: the user or the service. */ sender: 'human' | 'ai';
  /** Always `text`. */ type: 'text';
  /** The app whose chat contains the message; null in the chat that every user has. */
  app_id: string | null;
  /** The same as `app_id`, also when that is null. */
  plugin_id: string | null;
  /** The separate chat with the message; null in other chats. */
  chat_session_id: string | null;
  /** Always `false`, for clients of the reference service. */
  from_external_integration: false;
  /** True when the user has reported the answer. */ reported: boolean;
  /** 1 good, -1 bad, null not rated. */ rating: number | null;
  /** The ids of the files of the message. */ files_id: string[];
  /** The files of the message. */ files: ChatFile[];
  /** The conversations that the answer uses. */ memories_id: string[];
  /** The first five of the conversations in `memories_id`. */
  memories: {
    /** The id of the conversation. */ id: string;
    /** Title and emoji. */
    structured: {
      /** The title of the conversation. */ title: string;
      /** The emoji of the conversation. */ emoji: string;
    };
    /** The time of creation. */ created_at: string;
    /** When the conversation began. */ started_at: string;
  }[];
  /** The text of an answer in parts, in their order; empty for a question. */
  parts: {
    /** The words of the part. */ text: string;
    /** The conversations from which the part comes, such as that of a quotation. */
    conversation_ids: string[];
    /** The places at which a language model cited a source. */
    citations?: DatedCitation[];
  }[];
};

export type ChatFile = {
  /** The id of the file. */ id: string;
  /** The name of the file. */ name: string;
  /** The media type of the file. */ mime_type: string;
  /** Always null, for clients of the reference service. */
  thumbnail: null;
  /** Always null, for clients of the reference service. */
  openai_file_id: null;
  /** The time of creation. */ created_at: string;
};

export type DatedCitation = {
  /** The place of the citation: the number of UTF-16 code units of `text` before it. */
  end: number;
  /** The kind of the source. */
  kind: 'conversation' | 'memory' | 'task';
  /** The id of the source. */ id: string;
  /** The words of the source that support the text; null when none were found. */
  quote: string | null;
  /** When the source was said; null when it is gone. */
  at: string | null;
};

export type ChatSession = {
  /** The id of the chat. */ id: string;
  /** The title of the chat. */ title: string;
  /** The app of the client with this chat; null without one. */
  app_id: string | null;
  /** True when the user has starred the chat. */ starred: boolean;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
};

export type AssistantMessage = {
  /** The id of the message. */ id: string;
  /** The text of the message. */ text: string;
  /** `human` for the user, `ai` for the service. */ sender: string;
  /** Always `text`. */ type: 'text';
  /** The time of creation. */ created_at: string;
};

export type SearchHit = {
  /** The kind of the record. */
  kind: 'conversation' | 'memory' | 'action_item' | 'person' | 'folder';
  /** The id of the record. */ id: string;
  /** The title or the name of the record. */ title: string;
  /** A part of the record, with the matching words. */
  snippet: {
    /** A part of the record that fits the query. */ text: string;
    /** The ranges of the matching words in `text`, in UTF-16 units; the end is exclusive. */
    marks: {
      /** The first code unit. */ start: number;
      /** The code unit after the last. */ end: number;
    }[];
  };
  /** The relevance of the record to the query, 0 to 1. */ score: number;
  /** When it was said; null for people and folders. */
  at: string | null;
  /** When a task is due; null without a time. */ due_at: string | null;
  /** The segment of the matching sentence; null unless a sentence of a conversation matches. */
  segment_id: string | null;
  /** The name of the speaker of that sentence; null without a sentence. */
  speaker_name: string | null;
  /** The second of the conversation at which that sentence begins; null for other records. */
  second: number | null;
};

export type Explanation = {
  /** The kind of the record. */
  kind: 'memory' | 'action_item' | 'event';
  /** The id of the record; null for an event. */ id: string | null;
  /** The text of the record. */ text: string;
  /** The rules (`rules: home-moved`), the part of the small reader (`reader: task`), `language-model` or `assistant`; null when the record was added by hand or an older version found it. */
  found_by: string | null;
  /** True when a person or a program added the record. */
  added_by_hand: boolean;
  /** The conversation in which it was found; null for what was written by hand. */
  conversation_id: string | null;
  /** The segments that say it. */
  segments: {
    /** The id of the segment. */ id: string;
    /** The conversation of the segment. */ conversation_id: string;
    /** The name of the speaker; null without one. */
    speaker_name: string | null;
    /** The second of the conversation at which the segment begins. */
    second: number;
    /** The words of the segment, without secrets. */ text: string;
  }[];
  /** How other conversations confirmed, repeated or ended the fact. */
  changes: {
    /** `closed`: the fact is over; `contradicted`: it stays until your review; `heard_again`: it was told again, and stored once. */
    kind: 'closed' | 'contradicted' | 'heard_again';
    /** The words in which the fact was told again; only for `heard_again`. */
    words?: string;
    /** The rule that decided. */ rule: string;
    /** When it was said. */ at: string;
    /** The segments that say it. */
    segments: Explanation['segments'][number][];
  }[];
};

export type Installation = {
  /** The number of accounts. */ users: number;
  /** The space on disk, in bytes. */
  storage: {
    /** The size of the database, in bytes. */ database_bytes: number;
    /** The stored sound of all users, in bytes; the database contains it. */
    sound_bytes: number;
    /** The free bytes on the disk with the data folder. */
    free_bytes: number;
  };
  /** The background jobs. */
  queue: {
    /** Jobs that wait, including failed jobs that will be retried. */
    waiting: number;
    /** Jobs that run now. */ running: number;
    /** Failed jobs that will not be retried. */ failed: number;
    /** The seconds since the oldest waiting job was added; null when no job waits. */
    oldest_seconds: number | null;
  };
  /** Conversations of all users that are not completed; each number is at most 1000. */
  conversations: {
    /** Conversations whose words still arrive. */ in_progress: number;
    /** Conversations whose summary is being made. */ processing: number;
    /** Conversations whose processing failed. */ failed: number;
  };
  /** The listening sockets of this process. */ live_sessions: number;
  /** The seconds for which the oldest finished speech in this process has waited for its words. */
  words_behind_seconds: number;
  /** The response times of this process in the last five to ten minutes. */
  requests: {
    /** The number of requests. */ count: number;
    /** Half of the requests took at most this many milliseconds. */
    p50_ms: number;
    /** 95 % took at most this many milliseconds. */ p95_ms: number;
    /** 99 % took at most this many milliseconds. */ p99_ms: number;
  };
  /** The load of this process in the last two hours, also before its last restart, by minute, the oldest first. A minute without requests and late words is missing. */
  history: {
    /** The begin of the minute. */ at: string;
    /** The number of requests. */ requests: number;
    /** Half of the requests took at most this many milliseconds. */
    p50_ms: number;
    /** 95 % took at most this many milliseconds. */ p95_ms: number;
    /** The seconds for which finished speech waited for its words, at most. */
    words_behind_seconds: number;
    /** The size of the database and of the kept sound in bytes; null when not measured. */
    stored_bytes: number | null;
  }[];
  /** The regular backups of the whole installation. */
  backups: {
    /** null when the service makes no regular backups (SVC_BACKUP_FOLDER). */
    every_hours: number | null;
    /** True when SVC_BACKUP_KEY is set. */ is_encrypted: boolean;
    /** True while this process makes a backup. */ is_running: boolean;
    /** The regular backups, newest first; null when their store does not answer. */
    archives:
      | {
          /** The name of the archive. */ name: string;
          /** The size in bytes. */ bytes: number;
          /** The time of the backup. */ made_at: string;
        }[]
      | null;
  };
  /** The users who have reached a quota. */
  over_quota: {
    /** The address of the user. */ email: string;
    /** The quotas that are reached. */ quotas: ('sound' | 'listening')[];
  }[];
  /** The last 50 errors in the log of this process, newest first. */
  errors: {
    /** The time of the error. */ at: string;
    /** The message of the log entry. */ message: string;
    /** The message of the cause; null without one. */
    cause: string | null;
  }[];
};

export type InstallationUser = {
  /** The id of the user. */ id: string;
  /** The e-mail address of the user. */ email: string;
  /** The name of the user. */ name: string;
  /** True for the owner of the installation. */ is_owner: boolean;
  /** True while memories of the account are not read. */
  is_held: boolean;
  /** The number of conversations; at most 10,000. */
  conversations: number;
  /** The stored sound of the user, in bytes. */ sound_bytes: number;
  /** The begin of the newest session that has not ended; null without a session. */
  last_signed_in_at: string | null;
  /** The time of creation. */ created_at: string;
};

export type FailedJob = {
  /** The id of the job. */ id: string;
  /** The kind of job. */ name: string;
  /** The address of the user for whom the job works; null for other jobs. */
  email: string | null;
  /** The number of attempts. */ tries: number;
  /** The message of the last error; null without one. */
  reason: string | null;
  /** The time of creation. */ created_at: string;
  /** The time of the last failure; null when it is not known. */
  failed_at: string | null;
};

export type Deletion = {
  /** The kind of the record. */
  kind:
    | 'folder'
    | 'person'
    | 'summary_template'
    | 'conversation'
    | 'action_item'
    | 'memory'
    | 'goal'
    | 'day_summary'
    | 'chat_session'
    | 'chat_message';
  /** True: the record was deleted. */ deleted: true;
  /** The id of the record. */ id: string;
  /** The time of the change; null in the initial list of all records. */
  changed_at: string | null;
  /** The position of this change. Send it as `cursor` to continue after the change. */
  cursor: string;
  /** Null, because the record no longer exists. */ record: null;
};

export type WebhookEndpoint = {
  /** The id of the endpoint. */ id: string;
  /** The address that gets the events. */ url: string;
  /** The types of events that the endpoint gets. */ types: string[];
  /** A note about the purpose of the endpoint. */ description: string;
  /** True when conversations are sent with their transcript. */
  include_transcript: boolean;
  /** False while the endpoint is paused. */ enabled: boolean;
  /** The reason why the service paused the endpoint; null when you paused it. */
  pause_reason: string | null;
  /** The time since which all attempts have failed; null while deliveries succeed. */
  failing_since: string | null;
  /** The number of waiting deliveries. */ waiting_count: number;
  /** The scopes of the key that created the endpoint; null for an endpoint that the user created. */
  scopes: string[] | null;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
};

export type WebhookEndpointCreated = WebhookEndpoint & {
  /** The secret that signs deliveries. Only this answer shows the secret. */
  secret: string;
};

export type WebhookEndpointDelivery = {
  /** The id that every attempt sends as `webhook-id`. */ id: string;
  /** The type of the event, such as `memory.created`. */ type: string;
  /** The id of the record; null for a test. */ record_id: string | null;
  /** `cancelled`: the record was deleted before the delivery, or you cancelled it. Only a test can fail for good. */
  status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** The number of attempts so far. */ attempts: number;
  /** The time of the next attempt; null when there is none. */
  next_attempt_at: string | null;
  /** The HTTP status that the last attempt received; null when there was no answer. */
  response_status: number | null;
  /** The error of the last attempt, as text; null without an error. */
  error: string | null;
  /** The milliseconds of the last attempt; null before the first. */
  duration_ms: number | null;
  /** The time of creation. */ created_at: string;
  /** The time of the successful attempt; null before it. */
  delivered_at: string | null;
};

export type WebhookEndpointDeliveryDetail = WebhookEndpointDelivery & {
  /** The body of a replay, with the record in its current state; null when the record no longer exists. The service keeps no copy of sent bodies. */
  body: string | null;
};

export type WebhookDelivery = {
  /** The id that every attempt sends as `X-Svc-Delivery`. */ id: string;
  /** `memory_created` is the older name for a completed conversation. */
  type: 'memory_created' | 'realtime_transcript' | 'audio_bytes' | 'day_summary';
  /** `cancelled`: the record of the event was deleted before the delivery. */
  status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** The number of attempts so far. */ attempts: number;
  /** The time of the next attempt; null when there is none. */
  next_attempt_at: string | null;
  /** The HTTP status that the last attempt received; null when there was no answer. */
  response_status: number | null;
  /** The error of the last attempt, as text; null without an error. */
  error: string | null;
  /** The milliseconds of the last attempt; null before the first. */
  duration_ms: number | null;
  /** The time of creation. */ created_at: string;
  /** The time of the successful attempt; null before it. */
  delivered_at: string | null;
};

export type PushSubscriptions = {
  /** `applicationServerKey` in base64url, with which a browser subscribes. */
  public_key: string;
  /** The newest first. */ subscriptions: PushSubscription[];
};

export type PushSubscription = {
  /** The id of the subscription. */ id: string;
  /** True for the subscription of the session that asks. */
  is_current: boolean;
  /** The browser as it names itself; null when it does not. */
  user_agent: string | null;
  /** The host of the push service, which gets the encrypted notifications. */
  push_service: string;
  /** True: tells of tasks that are due. */ tasks: boolean;
  /** True: tells the summary of the day. */ days: boolean;
  /** The hour in the user's time zone at which the summary and the tasks of a whole day are told. Before noon, these are the summary of the day before and the tasks of the day; from noon on, the summary of the day and the tasks of the next day. */
  hour: number;
  /** The language of the notifications. */ language: 'en' | 'de';
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
};

export type PushTest = {
  /** True when the push service accepted the notification. */
  delivered: boolean;
  /** The error as text; null when it was accepted. */
  error: string | null;
};

export type ConnectionKind = {
  /** The name in requests. */ kind: string;
  /** The name of the service, as people know it. */ title: string;
  /** The address of the service; null if you give it. */
  address: string | null;
  /** The fields to fill in; `user_name` is a part of `settings`. */
  fields: ('address' | 'user_name' | 'secret')[];
};

export type Connection = {
  /** The id of the connection. */ id: string;
  /** The kind of the service. */ kind: string;
  /** The name in the list. */ name: string;
  /** The address of the service. */ address: string;
  /** Settings of the kind. */ settings: Record<string, unknown>;
  /** `stopped`: the service does not run it until you change it; `problem` says why. */
  status: 'waiting' | 'running' | 'paused' | 'stopped';
  /** The number of records that came. */ came: number;
  /** The number of records that do not fit, and were left out. */
  left_out: number;
  /** The newest of them. */
  left_out_records: {
    /** The id in the other service. */ external_id: string;
    /** Why the record was left out. */ problem: string;
  }[];
  /** Why the last run failed; null when it did not fail. */
  problem: string | null;
  /** The number of runs that failed in a row. */ failures: number;
  /** The begin of the last run; null before it. */
  last_run_at: string | null;
  /** The end of the last run without a problem; null before it. */
  last_success_at: string | null;
  /** The time of the next run; null when stopped. */
  next_run_at: string | null;
  /** The secret address to which the service can send by itself; null if it cannot, or if the caller may only read. */
  hook_url: string | null;
  /** The time of creation. */ created_at: string;
  /** The time of the last change. */ updated_at: string;
};

export type ConnectedCalendar = {
  /** The address, for `calendars` and `task_list` in the settings. */
  url: string;
  /** The name. */ name: string;
  /** True when it may hold events. */ holds_events: boolean;
  /** True when it may hold tasks. */ holds_tasks: boolean;
  /** True when its meetings come in. */ is_read: boolean;
  /** True when tasks are written into it. */ is_task_list: boolean;
};

export type UserProfile = {
  /** The name of the user. */ name: string;
  /** The e-mail address of the user. */ email: string;
  /** Always null, for clients of the reference service. */
  phone_number: null;
  /** Facts about the user, as sentences. */ profile_text: string;
  /** The time of this answer. */ generated_at: string;
  /** The kinds of records from which the text comes. */
  data_sources_used: string[];
};

export type AssistantPerson = {
  /** The id of the person. */ id: string;
  /** The name of the person. */ name: string;
  /** The time of creation. */ created_at: string;
  /** The number of conversations in which the person spoke. */
  conversation_count: number;
  /** The last utterances of the person. */
  speech_sample_transcripts: string[];
};

export type AssistantActivity = {
  /** The id of the entry. */ id: string;
  /** The time of the action. */ at: string;
  /** `key:…` or `grant:…` with the id of the credential. */
  connection: string;
  /** The name of the key or the assistant at that time; null in older entries. */
  connection_name: string | null;
  /** The action of the assistant. */
  action: 'searched' | 'read' | 'asked' | 'added' | 'changed' | 'deleted';
  /** The kind of the records, such as `memory` or `conversation`. */
  kind: string;
  /** The question of a search; null for other actions. */
  query: string | null;
  /** The number of records that were read or changed. */ count: number;
  /** The ids of changed records. */ records: string[];
  /** True when the action can be undone. */ can_undo: boolean;
  /** The time at which the action was undone; null otherwise. */
  undone_at: string | null;
};

export type CalendarAddress = {
  /** null when there is no address. */ created_at: string | null;
};

export type NewCalendarAddress = {
  /** The address, which only this answer shows. Everybody who knows it can read. */
  url: string;
  /** The time of creation. */ created_at: string;
};

export type AccountImport = {
  /** The id of the import. */ id: string;
  /** The name of the uploaded file. */ file_name: string;
  /** The size in bytes. */ size: number;
  /** The service recognises it by the contents; null until then. */
  format: string | null;
  /** The state of the import. */
  status: 'running' | 'completed' | 'failed';
  /** The reason why the import failed, with file and line; null otherwise. Stored records stay. */
  problem: string | null;
  report: ImportReport;
  /** The time of creation. */ created_at: string;
  /** The end of the import; null while it runs. */
  finished_at: string | null;
};

export type ImportReport = {
  /** The numbers for each kind of record. */
  kinds: {
    /** The kind of records. */ kind: string;
    /** The number of new records. */ created: number;
    /** Records that were here already. */ unchanged: number;
    /** Records that do not fit; `problems` tells why. */ refused: number;
  }[];
  /** At most 100. */
  problems: {
    /** The file and the line or record. */ where: string;
    /** The problem. */ message: string;
  }[];
  /** The files of an archive that were not read. */ ignored: string[];
};

export type Models = {
  /** The models that the service knows. */ models: Model[];
  /** False when the operator has set `SVC_MODELS=off`. */
  downloads_allowed: boolean;
  /** The models that the service suggests to fetch first, without those that need more memory than the machine has. */
  recommended: string[];
};

export type Model = {
  /** The id of a model, as in the list. */ id: string;
  /** The name of the model, in one line. */ title: string;
  /** The task: turning speech into words, distinguishing voices, understanding and answering, finding texts by their meaning, or ordering what was found for a question. */
  purpose: 'recogniser' | 'speaker' | 'language-model' | 'encoder' | 'reranker';
  /** ISO 639-1 codes; null for a model with many languages, and for a model that only distinguishes voices. */
  languages: string[] | null;
  /** True for a model that returns words while somebody is still speaking. */
  live: boolean;
  /** The accuracy of a recogniser; null for other models. */
  quality: 'low' | 'medium' | 'high' | null;
  /** True for a model that writes punctuation and capital letters itself; for other models, rules add them. */
  punctuation: boolean;
  /** The size of the download in bytes. */ download_bytes: number;
  /** The size on the disk in bytes. */ disk_bytes: number;
  /** The memory that one process needs for the model, in bytes. */
  memory_bytes: number;
  /** The licence of the model. If you fetch the model, you accept this licence. */
  licence: {
    /** The name of the licence. */ name: string;
    /** The address of its text. */ url: string;
  };
  /** The SHA-256 of the download; null when the service does not know the hash. Your request must then contain the hash. */
  sha256: string | null;
  /** `available`: not fetched yet. */
  state: 'available' | 'fetching' | 'failed' | 'installed';
  /** The progress of the download and installation; null when there is none. */
  progress: ModelProgress | null;
  /** The reason why the last attempt failed; null when it did not. */
  problem: string | null;
  /** The time of the installation; null before it. */
  installed_at: string | null;
  /** True when the service uses the model. The service uses a fetched model after a restart. */
  in_use: boolean;
};

export type ModelProgress = {
  /** `installing`: the service installs the program that runs models for text. `trying`: the service loads and runs the model once, because a model counts as installed only if it works. */
  phase: 'checking' | 'downloading' | 'unpacking' | 'installing' | 'trying';
  /** The number of bytes downloaded so far. */ bytes: number;
  /** The number of bytes to download. */ total: number;
};

export type Provider = {
  /** The task of the provider. */
  kind: 'recogniser' | 'language_model' | 'embeddings';
  /** The name of the model or the engine. */ name: string;
  /** The origin of the endpoint; null for a part of this machine. */
  address: string | null;
};

export type ProviderTest = {
  /** True when the provider gave a usable answer. */
  is_working: boolean;
  /** The milliseconds until the answer. */ milliseconds: number;
  /** The tokens that the test cost; null if none are counted. */
  tokens: number | null;
  /** The reason why there was no usable answer; null when there was one. */
  problem: string | null;
};

export type SearchIndex = {
  /** Null when the operator has set no endpoint. Search then uses only words. */
  embeddings: {
    /** The embedding model. */ model: string;
    /** The reason why the service makes no vectors now, so that search uses only words; null when it makes them. */
    problem: string | null;
  } | null;
  /** The progress for each kind of record. */
  kinds: SearchIndexKind[];
};

export type SearchIndexKind = {
  /** The kind of records. */
  kind: 'memories' | 'action_items' | 'conversations';
  /** The number of records. */ total: number;
  /** The number of records with vectors from the current embedding model. */
  embedded: number;
  /** The number of records in the queue for embeddings, because they are new, changed, or embedded with another model. */
  waiting: number;
};

export type SignedIn = {
  /** The session token `svc_ses_…`, shown once. Send it as `Authorization: Bearer`. */
  token: string;
  /** The account. */
  user: {
    /** The value for the `uid` parameter of the listening socket. */
    id: string;
    /** The e-mail address with which the user signs in. */ email: string;
    /** The name of the user. */ name: string;
    /** IANA name. Days such as "tomorrow" begin and end in this time zone. */
    timezone: string;
  };
  /** The time at which the session ends. */ expires_at: string;
};

export type OidcSignIn = {
  /** The address at the provider. Open it in the browser that received this answer and its cookie, within ten minutes. */
  url: string;
};

export type MemoryCreate = {
  /** The fact, 1 to 500 characters. */ content: string;
  /** Default: the service chooses. */
  category?:
    | 'interesting'
    | 'system'
    | 'manual'
    | 'core'
    | 'hobbies'
    | 'lifestyle'
    | 'interests'
    | 'habits'
    | 'work'
    | 'skills'
    | 'learnings'
    | 'other'
    | 'workflow'
    | 'auto'
    | null;
  /** Default: `private`. */ visibility?: 'public' | 'private';
  /** Free labels. Null: no labels. */ tags?: string[] | null;
  /** The program or service from which the record comes, such as `todoist`. Null: no source. */
  source?: string | null;
  /** The id of the record in its source. Each id creates one record: sending it again changes nothing and answers with the stored record. Null: no external id. */
  external_id?: string | null;
  /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null: no data. */
  metadata?: Record<string, unknown> | null;
  /** The time at which the record was made in its source, from 1970 until now. Default: now. */
  created_at?: string | null;
};

export type MemoryBatchDelete = {
  /** The ids of the memories. */ memory_ids: string[];
};

export type ActionItemCreate = {
  /** A task of the user. */ description: string;
  /** The time at which the task is due, ISO 8601 with a zone. Null: no date. */
  due_at?: string | null;
  /** True for a task that is done. */ completed?: boolean;
  /** The time at which the task was done, from 1970 until now. Default for a completed task: now. */
  completed_at?: string | null;
  /** Reads the time at which the task is due from `description`, as in “call Ana tomorrow at five”, when there is no `due_at`. */
  due_words?: {
    /** When the words were written. Default: now. */ at?: string;
    /** ISO 639-1. Default: the language of the account; English is understood, too. */
    language?: string;
  };
  /** The program or service from which the record comes, such as `todoist`. Null: no source. */
  source?: string | null;
  /** The id of the record in its source. Each id creates one record: sending it again changes nothing and answers with the stored record. Null: no external id. */
  external_id?: string | null;
  /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null: no data. */
  metadata?: Record<string, unknown> | null;
  /** The time at which the record was made in its source, from 1970 until now. Default: now. */
  created_at?: string | null;
};

export type GoalCreate = {
  /** The subject of the goal. */ title: string;
  /** Default: the title. */ desired_outcome?: string | null;
  /** The reason for the goal. Null: no reason. */
  why_it_matters?: string | null;
  /** Signs that the goal is reached; at most 20. Null: none. */
  success_criteria?: string[] | null;
  /** The date by which you want to reach the goal, ISO 8601 with a zone. Null: no date. */
  horizon_at?: string | null;
  /** `boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number. Null: not set. */
  goal_type?: 'boolean' | 'scale' | 'numeric' | null;
  /** The value at which the goal is reached. Null: not set. */
  target_value?: number | null;
  /** The current value; the history keeps the last value of each day. Null: not set. */
  current_value?: number | null;
  /** The lowest value; at most `max_value`. Null: no limit. */
  min_value?: number | null;
  /** The highest value. Null: no limit. */ max_value?: number | null;
  /** The unit of the values. Null: no unit. */ unit?: string | null;
};

export type GoalPatchBody = {
  /** The subject of the goal. */ title?: string;
  /** A description of the situation when the goal is reached. */
  desired_outcome?: string;
  /** The reason for the goal. Null removes it. */
  why_it_matters?: string | null;
  /** Signs that the goal is reached; at most 20. */
  success_criteria?: string[];
  /** The date by which you want to reach the goal, ISO 8601 with a zone. Null removes it. */
  horizon_at?: string | null;
  /** `achieved` and `abandoned` goals have ended; all others are active. */
  status?: 'background' | 'focused' | 'paused' | 'achieved' | 'abandoned';
  /** The position among the goals in focus; 1 is first. Null removes it. */
  focus_rank?: number | null;
  /** The value at which the goal is reached. */ target_value?: number;
  /** The current value; the history keeps the last value of each day. */
  current_value?: number;
  /** The lowest value; at most `max_value`. Null removes it. */
  min_value?: number | null;
  /** The highest value. Null removes it. */ max_value?: number | null;
  /** The unit of the values. Null removes it. */ unit?: string | null;
};

export type FolderCreate = {
  /** Unique among the folders of the user; case is ignored. */
  name: string;
  /** The purpose of the folder; null for none. */
  description?: string | null;
  /** `#RRGGBB` */ color?: string;
  /** The name of an icon, or an emoji. */ icon?: string;
  /** The service puts new conversations of this category into this folder; null: none. */
  category_mapping?: CategoryEnum | null;
};

export type FolderPatchBody = {
  /** Unique among the folders of the user; case is ignored. */
  name?: string;
  /** null removes the description. */ description?: string | null;
  /** `#RRGGBB` */ color?: string;
  /** The name of an icon, or an emoji. */ icon?: string;
  /** The new position among the folders of the user, from 0. */
  order?: number;
  /** The service puts new conversations of this category into this folder; null: none. */
  category_mapping?: CategoryEnum | null;
};

export type FolderOrder = {
  /** The ids of the folders, in the new order. */
  folder_ids: string[];
};

export type PersonCreate = {
  /** Unique among the people of the user; case is ignored. */
  name: string;
};

export type PersonPatchBody = {
  /** Unique among the people of the user; case is ignored. */
  name: string;
};

export type VocabularyPut = {
  /** The whole list, the most important first, at most 500. Learned words that are not in it are removed. Words that differ only in case or spaces are one word. */
  words: string[];
};

export type ConversationCreate = {
  /** The whole text. */ text: string;
  /** The kind of the text. */
  text_source?: 'audio_transcript' | 'message' | 'other_text';
  /** The origin of the text, in your words. */
  text_source_spec?: string | null;
  /** The start of the conversation. Relative dates such as "tomorrow" count from this time. */
  started_at?: string | null;
  /** Default: the end of the words, at least 5 minutes after the start. */
  finished_at?: string | null;
  /** ISO 639-1, such as `en`. Default: the language of the account, else `en`. */
  language?: string;
  /** The place of the conversation; null when it is not known. */
  geolocation?: GeolocationInput | null;
  /** Your id for the conversation; each id creates only one. */
  client_session_id?: string | null;
  /** The program or service from which the text comes. */
  source?: string;
  /** The id of the record in its source. Each id creates one record: sending it again changes nothing and answers with the stored record. Null: no external id. */
  external_id?: string | null;
  /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null: no data. */
  metadata?: Record<string, unknown> | null;
  /** The time at which the record was made in its source, from 1970 until now. Default: now. */
  created_at?: string | null;
};

export type GeolocationInput = Geolocation;

export type ConversationFromSegments = {
  /** The transcript, in the order of the speech. */
  transcript_segments: SegmentCreate[];
  /** The kind of device or program that made the recording, such as `phone`. */
  source?: string;
  /** The start of the conversation. Relative dates such as "tomorrow" count from this time. */
  started_at?: string | null;
  /** Default: the end of the last segment. */
  finished_at?: string | null;
  /** ISO 639-1, such as `en`. Default: the language of the account, else `en`. */
  language?: string;
  /** The place of the conversation; null when it is not known. */
  geolocation?: GeolocationInput | null;
  /** Your id for the recording; each id creates only one conversation. */
  client_session_id?: string | null;
  /** Alias of `client_session_id`. */
  client_conversation_id?: string | null;
  /** Alias of `client_session_id`. */ session_id?: string | null;
  /** Alias of `client_session_id`. */ client_id?: string | null;
  /** The id of the recording device, for `external_data`; null when it is not known. */
  client_device_id?: string | null;
  /** The system of the recording device, for `external_data`; null when it is not known. */
  client_platform?: string | null;
  /** The id of the record in its source. Each id creates one record: sending it again changes nothing and answers with the stored record. Null: no external id. */
  external_id?: string | null;
  /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null: no data. */
  metadata?: Record<string, unknown> | null;
  /** The time at which the record was made in its source, from 1970 until now. Default: now. */
  created_at?: string | null;
};

export type SegmentCreate = {
  /** The words of the segment. */ text: string;
  /** A label such as `SPEAKER_01`. */ speaker?: string;
  /** Default: the number in `speaker`. */ speaker_id?: number | null;
  /** True for words of the owner of the account. */ is_user?: boolean;
  /** A person that the user knows. */ person_id?: string | null;
  /** Seconds from the start. */ start: number;
  /** Seconds from the start. */ end: number;
};

export type SummaryRequestBody = {
  /** The id of the summary template. */ template_id: string;
};

export type ConversationPatchBody = {
  /** The new title. */ title?: string;
  /** False keeps a conversation that the service found not worth keeping. */
  discarded?: boolean;
};

export type WordReplacementBody = {
  /** The words that were misheard. */ from: string;
  /** The right words. */ to: string;
  /** Replaces the words only in these segments. */
  segment_ids?: string[];
};

export type WordReplacementEverywhere = {
  /** The wrong words, in upper or lower case. */ from: string;
  /** The right words. */ to: string;
  /** Only this conversation, with its tasks and memories. Default: everywhere. */
  conversation_id?: string;
  /** Replaces the words only in these records. */
  only?: RecordsWithWordsInput;
};

export type RecordsWithWordsInput = RecordsWithWords;

export type RecordingForm = {
  /** The start of the recording. Default: the time in the file, else the current time minus the length of the recording. */
  started_at?: string | null;
  /** ISO 639-1, such as `en` or `pt-BR`. With `multi`, the recogniser detects the language. */
  language?: string;
  /** The kind of device or program that made the recording, such as `phone`. */
  source?: string;
  /** The place of the recording; null when it is not known. */
  geolocation?: GeolocationInput | null;
  /** Your id for the recording; each id creates only one conversation. */
  client_session_id?: string | null;
  /** The file. */ file: Blob;
};

export type SummaryTemplateCreate = {
  /** The name of the template. */ name: string;
  /** Instructions to the model for the summary, in your own words. */
  prompt: string;
  /** `always` runs the template after each conversation, `on_demand` only on request. */
  runs?: 'always' | 'on_demand';
};

export type SummaryTemplatePatchBody = {
  /** The name of the template. */ name?: string;
  /** Instructions to the model for the summary, in your own words. */
  prompt?: string;
  /** `always` runs the template after each conversation, `on_demand` only on request. */
  runs?: 'always' | 'on_demand';
};

export type WebhookEndpointCreate = {
  /** An http or https address. */ url: string;
  /** The types of events that the endpoint gets. `memory.*` means all events of memories; `*` means all events that the caller may read. */
  types: (
    | 'conversation.created'
    | 'conversation.updated'
    | 'conversation.deleted'
    | 'conversation.completed'
    | 'conversation.failed'
    | 'memory.created'
    | 'memory.updated'
    | 'memory.deleted'
    | 'action_item.created'
    | 'action_item.updated'
    | 'action_item.deleted'
    | 'day.created'
    | 'day.updated'
    | 'day.deleted'
    | 'goal.created'
    | 'goal.updated'
    | 'goal.deleted'
    | 'person.created'
    | 'person.updated'
    | 'person.deleted'
    | 'folder.created'
    | 'folder.updated'
    | 'folder.deleted'
    | 'summary_template.created'
    | 'summary_template.updated'
    | 'summary_template.deleted'
    | 'conversation.*'
    | 'memory.*'
    | 'action_item.*'
    | 'day.*'
    | 'goal.*'
    | 'person.*'
    | 'folder.*'
    | 'summary_template.*'
    | '*'
  )[];
  /** A note about the purpose of the endpoint. */ description?: string;
  /** True to send conversations with their transcript in `transcript_segments`. */
  include_transcript?: boolean;
};

export type ConnectionCreate = {
  /** A kind of `listConnectionKinds`. */ kind: string;
  /** A name for the list. */ name?: string;
  /** The address of the service. Leave it out for a service with an address that is known. */
  address?: string;
  /** The key or password for the service. No answer shows it. */
  secret: string;
  /** Settings of the kind, such as `user_name`. */
  settings?: Record<string, unknown>;
};

export type OmiWordsBody = {
  /** The session of Omi; it is not used. */ session_id?: string;
  /** The segments, as Omi writes them. */ segments: unknown[];
};

export type ImportForm = {
  /** The file. */ file: Blob;
};

export interface Operations {
  /** Get the signed-in user */
  getMe: { input: {}; output: User };
  /** Get the signed-in user */
  getOwnAccount: Operations['getMe'];
  /** Change name, address, time zone, language or calendar of the account */
  updateMe: {
    input: {
      /** The new name. */ name?: string;
      /** The new e-mail address for signing in. */ email?: string;
      /** Required when you change the address, if the account has a password. */
      current_password?: string;
      /** IANA name, such as Europe/Lisbon. */ timezone?: string;
      /** ISO 639-1, such as `pt`. */ language?: string | null;
      /** The first day of the week in "next week" and `due=this_week`. */
      week_start?: 'monday' | 'sunday' | 'saturday';
      /** The hour at which a task is due if only its day was mentioned ("tomorrow"); null means the end of the day. */
      due_hour?: number | null;
      /** True when the service keeps the sentence about which you decided with each decision, without secrets, so that you can export examples to train a reader. `false` forgets those kept. */
      keeps_examples?: boolean;
    };
    output: User;
  };
  /** Change the password, or set the first one, and end all other sessions */
  changePassword: {
    input: {
      /** Required if the account has a password. Without one, you must have signed in during the last ten minutes. */
      current_password?: string;
      /** The new password. */ new_password: string;
    };
    output: {
      /** The number of sessions that were ended. */ ended: number;
    };
  };
  /** List the sessions in which the user is signed in, newest first */
  listSessions: { input: {}; output: Session[] };
  /** End all sessions except this one */
  endOtherSessions: { input: {}; output: Operations['changePassword']['output'] };
  /** End one session */
  endSession: { input: { session_id: string }; output: Operations['changePassword']['output'] };
  /** Get the options with which a browser signs in with a passkey */
  startPasskeySignIn: { input: {}; output: PasskeyOptions };
  /** List your passkeys, newest first */
  listPasskeys: { input: {}; output: Passkey[] };
  /** Add the passkey that a browser created */
  addPasskey: {
    input: {
      /** A name that tells passkeys apart, such as `Phone`. */ name: string;
      /** The answer of `navigator.credentials.create`, as JSON (`toJSON()`). */
      credential: {
        /** The id of the credential, in base64url. */ id: string;
        /** The same as `id`. */ rawId: string;
        /** Always `public-key`. */ type: 'public-key';
        /** `platform` for a passkey of this device, `cross-platform` for one of another. */
        authenticatorAttachment?: string;
        /** The results of extensions; the service ignores them. */
        clientExtensionResults?: Record<string, unknown>;
        /** The result of the authenticator. */
        response: {
          /** The challenge and the origin, in base64url. */
          clientDataJSON: string;
          /** The new public key, in base64url. */ attestationObject: string;
          /** The ways to reach the authenticator, such as `internal`. */
          transports?: string[];
        };
      };
    };
    output: Passkey;
  };
  /** Get the options with which a browser creates a passkey */
  startPasskey: {
    input: {
      /** Required unless you signed in during the last ten minutes. */
      current_password?: string;
    };
    output: PasskeyOptions;
  };
  /** Rename a passkey */
  renamePasskey: {
    input: { passkey_id: string } & {
      /** A name that tells passkeys apart, such as `Phone`. */ name: string;
    };
    output: Passkey;
  };
  /** Remove a passkey */
  deletePasskey: { input: { passkey_id: string }; output: null };
  /** Get the OpenID Connect provider with which users can sign in */
  describeOidc: { input: {}; output: OidcProvider };
  /** Get the ways in which you can sign in */
  getSignInMethods: { input: {}; output: SignInMethods };
  /** Disconnect your account from the OpenID Connect provider */
  unlinkOidc: { input: {}; output: null };
  /** List what happened to the access to your account, newest first */
  listSecurityEvents: {
    input: { limit?: number; cursor?: string; event?: SecurityEvent['event'] };
    output: SecurityEvent[];
  };
  /** Get your quotas and what you use of them */
  getQuotas: { input: {}; output: UserQuotas };
  /** Create an account with an invitation */
  signUp: {
    input: {
      /** The e-mail address for signing in. */ email: string;
      /** The password for signing in. */ password: string;
      /** The name of the user. */ name: string;
      /** IANA name, such as Europe/Lisbon. */ timezone: string;
      /** The token from the link. */ invitation?: string;
    };
    output: {
      /** The new account. */
      user: {
        /** The value for the `uid` parameter of the listening socket. */
        id: string;
        /** The e-mail address with which the user signs in. */ email: string;
        /** The name of the user. */ name: string;
      };
    };
  };
  /** Get the options with which a browser creates the passkey of a new account */
  startPasskeySignUp: {
    input: {
      /** The e-mail address for signing in. */ email: string;
      /** The name of the user. */ name: string;
      /** IANA name, such as Europe/Lisbon. */ timezone: string;
      /** The token from the link of an invitation. */ invitation?: string;
      /** The secret of the set-up link, for the account of the owner. */
      setup_token?: string;
    };
    output: PasskeySignUpOptions;
  };
  /** List the invitations that the owner made, newest first */
  listInvitations: { input: {}; output: Invitation[] };
  /** Invite a person with a link that works once */
  createInvitation: {
    input: {
      /** A note that tells you for whom the invitation is. */ note?: string;
      /** The number of days for which the link works. */
      valid_days?: number;
    };
    output: InvitationCreated;
  };
  /** Withdraw an invitation */
  deleteInvitation: { input: { invitation_id: string }; output: null };
  /** Delete the account with all its data, for good */
  deleteMe: {
    input: {
      /** Required if the account has a password. Without one, you must have signed in during the last ten minutes. */
      current_password?: string;
    };
    output: DeletedAccount;
  };
  /** List your developer keys */
  listDevKeys: { input: {}; output: ApiKey[] };
  /** Create a developer key */
  createDevKey: {
    input: {
      /** The purpose of the key. */ name: string;
      /** The permissions of the key. Default: a developer key may read everything and write nothing, and an MCP key may do everything that an assistant can. */
      scopes?: string[] | null;
    };
    output: ApiKeyCreated;
  };
  /** Get one developer key */
  getDevKey: { input: { key_id: string }; output: ApiKey };
  /** Revoke a developer key */
  revokeDevKey: { input: { key_id: string }; output: null };
  /** List your MCP keys */
  listMcpKeys: { input: {}; output: ApiKey[] };
  /** Create a MCP key */
  createMcpKey: { input: Operations['createDevKey']['input']; output: ApiKeyCreated };
  /** Get one MCP key */
  getMcpKey: { input: { key_id: string }; output: ApiKey };
  /** Revoke a MCP key */
  revokeMcpKey: { input: { key_id: string }; output: null };
  /** List your device keys */
  listDeviceKeys: { input: {}; output: ApiKey[] };
  /** Create a device key */
  createDeviceKey: {
    input: {
      /** The purpose of the key. */ name: string;
    };
    output: ApiKeyCreated;
  };
  /** Get one device key */
  getDeviceKey: { input: { key_id: string }; output: ApiKey };
  /** Revoke a device key */
  revokeDeviceKey: { input: { key_id: string }; output: null };
  /** Get the key of this request */
  getOwnKey: { input: {}; output: ApiKey };
  /** List your connected assistants */
  listGrants: {
    input: {};
    output: {
      /** The connected assistants. */ grants: Grant[];
    };
  };
  /** Choose when an assistant is disconnected */
  updateGrant: {
    input: { grant_id: string } & {
      /** Ends the connection this many days from now; null if it shall not end by itself. */
      ends_after_days: number | null;
    };
    output: Grant;
  };
  /** Disconnect an assistant */
  revokeGrant: { input: { grant_id: string }; output: null };
  /** Pack the bundle that connects Claude Desktop with one click */
  packDesktopBundle: {
    input: {
      /** An MCP key, which the bundle uses. */ key: string;
    };
    output: ReadableStream<Uint8Array>;
  };
  /** List memories */
  listMemories: {
    input: {
      limit?: number;
      offset?: number;
      cursor?: string;
      categories?: string;
      closed?: boolean;
      at?: string;
      created?: string;
      created_from?: string;
      created_to?: string;
      updated?: string;
      updated_from?: string;
      updated_to?: string;
      reviewed?: boolean;
      edited?: boolean;
      manually_added?: boolean;
      contradicted?: boolean;
      visibility?: string;
      source?: string;
      external_id?: string;
      tags?: string;
      conversation_id?: string;
      person_id?: string;
      folder_id?: string;
      text?: string;
      metadata?: string;
      sort?:
        | 'created_desc'
        | 'created_asc'
        | 'updated_desc'
        | 'updated_asc'
        | 'scoring_desc'
        | 'manual_first';
      filter?: string;
      include?: ('external' | 'origin')[];
    };
    output: Memory[];
  };
  /** Create a memory */
  createMemory: { input: MemoryCreate; output: MemoryCreated };
  /** Create memories in a batch */
  createMemories: {
    input: {
      /** At most 25. */ memories: MemoryCreate[];
    };
    output: {
      /** The memories, in the order of the request. */
      memories: MemoryCreated[];
      /** The number of created memories. */ created_count: number;
    };
  };
  /** Import many memories */
  importMemories: {
    input: {
      /** At most 500. The body may have 1 MiB. */
      items: (MemoryCreate | unknown)[];
    };
    output: ImportAnswer;
  };
  /** Search memories */
  searchMemories: {
    input: {
      /** A question or some words. `"in quotation marks"` finds only this exact text; `begin*` finds words that begin with "begin". */
      query: string;
      /** The number of items to return, 1 to 100. The service replaces a value outside this range with the nearest limit. */
      limit?: number;
      /** Only memories of these categories. */
      categories?:
        | (
            | 'interesting'
            | 'system'
            | 'manual'
            | 'core'
            | 'hobbies'
            | 'lifestyle'
            | 'interests'
            | 'habits'
            | 'work'
            | 'skills'
            | 'learnings'
            | 'other'
            | 'workflow'
            | 'auto'
          )[]
        | null;
      /** Returns what the service knew to be true at the end of this day (`yyyy-mm-dd`) or at this time (ISO 8601), closed memories included, in the words that they had then. */
      at?: string;
    };
    output: {
      /** The best match comes first. */
      items: {
        /** The memory. */ memory: FoundMemory;
        /** The relevance of the record to the query, 0 to 1. */
        relevance_score: number;
      }[];
      /** The number of items in the answer. */ returned_count: number;
      /** The number of records that share a word with the query but whose scores are too low to be listed. */
      filtered_below_threshold: number;
    };
  };
  /** Search memories */
  searchMemoriesByMeaning: {
    input: { query: string; limit?: number; at?: string };
    output: {
      /** The best match comes first. */
      items: (FoundMemory & {
        /** The relevance of the record to the query, 0 to 1. */
        relevance_score: number;
      })[];
      /** The number of items in the answer. */ returned_count: number;
      /** Always `false`; for clients of the reference service. */
      archive_default_visible: false;
      /** The matches that the answer leaves out. */
      policy: {
        /** The number of records that share a word with the query but whose scores are too low to be listed. */
        filtered_below_threshold: number;
      };
    };
  };
  /** Get one memory */
  getMemory: { input: { memory_id: string; include?: 'external'[] }; output: MemoryDetail };
  /** Change a memory */
  updateMemory: {
    input: { memory_id: string } & {
      /** The fact, 1 to 500 characters. */ content?: string;
      /** The new visibility. */ visibility?: 'public' | 'private';
      /** Free labels. */ tags?: string[];
      /** The new category; an older name is mapped to one of today. */
      category?:
        | 'interesting'
        | 'system'
        | 'manual'
        | 'core'
        | 'hobbies'
        | 'lifestyle'
        | 'interests'
        | 'habits'
        | 'work'
        | 'skills'
        | 'learnings'
        | 'other'
        | 'workflow'
        | 'auto';
      /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null removes the data. */
      metadata?: Record<string, unknown> | null;
      /** Closes the memory: it was true until this day (`yyyy-mm-dd`) or time (ISO 8601). Lists and searches then leave it out. `null` opens it again. */
      until?: string | null;
    };
    output: MemoryUpdated;
  };
  /** Delete a memory for good */
  deleteMemory: {
    input: { memory_id: string };
    output: {
      /** Always `true`; a failure answers with an error status. */
      success: true;
    };
  };
  /** Get the history of a memory */
  getMemoryHistory: {
    input: { memory_id: string };
    output: {
      /** The id of the memory. */ id: string;
      /** The wordings, newest first. */ items: MemoryVersion[];
    };
  };
  /** Delete many memories for good */
  deleteMemories: {
    input: MemoryBatchDelete;
    output: {
      /** Always `true`; a failure answers with an error status. */
      success: true;
      /** The number of deleted memories. */ deleted_count: number;
    };
  };
  /** Keep or reject a memory */
  reviewMemory: {
    input: { memory_id: string } & {
      /** `true`: kept; `false`: rejected; `null`: not reviewed. */
      value: boolean | null;
    };
    output: MemoryDetail;
  };
  /** List memories */
  listOwnMemories: Operations['listMemories'];
  /** Create a memory */
  createOwnMemory: Operations['createMemory'];
  /** Delete all memories for good */
  deleteAllMemories: {
    input: { confirm?: string };
    output: Operations['deleteMemories']['output'];
  };
  /** Create memories in a batch */
  createOwnMemories: Operations['createMemories'];
  /** Import many memories */
  importOwnMemories: Operations['importMemories'];
  /** Search memories */
  searchOwnMemories: Operations['searchMemories'];
  /** Delete many memories for good */
  deleteOwnMemories: Operations['deleteMemories'];
  /** Get one memory */
  getOwnMemory: Operations['getMemory'];
  /** Change a memory */
  updateOwnMemory: Operations['updateMemory'];
  /** Delete a memory for good */
  deleteOwnMemory: Operations['deleteMemory'];
  /** Get the history of a memory */
  getOwnMemoryHistory: Operations['getMemoryHistory'];
  /** Set the visibility of a memory */
  changeMemoryVisibility: {
    input: { memory_id: string; value: 'public' | 'private' };
    output: {
      /** Always `ok`; a failure answers with an error status. */
      status: 'ok';
    };
  };
  /** Keep or reject a memory */
  reviewOwnMemory: { input: { memory_id: string; value: boolean | null }; output: MemoryDetail };
  /** List memories as assistants see them */
  assistantListMemories: {
    input: {
      categories?: string[];
      closed?: boolean;
      limit?: number;
      offset?: number;
      cursor?: string;
      sort?:
        | 'created_desc'
        | 'created_asc'
        | 'updated_desc'
        | 'updated_asc'
        | 'scoring_desc'
        | 'manual_first';
      reviewed?: boolean;
      manually_added?: boolean;
      updated_after?: string;
      filter?: string;
      include_activity?: boolean;
      include_sensitive?: boolean;
    };
    output: AssistantMemory[];
  };
  /** Create a memory */
  assistantCreateMemory: Operations['createMemory'];
  /** Search memories by meaning */
  assistantSearchMemories: {
    input: { query: string; limit?: number };
    output: (AssistantMemory & {
      /** The relevance of the record to the query, 0 to 1. */
      relevance_score: number;
    })[];
  };
  /** Get one memory */
  assistantGetMemory: Operations['getMemory'];
  /** Change the text of a memory */
  assistantEditMemory: {
    input: { memory_id: string; value: string };
    output: Operations['changeMemoryVisibility']['output'];
  };
  /** Delete a memory for good */
  assistantDeleteMemory: {
    input: { memory_id: string };
    output: Operations['assistantEditMemory']['output'];
  };
  /** Get the history of a memory */
  assistantGetMemoryHistory: Operations['getMemoryHistory'];
  /** List the meetings of your calendars */
  listMeetings: {
    input: { from?: string; to?: string; limit?: number };
    output: {
      /** The earliest comes first. */
      items: (Omit<Meeting, 'attendees'> & {
        /** The people of the meeting. */
        attendees: Meeting['attendees'][number][];
        /** The last conversations with the other people of the meeting, and their open tasks. */
        before: SaidBeforeMeeting;
      })[];
    };
  };
  /** Get the meeting of a conversation */
  getConversationMeeting: {
    input: { conversation_id: string };
    output: {
      /** Null without a meeting. */ meeting: Meeting | null;
    };
  };
  /** List action items, newest first */
  listActionItems: {
    input: {
      limit?: number;
      offset?: number;
      cursor?: string;
      start_date?: string;
      end_date?: string;
      created?: string;
      created_from?: string;
      created_to?: string;
      updated?: string;
      updated_from?: string;
      updated_to?: string;
      due?: string;
      due_from?: string;
      due_to?: string;
      done?: string;
      done_from?: string;
      done_to?: string;
      completed?: boolean;
      manually_added?: boolean;
      source?: string;
      external_id?: string;
      conversation_id?: string;
      person_id?: string;
      folder_id?: string;
      text?: string;
      metadata?: string;
      sort?:
        | 'created_desc'
        | 'created_asc'
        | 'updated_desc'
        | 'updated_asc'
        | 'due_asc'
        | 'due_desc';
      filter?: string;
      include?: 'external'[];
    };
    output: ActionItem[];
  };
  /** Create an action item */
  createActionItem: { input: ActionItemCreate; output: ActionItem };
  /** Create action items in a batch */
  createActionItems: {
    input: {
      /** At most 50. */ action_items: ActionItemCreate[];
    };
    output: {
      /** The tasks, in the order of the request. */
      action_items: ActionItem[];
      /** The number of created tasks. */ created_count: number;
    };
  };
  /** Import many action items */
  importActionItems: {
    input: {
      /** At most 500. The body may have 1 MiB. */
      items: (ActionItemCreate | unknown)[];
    };
    output: ImportAnswer;
  };
  /** Read from its words when a task is due */
  readDueTime: {
    input: {
      /** When the words were written. Default: now. */ at?: string;
      /** ISO 639-1. Default: the language of the account; English is understood, too. */
      language?: string;
      /** A task of the user. */ description: string;
    };
    output: {
      /** Null when the words name no time to come. */ due_at: string | null;
    };
  };
  /** Search action items */
  searchActionItems: {
    input: {
      /** A question or some words. `"in quotation marks"` finds only this exact text; `begin*` finds words that begin with "begin". */
      query: string;
      /** The number of items to return, 1 to 100. The service replaces a value outside this range with the nearest limit. */
      limit?: number;
      /** Only done or only open tasks; null or absent: both. */
      completed?: boolean | null;
    };
    output: {
      /** The best match comes first. */
      items: {
        /** The task. */ action_item: ActionItem;
        /** The relevance of the record to the query, 0 to 1. */
        relevance_score: number;
      }[];
      /** The number of items in the answer. */ returned_count: number;
      /** The number of records that share a word with the query but whose scores are too low to be listed. */
      filtered_below_threshold: number;
    };
  };
  /** Get one action item */
  getActionItem: { input: { action_item_id: string; include?: 'external'[] }; output: ActionItem };
  /** Change an action item */
  updateActionItem: {
    input: { action_item_id: string } & {
      /** A task of the user. */ description?: string;
      /** null removes the date. */ due_at?: string | null;
      /** True marks the task as done, false opens it again. */
      completed?: boolean;
      /** Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists filter by it. Null removes the data. */
      metadata?: Record<string, unknown> | null;
    };
    output: ActionItem;
  };
  /** Delete an action item for good */
  deleteActionItem: {
    input: { action_item_id: string };
    output: Operations['deleteMemory']['output'];
  };
  /** List action items as assistants see them, newest first */
  assistantListActionItems: {
    input: {
      completed?: boolean;
      due_start_date?: string;
      due_end_date?: string;
      filter?: string;
      limit?: number;
      offset?: number;
      cursor?: string;
    };
    output: AssistantActionItem[];
  };
  /** Create an action item unless it exists */
  assistantCreateActionItem: {
    input: {
      /** A task of the user. */ description: string;
      /** yyyy-mm-dd or ISO 8601. */ due_at?: string | null;
      /** True for a task that is done. */ completed?: boolean;
    };
    output: AssistantActionItemCreated;
  };
  /** Search action items by meaning */
  assistantSearchActionItems: {
    input: { query: string; limit?: number };
    output: AssistantActionItemFound[];
  };
  /** Get one action item */
  assistantGetActionItem: Operations['getActionItem'];
  /** Change an action item */
  assistantUpdateActionItem: {
    input: { action_item_id: string } & {
      /** A task of the user. */ description?: string;
      /** yyyy-mm-dd or ISO 8601. */ due_at?: string | null;
      /** Done or open. */ completed?: boolean;
    };
    output: AssistantActionItem;
  };
  /** Delete an action item for good */
  assistantDeleteActionItem: Operations['deleteActionItem'];
  /** Mark an action item as done, or as open again */
  assistantCompleteActionItem: {
    input: { action_item_id: string; completed?: boolean };
    output: AssistantActionItem;
  };
  /** List goals, newest first */
  listGoals: {
    input: {
      limit?: number;
      offset?: number;
      cursor?: string;
      include_inactive?: boolean;
      created?: string;
      created_from?: string;
      created_to?: string;
      updated?: string;
      updated_from?: string;
      updated_to?: string;
      horizon?: string;
      horizon_from?: string;
      horizon_to?: string;
      status?: string;
      source?: string;
      text?: string;
      sort?: 'created_desc' | 'created_asc' | 'updated_desc' | 'horizon_asc';
      filter?: string;
    };
    output: DeveloperGoal[];
  };
  /** Create a goal */
  createGoal: { input: GoalCreate; output: DeveloperGoal };
  /** Get one goal */
  getGoal: { input: { goal_id: string }; output: DeveloperGoal };
  /** Change a goal */
  updateGoal: { input: { goal_id: string } & GoalPatchBody; output: DeveloperGoal };
  /** Delete a goal and its history for good */
  deleteGoal: { input: { goal_id: string }; output: Operations['deleteMemory']['output'] };
  /** Set the current value of a goal */
  recordGoalProgress: { input: { goal_id: string; current_value: number }; output: DeveloperGoal };
  /** List the values of a goal by day, newest first */
  getGoalHistory: { input: { goal_id: string; days?: number }; output: GoalDay[] };
  /** List goals as assistants see them, newest first */
  assistantListGoals: {
    input: { include_inactive?: boolean; filter?: string };
    output: AssistantGoal[];
  };
  /** List daily summaries, newest first */
  listDaySummaries: {
    input: {
      limit?: number;
      offset?: number;
      cursor?: string;
      start_date?: string;
      end_date?: string;
      created?: string;
      created_from?: string;
      created_to?: string;
      updated?: string;
      updated_from?: string;
      updated_to?: string;
      text?: string;
      sort?: 'date_desc' | 'date_asc';
      filter?: string;
    };
    output: {
      /** The summaries, newest first. */ summaries: DaySummary[];
      /** Send this value as `cursor` to get the next page; null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a daily summary */
  getDaySummary: { input: { summary_id: string }; output: DaySummary };
  /** List daily summaries, newest first */
  listOwnDaySummaries: Operations['listDaySummaries'];
  /** Get a daily summary */
  getOwnDaySummary: Operations['getDaySummary'];
  /** Make or remake a daily summary now */
  refreshDaySummary: { input: { date: string }; output: DaySummary };
  /** List daily summaries as assistants see them, newest first */
  assistantListDaySummaries: {
    input: {
      start_date?: string;
      end_date?: string;
      filter?: string;
      limit?: number;
      offset?: number;
      cursor?: string;
    };
    output: AssistantDay[];
  };
  /** Get a daily summary */
  assistantGetDaySummary: Operations['getDaySummary'];
  /** List folders, in the user's order */
  listFolders: { input: {}; output: DeveloperFolder[] };
  /** Create a folder */
  createFolder: { input: FolderCreate; output: Folder };
  /** Get one folder */
  getFolder: { input: { folder_id: string }; output: Folder };
  /** Change a folder */
  updateFolder: { input: { folder_id: string } & FolderPatchBody; output: Folder };
  /** Delete a folder */
  deleteFolder: {
    input: { folder_id: string; move_to_folder_id?: string };
    output: Operations['deleteMemory']['output'];
  };
  /** Move a conversation into a folder, or remove it from its folder */
  moveConversationToFolder: {
    input: { conversation_id: string } & {
      /** null removes the conversation from its folder. */
      folder_id: string | null;
    };
    output: Operations['assistantEditMemory']['output'];
  };
  /** List folders, in the user's order */
  listOwnFolders: { input: {}; output: Folder[] };
  /** Create a folder */
  createOwnFolder: Operations['createFolder'];
  /** Reorder folders */
  reorderFolders: { input: FolderOrder; output: Operations['assistantEditMemory']['output'] };
  /** Get one folder */
  getOwnFolder: Operations['getFolder'];
  /** Change a folder */
  updateOwnFolder: Operations['updateFolder'];
  /** Delete a folder */
  deleteOwnFolder: { input: Operations['deleteFolder']['input']; output: null };
  /** List the complete conversations of a folder, newest first */
  listFolderConversations: {
    input: Omit<Operations['listDaySummaries']['input'], 'sort'> & {
      statuses?: string;
      include_discarded?: boolean;
      sources?: string;
      started?: string;
      started_from?: string;
      started_to?: string;
      starred?: boolean;
      visibility?: string;
      source?: string;
      external_id?: string;
      understood_by?: string;
      person_id?: string;
      folder_id: string;
      metadata?: string;
      sort?:
        | 'created_desc'
        | 'created_asc'
        | 'started_desc'
        | 'started_asc'
        | 'updated_desc'
        | 'updated_asc';
    };
    output: Conversation[];
  };
  /** Move many conversations into a folder, all or nothing */
  moveConversationsToFolder: {
    input: { folder_id: string } & {
      /** The ids of the conversations. */ conversation_ids: string[];
    };
    output: {
      /** Always `ok`; a failure answers with an error status. */
      status: 'ok';
      /** The number of different ids in the request. */ moved_count: number;
    };
  };
  /** Move a conversation into a folder, or remove it from its folder */
  moveOwnConversationToFolder: Operations['moveConversationToFolder'];
  /** List people in the order of creation */
  listPeople: {
    input: Omit<Operations['listDaySummaries']['input'], 'start_date' | 'end_date' | 'sort'> & {
      sort?: 'created_asc' | 'created_desc' | 'updated_desc' | 'name_asc';
      include_speech_samples?: boolean;
    };
    output: Person[];
  };
  /** Add a person */
  createPerson: { input: PersonCreate; output: Person };
  /** Get one person */
  getPerson: { input: { person_id: string; include_speech_samples?: boolean }; output: Person };
  /** Change the name of a person */
  updatePerson: { input: { person_id: string } & PersonPatchBody; output: Person };
  /** Delete a person */
  deletePerson: { input: { person_id: string }; output: Operations['deleteMemory']['output'] };
  /** List people in the order of creation */
  listOwnPeople: Operations['listPeople'];
  /** Add a person */
  createOwnPerson: Operations['createPerson'];
  /** Get one person */
  getOwnPerson: Operations['getPerson'];
  /** Change the name of a person */
  updateOwnPerson: Operations['updatePerson'];
  /** Delete a person */
  deleteOwnPerson: { input: { person_id: string }; output: null };
  /** Change the name of a person */
  renamePerson: {
    input: { person_id: string; value: string };
    output: Operations['assistantEditMemory']['output'];
  };
  /** Merge two people */
  mergePeople: {
    input: { person_id: string } & {
      /** The id of the person who is deleted after the merge. */
      other_person_id: string;
    };
    output: Person;
  };
  /** List the names and terms that the user is likely to say */
  getVocabulary: { input: {}; output: Vocabulary };
  /** Replace the list of names and terms */
  replaceVocabulary: { input: VocabularyPut; output: Vocabulary };
  /** List the names and terms that the user is likely to say */
  getOwnVocabulary: Operations['getVocabulary'];
  /** Replace the list of names and terms */
  replaceOwnVocabulary: Operations['replaceVocabulary'];
  /** List what conversations may have said */
  listSuggestions: {
    input: { since?: string };
    output: {
      /** The open suggestions, the newest first. */
      suggestions: Suggestion[];
    };
  };
  /** Keep a suggestion */
  keepSuggestion: {
    input: { suggestion_id: string } & {
      /** Better words. Default: those of the suggestion. */ text?: string;
    };
    output: KeptSuggestion;
  };
  /** Drop a suggestion */
  dropSuggestion: { input: { suggestion_id: string }; output: null };
  /** List the sentences about which the user decided, oldest first */
  listTrainingExamples: {
    input: { limit?: number; offset?: number };
    output: {
      /** The sentences with the decisions. */ examples: TrainingExample[];
    };
  };
  /** Upload a recording of your voice */
  uploadSpeechProfile: {
    input: {
      /** The recording. */ file: Blob;
    };
    output: UploadedSpeechProfile;
  };
  /** Test whether the service recognises your voice */
  trySpeechProfile: {
    input: {
      /** The recording. */ file: Blob;
    };
    output: {
      /** The person who speaks. The service makes no memories from words that are only probably yours. */
      verdict: 'you' | 'probably_you' | 'somebody_else' | 'too_little_speech';
    };
  };
  /** Check if a recording of your voice exists */
  hasSpeechProfile: {
    input: {};
    output: {
      /** True when there is a recording of your voice. */
      has_profile: boolean;
    };
  };
  /** Delete the recording of your voice, and its voiceprint */
  deleteSpeechProfile: { input: {}; output: Operations['deleteMemory']['output'] };
  /** Get the address of the recording of your voice */
  getSpeechProfile: {
    input: {};
    output: {
      /** The address of the recording; null without one. */
      url: string | null;
    };
  };
  /** Get the state and the quality of your speech profile */
  getSpeechProfileStatus: { input: {}; output: SpeechProfileStatus };
  /** List further recordings of your voice, from conversations */
  listSpeechSamples: { input: {}; output: string[] };
  /** Delete voice data from a conversation */
  deleteSpeechSample: {
    input: { memory_id: string; segment_idx?: number; person_id?: string };
    output: Operations['assistantEditMemory']['output'];
  };
  /** Download the recording of your voice */
  hearSpeechProfile: { input: { recording_id: string }; output: Blob };
  /** List conversations, newest first */
  listConversations: {
    input: Omit<
      Operations['listFolderConversations']['input'],
      'statuses' | 'sources' | 'folder_id'
    > & {
      categories?: string;
      folder_id?: string;
      status?: 'completed' | 'processing' | 'failed';
      include_transcript?: boolean;
      include?: ('status' | 'external')[];
    };
    output: DeveloperConversation[];
  };
  /** Create a conversation from text */
  createConversation: { input: ConversationCreate; output: CreatedConversation };
  /** Search conversations by what was said */
  searchConversations: {
    input: {
      /** A question or some words. `"in quotation marks"` finds only this exact text; `begin*` finds words that begin with "begin". */
      query: string;
      /** The number of items to return, 1 to 100. The service replaces a value outside this range with the nearest limit. */
      limit?: number;
      /** The number of items to skip. */ offset?: number;
      /** ISO 8601; a date without a time means that day in the user's time zone. Null: no limit. */
      start_date?: string | null;
      /** ISO 8601; a date without a time includes that whole day. Null: no limit. */
      end_date?: string | null;
      /** Searches only the words of this speaker: the id of a person, `user`, or the number of a speaker. */
      speaker_id?: string | number | null;
      /** Only conversations of these categories. */
      categories?: CategoryEnum[] | null;
      /** Only conversations in this folder. */ folder_id?: string | null;
      /** The time zone of the days in the question; default: the account's time zone. */
      timezone?: string | null;
    };
    output: {
      /** The best match comes first. */
      items: {
        /** The conversation. */ conversation: DeveloperConversation;
        /** The relevance of the record to the query, 0 to 1. */ score: number;
        /** The best match comes first. */ matches: SearchMatch[];
      }[];
      /** The number of items on this page. */ returned_count: number;
      /** The number of matches on all pages. */ total_count: number;
      /** True when there is another page. */ has_more: boolean;
      /** The number of records that share a word with the query but whose scores are too low to be listed. */
      filtered_below_threshold: number;
    };
  };
  /** Get one conversation */
  getConversation: {
    input: {
      conversation_id: string;
      include_transcript?: boolean;
      include?: ('status' | 'external')[];
    };
    output: DeveloperConversation;
  };
  /** Change a conversation */
  updateConversation: {
    input: { conversation_id: string } & ConversationPatchBody;
    output: DeveloperConversation;
  };
  /** Delete a conversation for good */
  deleteConversation: {
    input: { conversation_id: string; cascade?: boolean };
    output: Operations['deleteMemory']['output'];
  };
  /** Download the transcript of a conversation */
  exportTranscript: {
    input: { conversation_id: string; format?: 'txt' | 'md' | 'srt' | 'vtt' | 'json' };
    output: string;
  };
  /** List the utterances of a conversation with the times of their words */
  listUtterances: {
    input: { conversation_id: string; offset?: number };
    output: {
      /** The utterances, in the order of the speech. */
      utterances: Utterance[];
      /** Null on the last page. */ next_offset: number | null;
    };
  };
  /** List complete conversations, newest first */
  listOwnConversations: {
    input: Omit<Operations['listFolderConversations']['input'], 'folder_id'> & {
      folder_id?: string;
    };
    output: Conversation[];
  };
  /** End the recording and process the conversation in progress */
  finishRecording: {
    input: {
      /** Accepted for clients of the reference service; has no effect. */
      calendar_meeting_context?: unknown;
      /** Accepted for clients of the reference service; has no effect. */
      client_processing?: unknown;
      /** Ends the recording of this device. Default: the recording with the latest words. */
      device_id?: string;
    };
    output: {
      /** The conversation that the recording becomes. */
      conversation: Conversation;
      /** Always empty, for clients of the reference service. */
      messages: unknown[];
    };
  };
  /** Count conversations */
  countOwnConversations: {
    input: Omit<
      Operations['listOwnConversations']['input'],
      'limit' | 'offset' | 'cursor' | 'sort'
    >;
    output: {
      /** The number of conversations. */ count: number;
    };
  };
  /** Search conversations page by page, with all their fields */
  searchOwnConversations: {
    input: {
      /** A question or some words. `"in quotation marks"` finds only this exact text; `begin*` finds words that begin with "begin". */
      query: string;
      /** The number of the page, from 1. */ page?: number;
      /** The number of items to return, 1 to 100. The service replaces a value outside this range with the nearest limit. */
      per_page?: number;
      /** Includes conversations that the service found not worth keeping. */
      include_discarded?: boolean;
      /** ISO 8601; a date without a time means that day in the user's time zone. Null: no limit. */
      start_date?: string | null;
      /** ISO 8601; a date without a time includes that whole day. Null: no limit. */
      end_date?: string | null;
      /** Searches only the words of this speaker: the id of a person, `user`, or the number of a speaker. */
      speaker_id?: string | number | null;
      /** Only what was said from this day or time on; for tasks, also what is due then. A day is the user's day. */
      from?: string | null;
      /** Only what was said until this time or the end of this day. */
      to?: string | null;
      /** Ids or names of people. A record is with a person who speaks in its conversation or whom its text names. With several: with all of them. */
      with?: string[] | null;
      /** The id or the name of a folder. */ folder?: string | null;
    };
    output: {
      /** The conversations, the best match first. */
      items: Conversation[];
      /** The scores and the matching segments of the items, in the order of `items`. */
      found: {
        /** The id of the conversation. */ id: string;
        /** The relevance of the record to the query, 0 to 1. */ score: number;
        /** The best match comes first. */ matches: SearchMatch[];
      }[];
      /** The number of pages. */ total_pages: number;
      /** The number of this page, from 1. */ current_page: number;
      /** The number of items on a full page. */ per_page: number;
      /** The number of records that share a word with the query but whose scores are too low to be listed. */
      filtered_below_threshold: number;
      /** How the service read the search. */ understood: UnderstoodSearch;
    };
  };
  /** Get one complete conversation */
  getOwnConversation: { input: { conversation_id: string }; output: Conversation };
  /** Delete a conversation for good */
  deleteOwnConversation: {
    input: Operations['deleteConversation']['input'];
    output: {
      /** Always `Ok`; a failure answers with an error status. */
      status: 'Ok';
    };
  };
  /** Change a conversation */
  updateOwnConversation: Operations['updateConversation'];
  /** Read a conversation that its user shares */
  getSharedConversation: { input: { conversation_id: string }; output: DeveloperConversation };
  /** Get the transcript of a conversation by recogniser */
  getTranscripts: { input: { conversation_id: string }; output: Record<string, LiveSegment[]> };
  /** Download the transcript of a conversation */
  exportOwnTranscript: Operations['exportTranscript'];
  /** Create a conversation from a transcript */
  createConversationFromSegments: { input: ConversationFromSegments; output: CreatedConversation };
  /** Import many conversations */
  importConversations: {
    input: {
      /** At most 500. The body may have 1 MiB. */
      items: (ConversationCreate | ConversationFromSegments | unknown)[];
    };
    output: ImportAnswer;
  };
  /** Create a conversation from text */
  createOwnConversation: Operations['createConversation'];
  /** Create a conversation from a transcript */
  createOwnConversationFromSegments: Operations['createConversationFromSegments'];
  /** Get what could be heard and understood anew */
  getRenewal: { input: {}; output: Renewal };
  /** Hear and understand old conversations anew */
  scheduleRenewal: {
    input: {
      /** When to process them. */ when: 'at_night' | 'now';
    };
    output: Renewal;
  };
  /** Hear and understand no further conversations anew */
  cancelRenewal: { input: {}; output: Renewal };
  /** Process a failed conversation again */
  retryConversation: {
    input: { conversation_id: string };
    output: {
      /** The id of the conversation. */ id: string;
      /** The status of the conversation; `processing` at first. */
      status: string;
      /** True when the service found the conversation not worth keeping. */
      discarded: boolean;
    };
  };
  /** List the summaries of a conversation */
  getSummaries: { input: { conversation_id: string }; output: AppResult[] };
  /** Summarise a conversation with a template */
  summariseConversation: {
    input: { conversation_id: string } & SummaryRequestBody;
    output: AppResult;
  };
  /** List the summaries of a conversation */
  getOwnSummaries: Operations['getSummaries'];
  /** Summarise a conversation with a template */
  summariseOwnConversation: Operations['summariseConversation'];
  /** Process a conversation again */
  reprocessConversation: {
    input: { conversation_id: string; language_code?: string | null; app_id?: string | null };
    output: Conversation;
  };
  /** Merge conversations */
  mergeConversations: {
    input: {
      /** The ids of the conversations, in any order. */
      conversation_ids: string[];
      /** Accepted for older clients; always true. */ reprocess?: boolean;
    };
    output: {
      /** Always `Ok`; a failure answers with an error status. */
      status: 'Ok';
      /** The merged conversation. */ conversation: Conversation;
    };
  };
  /** Change the title of a conversation */
  renameConversation: {
    input: { conversation_id: string; title: string };
    output: {
      /** Always `Ok`; a failure answers with an error status. */
      status: 'Ok';
      /** The changed conversation. */ conversation: Conversation;
    };
  };
  /** Add or remove the star of a conversation */
  starConversation: {
    input: { conversation_id: string; starred: boolean };
    output: Operations['deleteOwnConversation']['output'];
  };
  /** Set the visibility of a conversation */
  shareConversation: {
    input: { conversation_id: string; value: 'private' | 'shared' | 'public' };
    output: Operations['starConversation']['output'];
  };
  /** Replace the overview of a conversation or the text that an app wrote for it */
  rewriteSummary: {
    input: { conversation_id: string } & {
      /** The id of the summary template whose result changes; null or absent: the overview. */
      app_id?: string | null;
      /** The new text. */ content: string;
    };
    output: Operations['starConversation']['output'];
  };
  /** Correct the text of a segment */
  rewriteSegment: {
    input: { conversation_id: string } & {
      /** The id of the segment. */ segment_id: string;
      /** The new text. */ text: string;
    };
    output: {
      /** Always `Ok`; a failure answers with an error status. */
      status: 'Ok';
      /** The words that you replaced, if other places of the conversation have them as well: `replaceWords` changes them all. Otherwise null. */
      elsewhere: WordsElsewhere | null;
      /** The words that you replaced by others, for `countWordPlaces` and `replaceEverywhere`; null when you changed more than three words, or only added or removed some. */
      replaced: {
        /** The words that were misheard. */ from: string;
        /** The right words. */ to: string;
      } | null;
    };
  };
  /** Assign many segments to a speaker, all or nothing */
  assignSegments: {
    input: { conversation_id: string } & {
      /** `is_user` or `person_id`. */ assign_type: string;
      /** `true` or `false`; or the id of a person, null for an unknown speaker. */
      value?: string | boolean | null;
      /** The ids of the segments. */ segment_ids: string[];
    };
    output: Conversation;
  };
  /** Assign a segment to a speaker */
  assignSegment: {
    input: {
      conversation_id: string;
      assign_type: string;
      value?: string | boolean | null;
      segment_idx: number;
    };
    output: Conversation;
  };
  /** Assign a speaker of a conversation to a person */
  assignSpeaker: {
    input: {
      conversation_id: string;
      assign_type: string;
      value?: string | boolean | null;
      speaker_id: number;
    };
    output: Conversation;
  };
  /** Join consecutive segments */
  mergeSegments: {
    input: { conversation_id: string } & {
      /** The ids of segments that follow each other. */
      segment_ids: string[];
    };
    output: Conversation;
  };
  /** Replace words in the whole transcript */
  replaceWords: { input: { conversation_id: string } & WordReplacementBody; output: ReplacedWords };
  /** Count the places in which words would be replaced */
  countWordPlaces: {
    input: { from: string; to: string; conversation_id?: string };
    output: WordPlaces;
  };
  /** Replace words in transcripts, notes, tasks and memories */
  replaceEverywhere: { input: WordReplacementEverywhere; output: ReplacedEverywhere };
  /** Split a segment in two */
  splitSegment: {
    input: { conversation_id: string; segment_id: string } & {
      /** The number of words in the first part. */ word?: number;
      /** The number of characters in the first part. */ character?: number;
    };
    output: Conversation;
  };
  /** Move segments to a new speaker */
  splitSpeaker: {
    input: { conversation_id: string } & {
      /** The ids of the segments that get a new speaker. */
      segment_ids: string[];
    };
    output: Conversation;
  };
  /** Merge two speakers */
  mergeSpeakers: {
    input: { conversation_id: string; speaker_id: number } & {
      /** The number of the remaining speaker. */ into: number;
    };
    output: Conversation;
  };
  /** Mark events of a conversation as added to a calendar */
  markEvents: {
    input: { conversation_id: string } & {
      /** The positions of the events, from 0. */ events_idx: number[];
      /** For each position: true when the event is in a calendar. */
      values: boolean[];
    };
    output: Operations['starConversation']['output'];
  };
  /** Mark action items of a conversation as done or open */
  completeConversationItems: {
    input: { conversation_id: string } & {
      /** The positions of the tasks, from 0. */ items_idx: number[];
      /** For each position: true when the task is done. */
      values: boolean[];
    };
    output: Operations['starConversation']['output'];
  };
  /** Delete an action item of a conversation */
  deleteConversationItem: {
    input: { conversation_id: string; description: string; completed?: boolean };
    output: Operations['starConversation']['output'];
  };
  /** Change the text of an action item of a conversation */
  rewriteConversationItem: {
    input: { conversation_id: string; item_idx: number } & {
      /** The present text. */ old_description: string;
      /** The new text. */ description: string;
    };
    output: Operations['starConversation']['output'];
  };
  /** List the photos of a conversation */
  getPhotos: { input: { conversation_id: string }; output: WholePhoto[] };
  /** Check if the sound of a conversation was kept */
  getRecording: {
    input: { conversation_id: string };
    output: {
      /** True when the conversation has kept sound. */
      has_recording: boolean;
    };
  };
  /** Play the sample conversation */
  playSample: { input: {}; output: SamplePlay };
  /** Delete the conversations of the sample */
  removeSample: {
    input: {};
    output: {
      /** The number of deleted conversations. */ deleted: number;
    };
  };
  /** List conversations as assistants see them, newest first */
  assistantListConversations: {
    input: Operations['assistantListDaySummaries']['input'] & { categories?: string[] };
    output: AssistantConversationListed[];
  };
  /** Search conversations by what was said */
  assistantSearchConversations: {
    input: { query: string; start_date?: string; end_date?: string; limit?: number };
    output: AssistantConversationFound[];
  };
  /** Get one conversation with its transcript */
  assistantGetConversation: {
    input: { conversation_id: string; segment_offset?: number; segment_limit?: number };
    output: AssistantConversationDetail;
  };
  /** Add a typed note to a conversation */
  addConversationNote: {
    input: { conversation_id: string } & {
      /** The text of the note. */ text: string;
      /** Your id for the note, which makes repeated requests store it once. */
      note_id?: string;
      /** The number of seconds before this request at which the note was typed. */
      seconds_ago?: number;
    };
    output: {
      /** The id of the conversation that has the note. */
      conversation_id: string;
      /** The id of the new segment. */ segment_id: string;
      /** Seconds from the start of the conversation. */ start: number;
    };
  };
  /** Upload a finished recording */
  uploadRecording: { input: RecordingForm; output: RecordingUpload };
  /** Get the progress of an uploaded recording */
  getRecordingUpload: { input: { conversation_id: string }; output: RecordingUpload };
  /** Translate a conversation */
  translateConversation: {
    input: { conversation_id: string } & {
      /** ISO 639-1, such as `pt`. */ language: string;
    };
    output: Conversation;
  };
  /** Check if the service keeps the sound of your conversations */
  getAudioChoice: { input: {}; output: AudioChoice };
  /** Choose if the service keeps the sound of your conversations */
  chooseAudio: {
    input: {
      /** True keeps sound, false does not; null leaves the choice to the operator. */
      keep: boolean | null;
    };
    output: AudioChoice;
  };
  /** List the sound of a conversation */
  listConversationAudio: {
    input: { conversation_id: string; include?: 'peaks'[] };
    output: {
      /** The files, in the order of the speech. */ files: AudioFile[];
    };
  };
  /** Delete the sound of a conversation */
  deleteConversationAudio: {
    input: { conversation_id: string };
    output: Operations['deleteMemory']['output'];
  };
  /** Download the sound of a conversation */
  hearConversationAudio: { input: { conversation_id: string; audio_id: string }; output: Blob };
  /** List summary templates */
  listSummaryTemplates: { input: {}; output: SummaryTemplate[] };
  /** Create a summary template */
  createSummaryTemplate: { input: SummaryTemplateCreate; output: SummaryTemplate };
  /** Get one summary template */
  getSummaryTemplate: { input: { template_id: string }; output: SummaryTemplate };
  /** Change a summary template */
  updateSummaryTemplate: {
    input: { template_id: string } & SummaryTemplatePatchBody;
    output: SummaryTemplate;
  };
  /** Delete one of your own summary templates */
  deleteSummaryTemplate: {
    input: { template_id: string };
    output: Operations['deleteMemory']['output'];
  };
  /** List summary templates */
  listOwnSummaryTemplates: Operations['listSummaryTemplates'];
  /** Create a summary template */
  createOwnSummaryTemplate: Operations['createSummaryTemplate'];
  /** Get one summary template */
  getOwnSummaryTemplate: Operations['getSummaryTemplate'];
  /** Change a summary template */
  updateOwnSummaryTemplate: Operations['updateSummaryTemplate'];
  /** Delete one of your own summary templates */
  deleteOwnSummaryTemplate: Operations['deleteSummaryTemplate'];
  /** Ask a question about all conversations and memories */
  ask: {
    input: {
      /** In any language. */ question: string;
      /** The number of sources, 1 to 10. */ limit?: number;
      /** IANA name; default: that of the account. */
      timezone?: string | null;
    };
    output: {
      /** `[1]` refers to the first of the sources. */ answer: string;
      /** The conversations that the answer uses. */
      sources: {
        /** The id of the conversation. */ id: string;
        /** The title of the conversation. */ title: string;
        /** The time of creation. */ created_at: string;
        /** When the conversation began. */ started_at: string;
      }[];
      /** Memories that the answer uses. The text does not refer to them by number. */
      memories: {
        /** The id of the memory. */ id: string;
        /** The fact, as a sentence. */ content: string;
      }[];
    };
  };
  /** Ask a question about all conversations and memories */
  assistantAsk: Operations['ask'];
  /** Ask in the chat */
  sendMessage: {
    input: { app_id?: string | null; plugin_id?: string | null } & {
      /** The id of a separate chat. Default: the chat that every user has. */
      chat_session_id?: string | null;
      /** The question. A text over 1,000 characters should begin or end with the question. */
      text: string;
      /** The ids of the files for the question. */ file_ids?: string[];
      /** The item on the user's screen. */
      context?: {
        /** The kind of item; `recap` is the summary of a day. */
        type: 'conversation' | 'task' | 'memory' | 'recap';
        /** The id of the item; null when it has none. */ id?: string | null;
        /** The title of the item; null when it has none. */
        title?: string | null;
        /** The first day of a recap; null for other items. */
        start_date?: string | null;
        /** The last day of a recap; null for other items. */
        end_date?: string | null;
      } | null;
    };
    output: ChatMessage;
  };
  /** List the messages of the chat, newest first */
  listMessages: {
    input: { chat_session_id?: string | null; app_id?: string | null; plugin_id?: string | null };
    output: ChatMessage[];
  };
  /** Clear the chat */
  clearMessages: { input: Operations['listMessages']['input']; output: ChatMessage };
  /** Get one message of the chat */
  getMessage: { input: { message_id: string }; output: ChatMessage };
  /** Add a greeting to the chat */
  greetInChat: { input: Operations['listMessages']['input']; output: ChatMessage };
  /** Mark an answer as wrong or harmful */
  reportMessage: {
    input: { message_id: string };
    output: Operations['assistantEditMemory']['output'];
  };
  /** Rate an answer */
  rateMessage: {
    input: { message_id: string } & {
      /** 1 good, -1 bad; null removes the rating. */ rating: 1 | -1 | null;
    };
    output: Operations['assistantEditMemory']['output'];
  };
  /** Add files for the chat to read */
  addChatFiles: {
    input: {
      /** The files, at most 10. */ files: Blob[];
    };
    output: ChatFile[];
  };
  /** Ask in the chat by voice */
  sendVoiceMessage: {
    input: { app_id?: string | null; plugin_id?: string | null } & {
      /** The id of a separate chat. Default: the chat that every user has. */
      chat_session_id?: string | null;
      /** The file. */ files: Blob;
      /** ISO 639-1, such as `en`. */ language?: string;
    };
    output: ChatMessage;
  };
  /** Transcribe a recording */
  transcribeVoiceMessage: {
    input: {
      /** The id of a separate chat. Default: the chat that every user has. */
      chat_session_id?: string | null;
      /** An app of the client. Each app has a separate chat. */
      app_id?: string | null;
      /** The name that older clients use for `app_id`. */
      plugin_id?: string | null;
      /** The file. */ files: Blob;
      /** ISO 639-1, such as `en`. */ language?: string;
    };
    output: {
      /** The transcribed words. */ transcript: string;
      /** The language of the request, ISO 639-1. */ language: string;
    };
  };
  /** Create a separate chat */
  createChatSession: {
    input: {
      /** The title of the chat; null or absent: `New chat`, until its first question names it. */
      title?: string | null;
      /** The app of the client with this chat; null or absent: none. */
      app_id?: string | null;
    };
    output: ChatSession;
  };
  /** List chats, the most recently used first */
  listChatSessions: {
    input: { limit?: number; offset?: number; starred?: boolean | null };
    output: ChatSession[];
  };
  /** Get a chat */
  getChatSession: { input: { chat_session_id: string }; output: ChatSession };
  /** Rename a chat, or mark it with a star */
  changeChatSession: {
    input: { chat_session_id: string } & {
      /** The new title. */ title?: string;
      /** True stars the chat, false removes the star. */ starred?: boolean;
    };
    output: ChatSession;
  };
  /** Delete a chat with its messages */
  deleteChatSession: {
    input: { chat_session_id: string };
    output: Operations['assistantEditMemory']['output'];
  };
  /** List the messages of the chat for assistants, newest first */
  assistantListMessages: { input: { limit?: number; offset?: number }; output: AssistantMessage[] };
  /** Search everything at once */
  searchEverything: {
    input: {
      /** A question or some words. `"in quotation marks"` finds only this exact text; `begin*` finds words that begin with "begin". */
      query: string;
      /** The number of items to return, 1 to 50. The service replaces a value outside this range with the nearest limit. */
      limit?: number;
      /** Default: all kinds that the caller may read. */
      kinds?: ('conversation' | 'memory' | 'action_item' | 'person' | 'folder')[] | null;
      /** Only what was said from this day or time on; for tasks, also what is due then. A day is the user's day. */
      from?: string | null;
      /** Only what was said until this time or the end of this day. */
      to?: string | null;
      /** Ids or names of people. A record is with a person who speaks in its conversation or whom its text names. With several: with all of them. */
      with?: string[] | null;
      /** The id or the name of a folder. */ folder?: string | null;
      /** True also counts the results of each day. */ days?: boolean | null;
    };
    output: {
      /** The best match comes first. */ items: SearchHit[];
      /** How the service read the search. */ understood: UnderstoodSearch;
      /** The days of the results, also outside the time of the search; at most 1,000 results of each kind. Null unless asked for. */
      days:
        | {
            /** The day. */ date: string;
            /** The results. */ count: number;
          }[]
        | null;
      /** While memories are closed: the reason why they are missing; null otherwise. */
      notice: string | null;
    };
  };
  /** Explain where records come from */
  explain: {
    input: { id: string };
    output: {
      /** The records and their origins. */ items: Explanation[];
    };
  };
  /** Get what happened on each day of a period */
  getCalendar: {
    input: { start_date?: string; end_date?: string };
    output: {
      /** The days with conversations or due tasks, the earliest first. */
      days: {
        /** The day in the user's time zone. */ date: string;
        /** The number of conversations that began on this day. */
        conversations: number;
        /** The total length of the day's conversations in minutes. */
        minutes: number;
        /** The number of words in the day's conversations, counted by spaces. */
        words: number;
        /** The number of open action items that are due on this day; null when the key lacks the scope for action items. */
        tasks_due: number | null;
      }[];
    };
  };
  /** Get totals of the account */
  getStatistics: {
    input: {};
    output: {
      /** The number of completed conversations. */ conversations: number;
      /** The total length of these conversations in minutes. */
      minutes: number;
      /** The number of memories. Null when the key lacks the scope. */
      memories: number | null;
      /** The number of open action items. Null when the key lacks the scope. */
      open_action_items: number | null;
      /** The number of completed action items. Null when the key lacks the scope. */
      completed_action_items: number | null;
      /** The number of goals. Null when the key lacks the scope. */
      goals: number | null;
      /** The number of people. */ people: number;
      /** The number of requests to models, for all purposes. */
      model_calls: number;
      /** The number of tokens that these requests used. */
      model_tokens: number;
      /** What the models cost by purpose. Purposes without requests are left out. */
      model_usage: {
        /** What the model was asked for; `search` are embeddings. */
        purpose: 'conversations' | 'chat' | 'search' | 'translations';
        /** The number of requests. */ calls: number;
        /** The number of tokens; estimated for providers that report none. */
        tokens: number;
      }[];
      /** The categories of the conversations, the most frequent first. */
      categories: {
        /** The category. */ category: string;
        /** The number of conversations of this category. */
        conversations: number;
      }[];
      /** The people who spoke most in the last 30 days. */
      people_heard: {
        /** The id of the person. */ id: string;
        /** The name of the person. */ name: string;
        /** The minutes for which the person spoke. */ minutes: number;
      }[];
    };
  };
  /** Get the state of the installation */
  getInstallation: { input: {}; output: Installation };
  /** Back up the installation now */
  backUpInstallation: {
    input: {};
    output: {
      /** Always `true`: the backup has begun. */ is_running: true;
    };
  };
  /** List the users of the installation, the oldest account first */
  listInstallationUsers: { input: { limit?: number; cursor?: string }; output: InstallationUser[] };
  /** Hold or release an account */
  updateInstallationUser: {
    input: { user_id: string } & {
      /** True holds the memories of the account back, false releases them. */
      is_held: boolean;
    };
    output: InstallationUser;
  };
  /** List the failed jobs that will not be retried, the latest failure first */
  listFailedJobs: { input: {}; output: FailedJob[] };
  /** Run a failed job again */
  retryFailedJob: {
    input: { job_id: string };
    output: {
      /** Always `waiting`: the job waits for its next attempt. */
      status: 'waiting';
    };
  };
  /** List the changes since a cursor */
  listChanges: {
    input: {
      cursor?: string;
      from?: 'beginning' | 'now';
      limit?: number;
      kinds?: string;
      include_transcript?: boolean;
      include?: ('status' | 'external')[];
    };
    output: {
      /** The changes, the oldest first. */
      items: (
        | Deletion
        | ({
            /** False: the record exists. */ deleted: false;
            /** The id of the record. */ id: string;
            /** The time of the change; null in the initial list of all records. */
            changed_at: string | null;
            /** The position of this change. Send it as `cursor` to continue after the change. */
            cursor: string;
          } & (
            | {
                /** The kind of the record. */ kind: 'folder';
                /** The current state of the record. */ record: Folder;
              }
            | {
                /** The kind of the record. */ kind: 'person';
                /** The current state of the record. */ record: Person;
              }
            | {
                /** The kind of the record. */ kind: 'summary_template';
                /** The current state of the record. */ record: SummaryTemplate;
              }
            | {
                /** The kind of the record. */ kind: 'conversation';
                /** The current state of the record. */ record: DeveloperConversation;
              }
            | {
                /** The kind of the record. */ kind: 'action_item';
                /** The current state of the record. */ record: ActionItem;
              }
            | {
                /** The kind of the record. */ kind: 'memory';
                /** The current state of the record. */ record: MemoryDetail;
              }
            | {
                /** The kind of the record. */ kind: 'goal';
                /** The current state of the record. */ record: DeveloperGoal;
              }
            | {
                /** The kind of the record. */ kind: 'day_summary';
                /** The current state of the record. */ record: DaySummary;
              }
            | {
                /** The kind of the record. */ kind: 'chat_session';
                /** The current state of the record. */ record: ChatSession;
              }
            | {
                /** The kind of the record. */ kind: 'chat_message';
                /** The current state of the record. */ record: ChatMessage;
              }
          ))
      )[];
      /** Send this value as `cursor` to continue, even at the end of the feed. */
      next_cursor: string;
      /** False when the answer reaches the end of the feed. */
      has_more: boolean;
    };
  };
  /** Watch changes and live words as they happen */
  watchEvents: {
    input: { cursor?: string; kinds?: string; include?: ('status' | 'external')[] };
    output:
      | {
          /** The position in the feed; comes first and while nothing happens. */
          type: 'position';
          /** The position. */
          value: {
            /** Send this value as `cursor` to continue from here. */
            cursor: string;
          };
        }
      | {
          /** A record was created, changed or deleted. */ type: 'change';
          /** The change. */
          value: Operations['listChanges']['output']['items'][number];
        }
      | {
          /** New words of a live recording. */ type: 'words';
          /** The words. */
          value: {
            /** The id of the conversation. */ conversation_id: string;
            /** The new and the changed segments. */ segments: LiveSegment[];
          };
        };
  };
  /** List your webhook endpoints, in the order of creation */
  listWebhookEndpoints: { input: {}; output: WebhookEndpoint[] };
  /** Create a webhook endpoint */
  createWebhookEndpoint: { input: WebhookEndpointCreate; output: WebhookEndpointCreated };
  /** Get one webhook endpoint */
  getWebhookEndpoint: { input: { endpoint_id: string }; output: WebhookEndpoint };
  /** Change, pause or resume a webhook endpoint */
  updateWebhookEndpoint: {
    input: { endpoint_id: string } & {
      /** An http or https address. */ url?: string;
      /** The types of events that the endpoint gets. `memory.*` means all events of memories; `*` means all events that the caller may read. */
      types?: WebhookEndpointCreate['types'][number][];
      /** A note about the purpose of the endpoint. */ description?: string;
      /** True to send conversations with their transcript in `transcript_segments`. */
      include_transcript?: boolean;
      /** `false` pauses the endpoint. `true` resumes the endpoint at the point where it was paused. */
      enabled?: boolean;
    };
    output: WebhookEndpoint;
  };
  /** Delete a webhook endpoint with its history */
  deleteWebhookEndpoint: { input: { endpoint_id: string }; output: null };
  /** Give a webhook endpoint a new secret */
  rotateWebhookEndpointSecret: {
    input: { endpoint_id: string };
    output: {
      /** The new secret that signs deliveries. Only this answer shows it. */
      secret: string;
    };
  };
  /** Send a test event now, and return its outcome */
  testWebhookEndpoint: { input: { endpoint_id: string }; output: WebhookEndpointDelivery };
  /** List the deliveries to an endpoint, newest first */
  listWebhookEndpointDeliveries: {
    input: {
      endpoint_id: string;
      limit?: number;
      offset?: number;
      cursor?: string;
      status?: 'pending' | 'delivered' | 'failed' | 'cancelled';
    };
    output: WebhookEndpointDelivery[];
  };
  /** Get one delivery with its body */
  getWebhookEndpointDelivery: {
    input: { endpoint_id: string; delivery_id: string };
    output: WebhookEndpointDeliveryDetail;
  };
  /** Send a delivery again now */
  replayWebhookEndpointDelivery: {
    input: { endpoint_id: string; delivery_id: string };
    output: WebhookEndpointDelivery;
  };
  /** Cancel a waiting delivery */
  cancelWebhookEndpointDelivery: {
    input: { endpoint_id: string; delivery_id: string };
    output: WebhookEndpointDelivery;
  };
  /** List the kinds of events that have a webhook */
  getWebhookStatus: {
    input: {};
    output: {
      /** True when the webhook of this type is on. */
      memory_created: boolean;
      /** True when the webhook of this type is on. */
      realtime_transcript: boolean;
      /** True when the webhook of this type is on. */ audio_bytes: boolean;
      /** True when the webhook of this type is on. */ day_summary: boolean;
    };
  };
  /** List the deliveries and their outcomes, newest first */
  listWebhookDeliveries: {
    input: {
      limit?: number;
      offset?: number;
      cursor?: string;
      type?: 'memory_created' | 'realtime_transcript' | 'audio_bytes' | 'day_summary';
      status?: 'pending' | 'delivered' | 'failed' | 'cancelled';
    };
    output: WebhookDelivery[];
  };
  /** Get one delivery */
  getWebhookDelivery: { input: { delivery_id: string }; output: WebhookDelivery };
  /** Send a delivery again now */
  replayWebhookDelivery: { input: { delivery_id: string }; output: WebhookDelivery };
  /** Get the webhook of a kind of event */
  getWebhook: {
    input: { type: 'memory_created' | 'realtime_transcript' | 'audio_bytes' | 'day_summary' };
    output: {
      /** The address of the webhook; empty without one. */ url: string;
      /** True when the webhook is on. */ enabled: boolean;
    };
  };
  /** Set the webhook of a kind of event */
  setWebhook: {
    input: { type: 'memory_created' | 'realtime_transcript' | 'audio_bytes' | 'day_summary' } & {
      /** An http or https address; required. */ url?: string;
    };
    output: {
      /** Always `ok`; a failure answers with an error status. */
      status: 'ok';
      /** The secret that signs deliveries, if this request made it. */
      signing_secret?: string;
    };
  };
  /** Enable the webhook of a kind of event */
  enableWebhook: {
    input: Operations['getWebhook']['input'];
    output: Operations['assistantEditMemory']['output'];
  };
  /** Disable the webhook of a kind of event */
  disableWebhook: {
    input: Operations['getWebhook']['input'];
    output: Operations['assistantEditMemory']['output'];
  };
  /** Send a test delivery now, and return its outcome */
  testWebhook: { input: Operations['getWebhook']['input']; output: WebhookDelivery };
  /** Check if deliveries are signed; the secret is shown only when it is created */
  getWebhookSigningSecret: {
    input: {};
    output: {
      /** True when the service signs deliveries. */ has_secret: boolean;
      /** The time of creation. Null without a secret. */
      created_at: string | null;
      /** The time until which the former secret also signs; null when it no longer does. */
      previous_signs_until: string | null;
    };
  };
  /** Create a new signing secret */
  makeWebhookSigningSecret: {
    input: {};
    output: {
      /** The secret that signs deliveries. Only this answer shows it. */
      secret: string;
    };
  };
  /** Stop signing deliveries */
  deleteWebhookSigningSecret: { input: {}; output: Operations['assistantEditMemory']['output'] };
  /** List the browsers that get notifications, newest first */
  listPushSubscriptions: { input: {}; output: PushSubscriptions };
  /** Send notifications to this browser, or change which */
  savePushSubscription: {
    input: {
      /** The address that the browser got. */ endpoint: string;
      /** The keys with which notifications are encrypted. */
      keys: {
        /** The public key of the browser, in base64url. */ p256dh: string;
        /** The secret of the browser, in base64url. */ auth: string;
      };
      /** True: tells of tasks that are due. */ tasks?: boolean;
      /** True: tells the summary of the day. */ days?: boolean;
      /** The hour in the user's time zone at which the summary and the tasks of a whole day are told. Before noon, these are the summary of the day before and the tasks of the day; from noon on, the summary of the day and the tasks of the next day. */
      hour?: number;
      /** The language of the notifications. */ language?: 'en' | 'de';
    };
    output: PushSubscription;
  };
  /** Send no more notifications to a browser */
  deletePushSubscription: { input: { subscription_id: string }; output: null };
  /** Send a test notification now, and return its outcome */
  testPushSubscription: { input: { subscription_id: string }; output: PushTest };
  /** List the kinds of outside services that can be connected */
  listConnectionKinds: { input: {}; output: ConnectionKind[] };
  /** List the outside services that are connected, in the order of creation */
  listConnections: { input: {}; output: Connection[] };
  /** Connect an outside service */
  createConnection: { input: ConnectionCreate; output: Connection };
  /** Change, pause or resume a connection */
  updateConnection: {
    input: { connection_id: string } & {
      /** A name for the list. */ name?: string;
      /** The address of the service. Leave it out for a service with an address that is known. */
      address?: string;
      /** The key or password for the service. No answer shows it. */
      secret?: string;
      /** Settings of the kind, such as `user_name`. */
      settings?: Record<string, unknown>;
      /** True to stop the runs until you set it to false. */
      paused?: boolean;
    };
    output: Connection;
  };
  /** Delete a connection with its key */
  deleteConnection: { input: { connection_id: string }; output: null };
  /** Run a connection now */
  runConnection: {
    input: { connection_id: string } & {
      /** True to read everything again. What came before does not come twice. */
      from_start?: boolean;
    };
    output: Connection;
  };
  /** Take a conversation that Omi sends when it is finished */
  receiveOmiConversation: { input: { token: string; uid?: string }; output: null };
  /** Take words that Omi sends while they are spoken */
  receiveOmiWords: { input: { token: string; uid?: string } & OmiWordsBody; output: null };
  /** List the calendars of a connection */
  listConnectedCalendars: { input: { connection_id: string }; output: ConnectedCalendar[] };
  /** Get a short profile of the user */
  assistantGetProfile: { input: {}; output: UserProfile };
  /** List people in the order of how often the user talks with them */
  assistantListPeople: { input: { limit?: number; offset?: number }; output: AssistantPerson[] };
  /** List what assistants read and changed, newest first */
  listActivity: {
    input: { limit?: number; cursor?: string; connection?: string };
    output: AssistantActivity[];
  };
  /** Undo a change of an assistant */
  undoActivity: { input: { activity_id: string }; output: AssistantActivity };
  /** Check if your calendar has a secret address */
  getCalendarAddress: { input: {}; output: CalendarAddress };
  /** Make the secret address of your calendar */
  makeCalendarAddress: { input: {}; output: NewCalendarAddress };
  /** End the secret address of your calendar */
  endCalendarAddress: { input: {}; output: null };
  /** Get the invitation to an event of a conversation */
  getInvitation: { input: { conversation_id: string; event?: number }; output: string };
  /** Read a calendar at its secret address */
  readCalendar: { input: { token: string; tasks?: 'todos' | 'events' | 'none' }; output: string };
  /** Download everything of the account as one archive */
  exportAccount: { input: {}; output: ReadableStream<Uint8Array> };
  /** Import an archive of an account, or a file of another service */
  startImport: { input: ImportForm; output: AccountImport };
  /** List imports, the newest first */
  listImports: { input: { limit?: number }; output: AccountImport[] };
  /** Get the progress or the report of an import */
  getImport: { input: { import_id: string }; output: AccountImport };
  /** List the speech models */
  listModels: { input: {}; output: Models };
  /** Fetch a speech model */
  pullModel: {
    input: { id: string } & {
      /** Confirms that you have seen the licence of the model. */
      accept_licence: true;
      /** The hash that you trust; required for a model whose hash the service does not know. */
      sha256?: string;
    };
    output: Model;
  };
  /** List what hears, understands and finds */
  listProviders: {
    input: {};
    output: {
      /** The providers in use. */ providers: Provider[];
    };
  };
  /** Test a provider */
  testProvider: {
    input: { kind: 'recogniser' | 'language_model' | 'embeddings' };
    output: ProviderTest;
  };
  /** Delete a speech model, or cancel its download */
  deleteModel: { input: { id: string }; output: Operations['deleteMemory']['output'] };
  /** Get the progress of the search index */
  getSearchIndex: { input: {}; output: SearchIndex };
  /** List the meetings of your calendars */
  listOwnMeetings: Operations['listMeetings'];
  /** Get the meeting of a conversation */
  getOwnConversationMeeting: Operations['getConversationMeeting'];
  /** List action items, newest first */
  listOwnActionItems: Operations['listActionItems'];
  /** Create an action item */
  createOwnActionItem: Operations['createActionItem'];
  /** Create action items in a batch */
  createOwnActionItems: Operations['createActionItems'];
  /** Import many action items */
  importOwnActionItems: Operations['importActionItems'];
  /** Read from its words when a task is due */
  readOwnDueTime: Operations['readDueTime'];
  /** Search action items */
  searchOwnActionItems: Operations['searchActionItems'];
  /** Get one action item */
  getOwnActionItem: Operations['getActionItem'];
  /** Change an action item */
  updateOwnActionItem: Operations['updateActionItem'];
  /** Delete an action item for good */
  deleteOwnActionItem: { input: { action_item_id: string }; output: null };
  /** List goals, newest first */
  listOwnGoals: Operations['listGoals'];
  /** Create a goal */
  createOwnGoal: Operations['createGoal'];
  /** Get one goal */
  getOwnGoal: Operations['getGoal'];
  /** Change a goal */
  updateOwnGoal: Operations['updateGoal'];
  /** Delete a goal and its history for good */
  deleteOwnGoal: { input: { goal_id: string }; output: null };
  /** Set the current value of a goal */
  recordOwnGoalProgress: Operations['recordGoalProgress'];
  /** List the values of a goal by day, newest first */
  getOwnGoalHistory: Operations['getGoalHistory'];
  /** List the utterances of a conversation with the times of their words */
  listOwnUtterances: Operations['listUtterances'];
  /** Import many conversations */
  importOwnConversations: Operations['importConversations'];
  /** Process a failed conversation again */
  retryOwnConversation: Operations['retryConversation'];
  /** Ask a question about all conversations and memories */
  askOwn: Operations['ask'];
  /** Search everything at once */
  searchOwnEverything: Operations['searchEverything'];
  /** Explain where records come from */
  explainOwn: Operations['explain'];
  /** Get what happened on each day of a period */
  getOwnCalendar: Operations['getCalendar'];
  /** Get totals of the account */
  getOwnStatistics: Operations['getStatistics'];
  /** List the changes since a cursor */
  listOwnChanges: Operations['listChanges'];
  /** Watch changes and live words as they happen */
  watchOwnEvents: Operations['watchEvents'];
  /** List your webhook endpoints, in the order of creation */
  listOwnWebhookEndpoints: Operations['listWebhookEndpoints'];
  /** Create a webhook endpoint */
  createOwnWebhookEndpoint: Operations['createWebhookEndpoint'];
  /** Get one webhook endpoint */
  getOwnWebhookEndpoint: Operations['getWebhookEndpoint'];
  /** Change, pause or resume a webhook endpoint */
  updateOwnWebhookEndpoint: Operations['updateWebhookEndpoint'];
  /** Delete a webhook endpoint with its history */
  deleteOwnWebhookEndpoint: Operations['deleteWebhookEndpoint'];
  /** Give a webhook endpoint a new secret */
  rotateOwnWebhookEndpointSecret: Operations['rotateWebhookEndpointSecret'];
  /** Send a test event now, and return its outcome */
  testOwnWebhookEndpoint: Operations['testWebhookEndpoint'];
  /** List the deliveries to an endpoint, newest first */
  listOwnWebhookEndpointDeliveries: Operations['listWebhookEndpointDeliveries'];
  /** Get one delivery with its body */
  getOwnWebhookEndpointDelivery: Operations['getWebhookEndpointDelivery'];
  /** Send a delivery again now */
  replayOwnWebhookEndpointDelivery: Operations['replayWebhookEndpointDelivery'];
  /** Cancel a waiting delivery */
  cancelOwnWebhookEndpointDelivery: Operations['cancelWebhookEndpointDelivery'];
  /** List the kinds of outside services that can be connected */
  listOwnConnectionKinds: Operations['listConnectionKinds'];
  /** List the outside services that are connected, in the order of creation */
  listOwnConnections: Operations['listConnections'];
  /** Connect an outside service */
  createOwnConnection: Operations['createConnection'];
  /** Change, pause or resume a connection */
  updateOwnConnection: Operations['updateConnection'];
  /** Delete a connection with its key */
  deleteOwnConnection: Operations['deleteConnection'];
  /** Run a connection now */
  runOwnConnection: Operations['runConnection'];
  /** Sign in with address and password */
  signIn: {
    input: {
      /** The address of the account. */ email: string;
      /** The password of the account. */ password: string;
    };
    output: SignedIn;
  };
  /** Sign in with a passkey */
  signInWithPasskey: {
    input: {
      /** The answer of `navigator.credentials.get`, as JSON (`toJSON()`). */
      credential: {
        /** The id of the credential, in base64url. */ id: string;
        /** The same as `id`. */ rawId: string;
        /** Always `public-key`. */ type: 'public-key';
        /** `platform` for a passkey of this device, `cross-platform` for one of another. */
        authenticatorAttachment?: string;
        /** The results of extensions; the service ignores them. */
        clientExtensionResults?: Record<string, unknown>;
        /** The result of the authenticator. */
        response: {
          /** The challenge and the origin, in base64url. */
          clientDataJSON: string;
          /** The state of the authenticator, in base64url. */
          authenticatorData: string;
          /** The signature over the other data, in base64url. */
          signature: string;
          /** The id of the account, in base64url; null when the authenticator sends none. */
          userHandle?: string | null;
        };
      };
    };
    output: SignedIn;
  };
  /** Create an account with a passkey, and sign in */
  signUpWithPasskey: {
    input: {
      /** From the answer with the options. */ user_id: string;
      /** The e-mail address for signing in. */ email: string;
      /** The name of the user. */ name: string;
      /** IANA name, such as Europe/Lisbon. */ timezone: string;
      /** A name that tells passkeys apart, such as `Phone`. */
      passkey_name: string;
      /** The answer of `navigator.credentials.create`, as JSON (`toJSON()`). */
      credential: {
        /** The id of the credential, in base64url. */ id: string;
        /** The same as `id`. */ rawId: string;
        /** Always `public-key`. */ type: 'public-key';
        /** `platform` for a passkey of this device, `cross-platform` for one of another. */
        authenticatorAttachment?: string;
        /** The results of extensions; the service ignores them. */
        clientExtensionResults?: Record<string, unknown>;
        /** The result of the authenticator. */
        response: {
          /** The challenge and the origin, in base64url. */
          clientDataJSON: string;
          /** The new public key, in base64url. */ attestationObject: string;
          /** The ways to reach the authenticator, such as `internal`. */
          transports?: string[];
        };
      };
      /** The token from the link of an invitation. */ invitation?: string;
      /** The secret of the set-up link, for the account of the owner. */
      setup_token?: string;
    };
    output: SignedIn;
  };
  /** End this session */
  signOut: { input: {}; output: Operations['deleteMemory']['output'] };
  /** Start a sign-in with the OpenID Connect provider */
  startOidcSignIn: {
    input: {
      /** The path of the page that the browser opens afterwards. */
      return_to?: string;
      /** The time zone of a new account. */ timezone?: string;
      /** The token from the link of an invitation, for a new account. */
      invitation?: string;
    };
    output: OidcSignIn;
  };
  /** Start to connect your account with the OpenID Connect provider */
  linkOidc: {
    input: {
      /** The path of the page that the browser opens afterwards. */
      return_to?: string;
      /** Required unless you signed in during the last ten minutes. */
      current_password?: string;
    };
    output: OidcSignIn;
  };
}

/** Each operation: its method, its path, the kind of its answer, and the fields in the query beside a body. */
export const OPERATIONS = {
  getMe: ['GET', '/v1/auth/me', 'json'],
  getOwnAccount: ['GET', '/v1/users/me', 'json'],
  updateMe: ['PATCH', '/v1/users/me', 'json'],
  changePassword: ['POST', '/v1/users/me/password', 'json'],
  listSessions: ['GET', '/v1/users/me/sessions', 'json'],
  endOtherSessions: ['DELETE', '/v1/users/me/sessions', 'json'],
  endSession: ['DELETE', '/v1/users/me/sessions/{session_id}', 'json'],
  startPasskeySignIn: ['POST', '/v1/auth/passkey/options', 'json'],
  listPasskeys: ['GET', '/v1/users/me/passkeys', 'json'],
  addPasskey: ['POST', '/v1/users/me/passkeys', 'json'],
  startPasskey: ['POST', '/v1/users/me/passkeys/options', 'json'],
  renamePasskey: ['PATCH', '/v1/users/me/passkeys/{passkey_id}', 'json'],
  deletePasskey: ['DELETE', '/v1/users/me/passkeys/{passkey_id}', 'nothing'],
  describeOidc: ['GET', '/v1/auth/oidc', 'json'],
  getSignInMethods: ['GET', '/v1/users/me/sign-in-methods', 'json'],
  unlinkOidc: ['DELETE', '/v1/users/me/oidc', 'nothing'],
  listSecurityEvents: ['GET', '/v1/users/me/security-log', 'page'],
  getQuotas: ['GET', '/v1/users/me/quotas', 'json'],
  signUp: ['POST', '/v1/auth/sign-up', 'json'],
  startPasskeySignUp: ['POST', '/v1/auth/sign-up/passkey/options', 'json'],
  listInvitations: ['GET', '/v1/users/invitations', 'json'],
  createInvitation: ['POST', '/v1/users/invitations', 'json'],
  deleteInvitation: ['DELETE', '/v1/users/invitations/{invitation_id}', 'nothing'],
  deleteMe: ['POST', '/v1/users/me/delete', 'json'],
  listDevKeys: ['GET', '/v1/dev/keys', 'json'],
  createDevKey: ['POST', '/v1/dev/keys', 'json'],
  getDevKey: ['GET', '/v1/dev/keys/{key_id}', 'json'],
  revokeDevKey: ['DELETE', '/v1/dev/keys/{key_id}', 'nothing'],
  listMcpKeys: ['GET', '/v1/mcp/keys', 'json'],
  createMcpKey: ['POST', '/v1/mcp/keys', 'json'],
  getMcpKey: ['GET', '/v1/mcp/keys/{key_id}', 'json'],
  revokeMcpKey: ['DELETE', '/v1/mcp/keys/{key_id}', 'nothing'],
  listDeviceKeys: ['GET', '/v1/device/keys', 'json'],
  createDeviceKey: ['POST', '/v1/device/keys', 'json'],
  getDeviceKey: ['GET', '/v1/device/keys/{key_id}', 'json'],
  revokeDeviceKey: ['DELETE', '/v1/device/keys/{key_id}', 'nothing'],
  getOwnKey: ['GET', '/v1/dev/key', 'json'],
  listGrants: ['GET', '/v1/mcp/oauth/grants', 'json'],
  updateGrant: ['PATCH', '/v1/mcp/oauth/grants/{grant_id}', 'json'],
  revokeGrant: ['DELETE', '/v1/mcp/oauth/grants/{grant_id}', 'nothing'],
  packDesktopBundle: ['POST', '/v1/mcp/desktop-bundle', 'download'],
  listMemories: ['GET', '/v1/dev/user/memories', 'page'],
  createMemory: ['POST', '/v1/dev/user/memories', 'json'],
  createMemories: ['POST', '/v1/dev/user/memories/batch', 'json'],
  importMemories: ['POST', '/v1/dev/user/memories/import', 'json'],
  searchMemories: ['POST', '/v1/dev/user/memories/search', 'json'],
  searchMemoriesByMeaning: ['GET', '/v1/dev/user/memories/vector/search', 'json'],
  getMemory: ['GET', '/v1/dev/user/memories/{memory_id}', 'json'],
  updateMemory: ['PATCH', '/v1/dev/user/memories/{memory_id}', 'json'],
  deleteMemory: ['DELETE', '/v1/dev/user/memories/{memory_id}', 'json'],
  getMemoryHistory: ['GET', '/v1/dev/user/memories/{memory_id}/history', 'json'],
  deleteMemories: ['POST', '/v1/dev/user/memories/batch-delete', 'json'],
  reviewMemory: ['POST', '/v1/dev/user/memories/{memory_id}/review', 'json'],
  listOwnMemories: ['GET', '/v3/memories', 'page'],
  createOwnMemory: ['POST', '/v3/memories', 'json'],
  deleteAllMemories: ['DELETE', '/v3/memories', 'json'],
  createOwnMemories: ['POST', '/v3/memories/batch', 'json'],
  importOwnMemories: ['POST', '/v3/memories/import', 'json'],
  searchOwnMemories: ['POST', '/v3/memories/search', 'json'],
  deleteOwnMemories: ['POST', '/v3/memories/batch-delete', 'json'],
  getOwnMemory: ['GET', '/v3/memories/{memory_id}', 'json'],
  updateOwnMemory: ['PATCH', '/v3/memories/{memory_id}', 'json'],
  deleteOwnMemory: ['DELETE', '/v3/memories/{memory_id}', 'json'],
  getOwnMemoryHistory: ['GET', '/v3/memories/{memory_id}/history', 'json'],
  changeMemoryVisibility: ['PATCH', '/v3/memories/{memory_id}/visibility', 'json', ['value']],
  reviewOwnMemory: ['POST', '/v3/memories/{memory_id}/review', 'json', ['value']],
  assistantListMemories: ['GET', '/v1/mcp/memories', 'page'],
  assistantCreateMemory: ['POST', '/v1/mcp/memories', 'json'],
  assistantSearchMemories: ['GET', '/v1/mcp/memories/search', 'page'],
  assistantGetMemory: ['GET', '/v1/mcp/memories/{memory_id}', 'json'],
  assistantEditMemory: ['PATCH', '/v1/mcp/memories/{memory_id}', 'json', ['value']],
  assistantDeleteMemory: ['DELETE', '/v1/mcp/memories/{memory_id}', 'json'],
  assistantGetMemoryHistory: ['GET', '/v1/mcp/memories/{memory_id}/history', 'json'],
  listMeetings: ['GET', '/v1/dev/user/meetings', 'json'],
  getConversationMeeting: ['GET', '/v1/dev/user/conversations/{conversation_id}/meeting', 'json'],
  listActionItems: ['GET', '/v1/dev/user/action-items', 'page'],
  createActionItem: ['POST', '/v1/dev/user/action-items', 'json'],
  createActionItems: ['POST', '/v1/dev/user/action-items/batch', 'json'],
  importActionItems: ['POST', '/v1/dev/user/action-items/import', 'json'],
  readDueTime: ['POST', '/v1/dev/user/action-items/due-time', 'json'],
  searchActionItems: ['POST', '/v1/dev/user/action-items/search', 'json'],
  getActionItem: ['GET', '/v1/dev/user/action-items/{action_item_id}', 'json'],
  updateActionItem: ['PATCH', '/v1/dev/user/action-items/{action_item_id}', 'json'],
  deleteActionItem: ['DELETE', '/v1/dev/user/action-items/{action_item_id}', 'json'],
  assistantListActionItems: ['GET', '/v1/mcp/action-items', 'page'],
  assistantCreateActionItem: ['POST', '/v1/mcp/action-items', 'json'],
  assistantSearchActionItems: ['GET', '/v1/mcp/action-items/search', 'page'],
  assistantGetActionItem: ['GET', '/v1/mcp/action-items/{action_item_id}', 'json'],
  assistantUpdateActionItem: ['PATCH', '/v1/mcp/action-items/{action_item_id}', 'json'],
  assistantDeleteActionItem: ['DELETE', '/v1/mcp/action-items/{action_item_id}', 'json'],
  assistantCompleteActionItem: [
    'POST',
    '/v1/mcp/action-items/{action_item_id}/complete',
    'json',
    ['completed'],
  ],
  listGoals: ['GET', '/v1/dev/user/goals', 'page'],
  createGoal: ['POST', '/v1/dev/user/goals', 'json'],
  getGoal: ['GET', '/v1/dev/user/goals/{goal_id}', 'json'],
  updateGoal: ['PATCH', '/v1/dev/user/goals/{goal_id}', 'json'],
  deleteGoal: ['DELETE', '/v1/dev/user/goals/{goal_id}', 'json'],
  recordGoalProgress: ['PATCH', '/v1/dev/user/goals/{goal_id}/progress', 'json', ['current_value']],
  getGoalHistory: ['GET', '/v1/dev/user/goals/{goal_id}/history', 'json'],
  assistantListGoals: ['GET', '/v1/mcp/goals', 'page'],
  listDaySummaries: ['GET', '/v1/dev/user/daily-summaries', 'page'],
  getDaySummary: ['GET', '/v1/dev/user/daily-summaries/{summary_id}', 'json'],
  listOwnDaySummaries: ['GET', '/v1/users/daily-summaries', 'page'],
  getOwnDaySummary: ['GET', '/v1/users/daily-summaries/{summary_id}', 'json'],
  refreshDaySummary: ['POST', '/v1/users/daily-summaries/{date}/refresh', 'json'],
  assistantListDaySummaries: ['GET', '/v1/mcp/daily-summaries', 'page'],
  assistantGetDaySummary: ['GET', '/v1/mcp/daily-summaries/{summary_id}', 'json'],
  listFolders: ['GET', '/v1/dev/user/folders', 'json'],
  createFolder: ['POST', '/v1/dev/user/folders', 'json'],
  getFolder: ['GET', '/v1/dev/user/folders/{folder_id}', 'json'],
  updateFolder: ['PATCH', '/v1/dev/user/folders/{folder_id}', 'json'],
  deleteFolder: ['DELETE', '/v1/dev/user/folders/{folder_id}', 'json'],
  moveConversationToFolder: [
    'PATCH',
    '/v1/dev/user/conversations/{conversation_id}/folder',
    'json',
  ],
  listOwnFolders: ['GET', '/v1/folders', 'json'],
  createOwnFolder: ['POST', '/v1/folders', 'json'],
  reorderFolders: ['POST', '/v1/folders/reorder', 'json'],
  getOwnFolder: ['GET', '/v1/folders/{folder_id}', 'json'],
  updateOwnFolder: ['PATCH', '/v1/folders/{folder_id}', 'json'],
  deleteOwnFolder: ['DELETE', '/v1/folders/{folder_id}', 'nothing'],
  listFolderConversations: ['GET', '/v1/folders/{folder_id}/conversations', 'page'],
  moveConversationsToFolder: ['POST', '/v1/folders/{folder_id}/conversations/bulk-move', 'json'],
  moveOwnConversationToFolder: ['PATCH', '/v1/conversations/{conversation_id}/folder', 'json'],
  listPeople: ['GET', '/v1/dev/user/people', 'page'],
  createPerson: ['POST', '/v1/dev/user/people', 'json'],
  getPerson: ['GET', '/v1/dev/user/people/{person_id}', 'json'],
  updatePerson: ['PATCH', '/v1/dev/user/people/{person_id}', 'json'],
  deletePerson: ['DELETE', '/v1/dev/user/people/{person_id}', 'json'],
  listOwnPeople: ['GET', '/v1/users/people', 'page'],
  createOwnPerson: ['POST', '/v1/users/people', 'json'],
  getOwnPerson: ['GET', '/v1/users/people/{person_id}', 'json'],
  updateOwnPerson: ['PATCH', '/v1/users/people/{person_id}', 'json'],
  deleteOwnPerson: ['DELETE', '/v1/users/people/{person_id}', 'nothing'],
  renamePerson: ['PATCH', '/v1/users/people/{person_id}/name', 'json', ['value']],
  mergePeople: ['POST', '/v1/users/people/{person_id}/merge', 'json'],
  getVocabulary: ['GET', '/v1/dev/user/vocabulary', 'json'],
  replaceVocabulary: ['PUT', '/v1/dev/user/vocabulary', 'json'],
  getOwnVocabulary: ['GET', '/v1/users/me/vocabulary', 'json'],
  replaceOwnVocabulary: ['PUT', '/v1/users/me/vocabulary', 'json'],
  listSuggestions: ['GET', '/v1/users/me/suggestions', 'json'],
  keepSuggestion: ['POST', '/v1/users/me/suggestions/{suggestion_id}/keep', 'json'],
  dropSuggestion: ['POST', '/v1/users/me/suggestions/{suggestion_id}/drop', 'nothing'],
  listTrainingExamples: ['GET', '/v1/users/me/training-examples', 'json'],
  uploadSpeechProfile: ['POST', '/v3/upload-audio', 'json'],
  trySpeechProfile: ['POST', '/v1/users/speech-profile/try', 'json'],
  hasSpeechProfile: ['GET', '/v3/speech-profile', 'json'],
  deleteSpeechProfile: ['DELETE', '/v3/speech-profile', 'json'],
  getSpeechProfile: ['GET', '/v4/speech-profile', 'json'],
  getSpeechProfileStatus: ['GET', '/v3/speech-profile/status', 'json'],
  listSpeechSamples: ['GET', '/v3/speech-profile/expand', 'json'],
  deleteSpeechSample: ['DELETE', '/v3/speech-profile/expand', 'json'],
  hearSpeechProfile: ['GET', '/v3/speech-profile/recordings/{recording_id}', 'bytes'],
  listConversations: ['GET', '/v1/dev/user/conversations', 'page'],
  createConversation: ['POST', '/v1/dev/user/conversations', 'json'],
  searchConversations: ['POST', '/v1/dev/user/conversations/search', 'json'],
  getConversation: ['GET', '/v1/dev/user/conversations/{conversation_id}', 'json'],
  updateConversation: ['PATCH', '/v1/dev/user/conversations/{conversation_id}', 'json'],
  deleteConversation: ['DELETE', '/v1/dev/user/conversations/{conversation_id}', 'json'],
  exportTranscript: ['GET', '/v1/dev/user/conversations/{conversation_id}/transcript', 'file'],
  listUtterances: ['GET', '/v1/dev/user/conversations/{conversation_id}/utterances', 'json'],
  listOwnConversations: ['GET', '/v1/conversations', 'page'],
  finishRecording: ['POST', '/v1/conversations', 'json'],
  countOwnConversations: ['GET', '/v1/conversations/count', 'json'],
  searchOwnConversations: ['POST', '/v1/conversations/search', 'json'],
  getOwnConversation: ['GET', '/v1/conversations/{conversation_id}', 'json'],
  deleteOwnConversation: ['DELETE', '/v1/conversations/{conversation_id}', 'json'],
  updateOwnConversation: ['PATCH', '/v1/conversations/{conversation_id}', 'json'],
  getSharedConversation: ['GET', '/v1/conversations/{conversation_id}/shared', 'json'],
  getTranscripts: ['GET', '/v1/conversations/{conversation_id}/transcripts', 'json'],
  exportOwnTranscript: ['GET', '/v1/conversations/{conversation_id}/transcript', 'file'],
  createConversationFromSegments: ['POST', '/v1/dev/user/conversations/from-segments', 'json'],
  importConversations: ['POST', '/v1/dev/user/conversations/import', 'json'],
  createOwnConversation: ['POST', '/v1/conversations/from-text', 'json'],
  createOwnConversationFromSegments: ['POST', '/v1/conversations/from-segments', 'json'],
  getRenewal: ['GET', '/v1/understanding/renewal', 'json'],
  scheduleRenewal: ['PUT', '/v1/understanding/renewal', 'json'],
  cancelRenewal: ['DELETE', '/v1/understanding/renewal', 'json'],
  retryConversation: ['POST', '/v1/dev/user/conversations/{conversation_id}/retry', 'json'],
  getSummaries: ['GET', '/v1/dev/user/conversations/{conversation_id}/summaries', 'json'],
  summariseConversation: ['POST', '/v1/dev/user/conversations/{conversation_id}/summaries', 'json'],
  getOwnSummaries: ['GET', '/v1/conversations/{conversation_id}/summaries', 'json'],
  summariseOwnConversation: ['POST', '/v1/conversations/{conversation_id}/summaries', 'json'],
  reprocessConversation: [
    'POST',
    '/v1/conversations/{conversation_id}/reprocess',
    'json',
    ['language_code', 'app_id'],
  ],
  mergeConversations: ['POST', '/v1/conversations/merge', 'json'],
  renameConversation: ['PATCH', '/v1/conversations/{conversation_id}/title', 'json', ['title']],
  starConversation: ['PATCH', '/v1/conversations/{conversation_id}/starred', 'json', ['starred']],
  shareConversation: ['PATCH', '/v1/conversations/{conversation_id}/visibility', 'json', ['value']],
  rewriteSummary: ['PATCH', '/v1/conversations/{conversation_id}/summary', 'json'],
  rewriteSegment: ['PATCH', '/v1/conversations/{conversation_id}/segments/text', 'json'],
  assignSegments: ['PATCH', '/v1/conversations/{conversation_id}/segments/assign-bulk', 'json'],
  assignSegment: [
    'PATCH',
    '/v1/conversations/{conversation_id}/segments/{segment_idx}/assign',
    'json',
    ['assign_type', 'value'],
  ],
  assignSpeaker: [
    'PATCH',
    '/v1/conversations/{conversation_id}/assign-speaker/{speaker_id}',
    'json',
    ['assign_type', 'value'],
  ],
  mergeSegments: ['POST', '/v1/conversations/{conversation_id}/segments/merge', 'json'],
  replaceWords: ['POST', '/v1/conversations/{conversation_id}/segments/replace', 'json'],
  countWordPlaces: ['GET', '/v1/words/places', 'json'],
  replaceEverywhere: ['POST', '/v1/words/replace', 'json'],
  splitSegment: ['POST', '/v1/conversations/{conversation_id}/segments/{segment_id}/split', 'json'],
  splitSpeaker: ['POST', '/v1/conversations/{conversation_id}/speakers/split', 'json'],
  mergeSpeakers: [
    'POST',
    '/v1/conversations/{conversation_id}/speakers/{speaker_id}/merge',
    'json',
  ],
  markEvents: ['PATCH', '/v1/conversations/{conversation_id}/events', 'json'],
  completeConversationItems: ['PATCH', '/v1/conversations/{conversation_id}/action-items', 'json'],
  deleteConversationItem: ['DELETE', '/v1/conversations/{conversation_id}/action-items', 'json'],
  rewriteConversationItem: [
    'PATCH',
    '/v1/conversations/{conversation_id}/action-items/{item_idx}',
    'json',
  ],
  getPhotos: ['GET', '/v1/conversations/{conversation_id}/photos', 'json'],
  getRecording: ['GET', '/v1/conversations/{conversation_id}/recording', 'json'],
  playSample: ['POST', '/v1/demo', 'json'],
  removeSample: ['DELETE', '/v1/demo', 'json'],
  assistantListConversations: ['GET', '/v1/mcp/conversations', 'page'],
  assistantSearchConversations: ['GET', '/v1/mcp/conversations/search', 'page'],
  assistantGetConversation: ['GET', '/v1/mcp/conversations/{conversation_id}', 'json'],
  addConversationNote: ['POST', '/v1/conversations/{conversation_id}/notes', 'json'],
  uploadRecording: ['POST', '/v1/conversations/upload', 'json'],
  getRecordingUpload: ['GET', '/v1/conversations/{conversation_id}/upload', 'json'],
  translateConversation: ['POST', '/v1/conversations/{conversation_id}/translate', 'json'],
  getAudioChoice: ['GET', '/v1/users/audio', 'json'],
  chooseAudio: ['PUT', '/v1/users/audio', 'json'],
  listConversationAudio: ['GET', '/v1/conversations/{conversation_id}/audio', 'json'],
  deleteConversationAudio: ['DELETE', '/v1/conversations/{conversation_id}/audio', 'json'],
  hearConversationAudio: ['GET', '/v1/conversations/{conversation_id}/audio/{audio_id}', 'bytes'],
  listSummaryTemplates: ['GET', '/v1/dev/user/summary-templates', 'json'],
  createSummaryTemplate: ['POST', '/v1/dev/user/summary-templates', 'json'],
  getSummaryTemplate: ['GET', '/v1/dev/user/summary-templates/{template_id}', 'json'],
  updateSummaryTemplate: ['PATCH', '/v1/dev/user/summary-templates/{template_id}', 'json'],
  deleteSummaryTemplate: ['DELETE', '/v1/dev/user/summary-templates/{template_id}', 'json'],
  listOwnSummaryTemplates: ['GET', '/v1/summary-templates', 'json'],
  createOwnSummaryTemplate: ['POST', '/v1/summary-templates', 'json'],
  getOwnSummaryTemplate: ['GET', '/v1/summary-templates/{template_id}', 'json'],
  updateOwnSummaryTemplate: ['PATCH', '/v1/summary-templates/{template_id}', 'json'],
  deleteOwnSummaryTemplate: ['DELETE', '/v1/summary-templates/{template_id}', 'json'],
  ask: ['POST', '/v1/dev/user/ask', 'json'],
  assistantAsk: ['POST', '/v1/mcp/ask', 'json'],
  sendMessage: ['POST', '/v2/messages', 'stream', ['app_id', 'plugin_id']],
  listMessages: ['GET', '/v2/messages', 'json'],
  clearMessages: ['DELETE', '/v2/messages', 'json'],
  getMessage: ['GET', '/v2/messages/{message_id}', 'json'],
  greetInChat: ['POST', '/v2/initial-message', 'json', ['chat_session_id', 'app_id', 'plugin_id']],
  reportMessage: ['POST', '/v2/messages/{message_id}/report', 'json'],
  rateMessage: ['PATCH', '/v2/messages/{message_id}/rating', 'json'],
  addChatFiles: ['POST', '/v2/files', 'json'],
  sendVoiceMessage: ['POST', '/v2/voice-messages', 'stream', ['app_id', 'plugin_id']],
  transcribeVoiceMessage: ['POST', '/v2/voice-message/transcribe', 'json'],
  createChatSession: ['POST', '/v2/chat-sessions', 'json'],
  listChatSessions: ['GET', '/v2/chat-sessions', 'json'],
  getChatSession: ['GET', '/v2/chat-sessions/{chat_session_id}', 'json'],
  changeChatSession: ['PATCH', '/v2/chat-sessions/{chat_session_id}', 'json'],
  deleteChatSession: ['DELETE', '/v2/chat-sessions/{chat_session_id}', 'json'],
  assistantListMessages: ['GET', '/v1/mcp/chat', 'page'],
  searchEverything: ['POST', '/v1/dev/user/search', 'json'],
  explain: ['GET', '/v1/dev/user/explanations/{id}', 'json'],
  getCalendar: ['GET', '/v1/dev/user/calendar', 'json'],
  getStatistics: ['GET', '/v1/dev/user/statistics', 'json'],
  getInstallation: ['GET', '/v1/installation', 'json'],
  backUpInstallation: ['POST', '/v1/installation/backups', 'json'],
  listInstallationUsers: ['GET', '/v1/installation/users', 'page'],
  updateInstallationUser: ['PATCH', '/v1/installation/users/{user_id}', 'json'],
  listFailedJobs: ['GET', '/v1/installation/failed-jobs', 'json'],
  retryFailedJob: ['POST', '/v1/installation/failed-jobs/{job_id}/retry', 'json'],
  listChanges: ['GET', '/v1/dev/user/changes', 'page'],
  watchEvents: ['GET', '/v1/dev/user/events', 'events'],
  listWebhookEndpoints: ['GET', '/v1/dev/user/webhooks', 'json'],
  createWebhookEndpoint: ['POST', '/v1/dev/user/webhooks', 'json'],
  getWebhookEndpoint: ['GET', '/v1/dev/user/webhooks/{endpoint_id}', 'json'],
  updateWebhookEndpoint: ['PATCH', '/v1/dev/user/webhooks/{endpoint_id}', 'json'],
  deleteWebhookEndpoint: ['DELETE', '/v1/dev/user/webhooks/{endpoint_id}', 'nothing'],
  rotateWebhookEndpointSecret: ['POST', '/v1/dev/user/webhooks/{endpoint_id}/secret', 'json'],
  testWebhookEndpoint: ['POST', '/v1/dev/user/webhooks/{endpoint_id}/test', 'json'],
  listWebhookEndpointDeliveries: ['GET', '/v1/dev/user/webhooks/{endpoint_id}/deliveries', 'page'],
  getWebhookEndpointDelivery: [
    'GET',
    '/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}',
    'json',
  ],
  replayWebhookEndpointDelivery: [
    'POST',
    '/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay',
    'json',
  ],
  cancelWebhookEndpointDelivery: [
    'POST',
    '/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}/cancel',
    'json',
  ],
  getWebhookStatus: ['GET', '/v1/users/developer/webhooks/status', 'json'],
  listWebhookDeliveries: ['GET', '/v1/users/developer/webhooks/deliveries', 'page'],
  getWebhookDelivery: ['GET', '/v1/users/developer/webhooks/deliveries/{delivery_id}', 'json'],
  replayWebhookDelivery: [
    'POST',
    '/v1/users/developer/webhooks/deliveries/{delivery_id}/replay',
    'json',
  ],
  getWebhook: ['GET', '/v1/users/developer/webhook/{type}', 'json'],
  setWebhook: ['POST', '/v1/users/developer/webhook/{type}', 'json'],
  enableWebhook: ['POST', '/v1/users/developer/webhook/{type}/enable', 'json'],
  disableWebhook: ['POST', '/v1/users/developer/webhook/{type}/disable', 'json'],
  testWebhook: ['POST', '/v1/users/developer/webhook/{type}/test', 'json'],
  getWebhookSigningSecret: ['GET', '/v1/users/developer/webhook-signing-secret', 'json'],
  makeWebhookSigningSecret: ['POST', '/v1/users/developer/webhook-signing-secret', 'json'],
  deleteWebhookSigningSecret: ['DELETE', '/v1/users/developer/webhook-signing-secret', 'json'],
  listPushSubscriptions: ['GET', '/v1/users/me/push-subscriptions', 'json'],
  savePushSubscription: ['PUT', '/v1/users/me/push-subscriptions', 'json'],
  deletePushSubscription: [
    'DELETE',
    '/v1/users/me/push-subscriptions/{subscription_id}',
    'nothing',
  ],
  testPushSubscription: ['POST', '/v1/users/me/push-subscriptions/{subscription_id}/test', 'json'],
  listConnectionKinds: ['GET', '/v1/dev/user/connection-kinds', 'json'],
  listConnections: ['GET', '/v1/dev/user/connections', 'json'],
  createConnection: ['POST', '/v1/dev/user/connections', 'json'],
  updateConnection: ['PATCH', '/v1/dev/user/connections/{connection_id}', 'json'],
  deleteConnection: ['DELETE', '/v1/dev/user/connections/{connection_id}', 'nothing'],
  runConnection: ['POST', '/v1/dev/user/connections/{connection_id}/run', 'json'],
  receiveOmiConversation: ['POST', '/v1/connection-hooks/omi/{token}', 'nothing', ['uid']],
  receiveOmiWords: ['POST', '/v1/connection-hooks/omi/{token}/words', 'nothing', ['uid']],
  listConnectedCalendars: ['GET', '/v1/connections/{connection_id}/calendars', 'json'],
  assistantGetProfile: ['GET', '/v1/mcp/profile', 'json'],
  assistantListPeople: ['GET', '/v1/mcp/people', 'page'],
  listActivity: ['GET', '/v1/mcp/activity', 'page'],
  undoActivity: ['POST', '/v1/mcp/activity/{activity_id}/undo', 'json'],
  getCalendarAddress: ['GET', '/v1/calendar-address', 'json'],
  makeCalendarAddress: ['POST', '/v1/calendar-address', 'json'],
  endCalendarAddress: ['DELETE', '/v1/calendar-address', 'nothing'],
  getInvitation: ['GET', '/v1/conversations/{conversation_id}/invitation', 'file'],
  readCalendar: ['GET', '/v1/calendar-address/{token}/commonplace.ics', 'file'],
  exportAccount: ['GET', '/v1/export', 'download'],
  startImport: ['POST', '/v1/imports', 'json'],
  listImports: ['GET', '/v1/imports', 'json'],
  getImport: ['GET', '/v1/imports/{import_id}', 'json'],
  listModels: ['GET', '/v1/models', 'json'],
  pullModel: ['POST', '/v1/models/{id}/pull', 'json'],
  listProviders: ['GET', '/v1/providers', 'json'],
  testProvider: ['POST', '/v1/providers/{kind}/test', 'json'],
  deleteModel: ['DELETE', '/v1/models/{id}', 'json'],
  getSearchIndex: ['GET', '/v1/search/index', 'json'],
  listOwnMeetings: ['GET', '/v1/meetings', 'json'],
  getOwnConversationMeeting: ['GET', '/v1/conversations/{conversation_id}/meeting', 'json'],
  listOwnActionItems: ['GET', '/v1/action-items', 'page'],
  createOwnActionItem: ['POST', '/v1/action-items', 'json'],
  createOwnActionItems: ['POST', '/v1/action-items/batch', 'json'],
  importOwnActionItems: ['POST', '/v1/action-items/import', 'json'],
  readOwnDueTime: ['POST', '/v1/action-items/due-time', 'json'],
  searchOwnActionItems: ['POST', '/v1/action-items/search', 'json'],
  getOwnActionItem: ['GET', '/v1/action-items/{action_item_id}', 'json'],
  updateOwnActionItem: ['PATCH', '/v1/action-items/{action_item_id}', 'json'],
  deleteOwnActionItem: ['DELETE', '/v1/action-items/{action_item_id}', 'nothing'],
  listOwnGoals: ['GET', '/v1/goals', 'page'],
  createOwnGoal: ['POST', '/v1/goals', 'json'],
  getOwnGoal: ['GET', '/v1/goals/{goal_id}', 'json'],
  updateOwnGoal: ['PATCH', '/v1/goals/{goal_id}', 'json'],
  deleteOwnGoal: ['DELETE', '/v1/goals/{goal_id}', 'nothing'],
  recordOwnGoalProgress: ['PATCH', '/v1/goals/{goal_id}/progress', 'json', ['current_value']],
  getOwnGoalHistory: ['GET', '/v1/goals/{goal_id}/history', 'json'],
  listOwnUtterances: ['GET', '/v1/conversations/{conversation_id}/utterances', 'json'],
  importOwnConversations: ['POST', '/v1/conversations/import', 'json'],
  retryOwnConversation: ['POST', '/v1/conversations/{conversation_id}/retry', 'json'],
  askOwn: ['POST', '/v1/ask', 'json'],
  searchOwnEverything: ['POST', '/v1/search', 'json'],
  explainOwn: ['GET', '/v1/explanations/{id}', 'json'],
  getOwnCalendar: ['GET', '/v1/calendar', 'json'],
  getOwnStatistics: ['GET', '/v1/statistics', 'json'],
  listOwnChanges: ['GET', '/v1/changes', 'page'],
  watchOwnEvents: ['GET', '/v1/events', 'events'],
  listOwnWebhookEndpoints: ['GET', '/v1/webhooks', 'json'],
  createOwnWebhookEndpoint: ['POST', '/v1/webhooks', 'json'],
  getOwnWebhookEndpoint: ['GET', '/v1/webhooks/{endpoint_id}', 'json'],
  updateOwnWebhookEndpoint: ['PATCH', '/v1/webhooks/{endpoint_id}', 'json'],
  deleteOwnWebhookEndpoint: ['DELETE', '/v1/webhooks/{endpoint_id}', 'nothing'],
  rotateOwnWebhookEndpointSecret: ['POST', '/v1/webhooks/{endpoint_id}/secret', 'json'],
  testOwnWebhookEndpoint: ['POST', '/v1/webhooks/{endpoint_id}/test', 'json'],
  listOwnWebhookEndpointDeliveries: ['GET', '/v1/webhooks/{endpoint_id}/deliveries', 'page'],
  getOwnWebhookEndpointDelivery: [
    'GET',
    '/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}',
    'json',
  ],
  replayOwnWebhookEndpointDelivery: [
    'POST',
    '/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay',
    'json',
  ],
  cancelOwnWebhookEndpointDelivery: [
    'POST',
    '/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/cancel',
    'json',
  ],
  listOwnConnectionKinds: ['GET', '/v1/connection-kinds', 'json'],
  listOwnConnections: ['GET', '/v1/connections', 'json'],
  createOwnConnection: ['POST', '/v1/connections', 'json'],
  updateOwnConnection: ['PATCH', '/v1/connections/{connection_id}', 'json'],
  deleteOwnConnection: ['DELETE', '/v1/connections/{connection_id}', 'nothing'],
  runOwnConnection: ['POST', '/v1/connections/{connection_id}/run', 'json'],
  signIn: ['POST', '/v1/auth/sign-in', 'json'],
  signInWithPasskey: ['POST', '/v1/auth/passkey', 'json'],
  signUpWithPasskey: ['POST', '/v1/auth/sign-up/passkey', 'json'],
  signOut: ['POST', '/v1/auth/sign-out', 'json'],
  startOidcSignIn: ['POST', '/v1/auth/oidc/start', 'json'],
  linkOidc: ['POST', '/v1/users/me/oidc/link', 'json'],
} as const;
