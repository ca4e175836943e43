import * as m from '../paraglide/messages.js';

/** The pages of the settings, with other words by which the palette finds them. */
export const SECTIONS = [
  { to: '/settings', label: m.settings_you, words: m.find_you },
  { to: '/settings/voice', label: m.your_voice, words: m.find_voice },
  { to: '/settings/words', label: m.words_and_names, words: m.find_words },
  { to: '/settings/assistants', label: m.assistants, words: m.find_assistants },
  { to: '/settings/keys', label: m.keys_of_programs, words: m.find_keys },
  { to: '/settings/sessions', label: m.sessions, words: m.find_sessions },
  { to: '/settings/connections', label: m.connections, words: m.find_connections },
  { to: '/settings/webhooks', label: m.webhooks, words: m.find_webhooks },
  { to: '/settings/models', label: m.models, words: m.find_models },
  { to: '/settings/data', label: m.data, words: m.find_data },
  { to: '/operator', label: m.operator, words: m.find_operator },
] as const;
