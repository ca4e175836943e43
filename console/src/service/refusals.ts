import * as m from '../paraglide/messages.js';

type Values = Readonly<Record<'count' | 'least' | 'most' | 'name' | 'url', string>>;

/**
 * The refusals of the service that people meet on these pages, as patterns with the values that
 * they name. The service writes English for programs, so a page says the same in its own words.
 */
export const REFUSALS: readonly [RegExp, (values: Values) => string][] = [
  [
    /^(?:Field required|Key name cannot be empty|String should have at least 1 character$|.* cannot be blank)/,
    m.refused_empty,
  ],
  [/^String should have at least (?<count>\d+) character/, m.refused_too_short],
  [/^String should have at most (?<count>\d+) characters/, m.refused_too_long],
  [/^String should (?:not contain NUL|be valid Unicode)/, m.refused_characters],
  [/^(?:Use|Send) at least one letter or digit/, m.refused_letters],
  [/^Use an IANA time zone/, m.refused_time_zone],
  [/^Use (?:a day such as|a year from)/, m.refused_day],
  [/^Invalid email address/, m.refused_email],
  [/^(?:Input should be |Too (?:big|small): |Use ISO 8601)/, m.refused_value],
  [
    /(?:^[A-Z][a-z ]+ not found$|^There is no failed job|^Some \w+ do not exist|no longer exists\.$|^This webhook has no address yet)/,
    m.refused_gone,
  ],
  [/^(?:Another request is changing|The same (?:request|session) is still)/, m.refused_moment],
  [/^(?:The status of this conversation|Conversation \S+) is in_progress/, m.refused_recorded],
  [
    /(?:(?:is|are) still being processed|^The status of this conversation is|^Conversation \S+ is \w+\.)/,
    m.refused_still_processed,
  ],
  [/^There are no conversations on that day/, m.refused_nothing_that_day],
  [/^A (?:folder|person) named '(?<name>.*)' already exists/, m.refused_name_exists],
  [/^System folders cannot be/, m.refused_folder_fixed],
  [
    /^You already have (?<count>\d+) (?:folders|endpoints|templates|connections)\. Delete one first/,
    m.refused_at_most,
  ],
  [/^(?<count>\d+) templates already run always/, m.refused_always_full],
  [
    /^You (?:can change only when this template|cannot delete a template that comes)/,
    m.refused_template_fixed,
  ],
  [/^There is already an account with this address/, m.refused_address_taken],
  [/^Another memory already says this/, m.refused_same_memory],
  [/^`until` is in the future/, m.refused_until_future],
  [
    /^(?:The current password is wrong|This change needs current_password)/,
    m.refused_wrong_password,
  ],
  [/^Send current_password, or sign in again/, m.refused_sign_in_again],
  [/^Too many (?:wrong passwords|refused|attempts)/, m.refused_too_many],
  [/^The address or the password is wrong/, m.refused_sign_in],
  [/^No account was created: the request is older/, m.refused_expired],
  [/^No account was created\. /, m.refused_no_account],
  [/^This service takes no new accounts/, m.refused_closed],
  [/is your only way to sign in/, m.refused_last_way],
  [/^Passkeys need https/, m.refused_passkey_place],
  [/^This browser no longer takes notifications/, m.refused_push_gone],
  [/^The (?:address of the )?push service /, m.refused_push_service],
  [/^(?<count>\d+) browsers get notifications already/, m.refused_push_full],
  [/^This passkey is already in use/, m.refused_passkey_known],
  [
    /^(?:The passkey (?:was refused|could not be verified)|This passkey was not added)/,
    m.refused_passkey,
  ],
  [/The key is refused \(/, m.refused_connection_key],
  [/It limits the number of requests/, m.refused_connection_limited],
  [/The service answered (?<count>\d+)/, m.refused_connection_status],
  [/The service could not be reached/, m.refused_connection_reached],
  [/The service did not answer with JSON/, m.refused_connection_json],
  [/The answer of the service has another shape/, m.refused_connection_shape],
  [/The answer of the service broke off/, m.refused_connection_long],
  [/^The service answers the same page/, m.refused_connection_circle],
  [/^address must be a public https/, m.refused_connection_address],
  [/^The operator replaced the secret/, m.refused_connection_secret],
  [/The server did not answer with a calendar/, m.refused_calendar_page],
  [/There is no calendar server at this address/, m.refused_calendar_none],
  [/The server points to (?<url>\S+)\./, m.refused_calendar_elsewhere],
  [/^The calendar is gone/, m.refused_calendar_gone],
  [/^The list of tasks is gone/, m.refused_calendar_list_gone],
  [
    /^(?:It is (?:too large|not valid iCalendar|no to-do)|It (?:has no start|repeats)|Its )/,
    m.refused_calendar_entry,
  ],
  [/^It contains no words/, m.refused_connection_empty],
  [/^url (?:must be an http or https address|is required)/, m.refused_http_address],
  [/^(?:url must be a public address|The address is not public)/, m.refused_public_address],
  [/^This delivery is (?:being sent right now|no longer waiting)/, m.refused_being_sent],
  [/^The receiver answered 410/, m.refused_receiver_gone],
  [/^The key that made this endpoint was revoked/, m.refused_key_gone],
  [/^Key name cannot contain a key/, m.refused_secret_in_name],
  [/^This file contains no sound/, m.refused_no_sound],
  [/^This server cannot read recordings/, m.refused_no_ffmpeg],
  [/^A recording may be at most (?<count>\d+) hours/, m.refused_hours],
  [/^The recording must be (?<least>[\d.]+) to (?<most>[\d.]+) seconds/, m.refused_voice_length],
  [
    /^(?:The recording contains too little speech|No words were recognised)/,
    m.refused_little_speech,
  ],
  [/^The voice cannot be analysed right now/, m.refused_voice_busy],
  [/^A voice message may be at most five minutes/, m.refused_voice_message],
  [/^This service has no recogniser for words/, m.refused_no_recogniser],
  [
    /^(?:The conversation could not be processed|Processing did not end in time)/,
    m.refused_not_processed,
  ],
  [/^The operator allows no downloads/, m.refused_model_downloads],
  [
    /^This machine cannot reach (?<name>\S+)\. Download (?<url>\S+) on another computer/,
    m.refused_unreachable,
  ],
  [/^This model is already installed/, m.refused_model_there],
  [/^There was no answer within a minute/, m.refused_no_answer],
  [/^Only the owner of this installation/, m.refused_owner_only],
  [/^(?:Translations need a|There is no) language model/, m.refused_no_model],
  [/^Rate limit exceeded. Try again in (?<count>\d+)s/, m.refused_too_fast],
  [/^Your quota of [\d.]+ hours of listening/, m.refused_quota],
  [/^The search index is being built/, m.refused_index],
  [/^The files of your chats may take up to (?<count>\d+) MiB/, m.refused_files_full],
  [/cannot be read\. Send text files/, m.refused_unreadable_file],
  [/^Photos need a vision model/, m.refused_no_photos],
  [/^Both parts must contain words/, m.refused_both_parts],
  [/^The newest segment is still growing/, m.refused_growing],
  [
    /^(?:Some of these segments are not|These segments are not|These are not consecutive)/,
    m.refused_segments_moved,
  ],
  [/^This recording has no words yet/, m.refused_no_words],
  [/^The operator of this service keeps no sound/, m.refused_no_kept_sound],
  [/^The (?:record was changed again|same record was added|record to which)/, m.refused_no_undo],
  [
    /^This (?:change is undone|entry changed nothing|connection has made no change)/,
    m.refused_no_undo,
  ],
  [/^The sample is being played/, m.refused_sample_plays],
  [/^Another import of this account/, m.refused_import_runs],
  [/^The service does not know the format/, m.refused_import_format],
  [/^This installation has no place for backups/, m.refused_no_backup_place],
  [/^This set-up link is not valid/, m.refused_set_up_link],
  [/^The owner account already exists/, m.refused_owner_there],
  [/^The recording has less than 10 seconds of speech/, m.refused_short_voice],
  [/^The voice is very quiet/, m.refused_quiet_voice],
  [/^The recording is clipped/, m.refused_clipped_voice],
  [/^The recording has much background noise/, m.refused_noisy_voice],
  [/^The recording seems to contain two voices/, m.refused_two_voices],
  [/^This request comes from another site/, m.refused_other_site],
  [/^Memories (?:are closed for now|of this account cannot be read)/, m.refused_memories_closed],
  [/^The built-in reader made this result: (?<name>.*)\.$/, m.understood_without_model],
  [/^The built-in reader filled in fields that/, m.understood_partly_by_rules],
];

/** Returns the sentence in the language of the page; null for a sentence that is not known. */
export function translateRefusal(english: string): string | null {
  for (const [pattern, say] of REFUSALS) {
    const found = pattern.exec(english);
    if (found) return say((found.groups ?? {}) as Values);
  }
  return null;
}
