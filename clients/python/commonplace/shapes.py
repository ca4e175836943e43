# Made from the OpenAPI document by `npm run generate`; do not edit.
"""The shapes of requests and answers."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

from .operation import File

STATUSES: dict[int, str] = {
    400: "The request contains an unknown category, date, cursor or similar value.",
    401: "The credential is missing, wrong, or of a kind that the operation does not accept.",
    403: "The key lacks the scope, or the data of the account is closed for now.",
    404: "The record does not exist. Malformed ids, unknown ids and ids of other users get the same answer.",
    409: "The request conflicts with stored data, or with another request in progress.",
    410: "The cursor is too old. Start again without a cursor.",
    412: "The object was changed since you read it (`If-Match`).",
    413: "The body is larger than 1 MiB (64 KiB where no credential is needed), or the file is larger than its limit.",
    415: "The body is not JSON or, for a file, not `multipart/form-data`.",
    422: "The request is invalid. No data was changed.",
    429: "Too many requests. `Retry-After` is the number of seconds to wait.",
    503: "A part that the operation needs does not answer. `Retry-After` is the number of seconds to wait.",
    507: "The disk of the service is nearly full. No data was changed.",
}
"""The meaning of each status of an error."""


class ErrorResponse(TypedDict):
    """The problem and how to solve it."""

    detail: str | list[Any] | dict[str, Any]
    """A sentence; for some problems a list or an object."""


class HTTPValidationError(TypedDict):
    """All problems of the request."""

    detail: list[ValidationError] | str
    """One entry for each problem, or a sentence."""


class ValidationError(TypedDict):
    """One problem of the request."""

    loc: list[str | int]
    """The path to the field: first `body`, `query` or `path`, then names and positions."""
    msg: str
    """The problem and how to solve it."""
    type: str
    """The kind of problem, for programs."""


class User(TypedDict):
    id: str
    """The value for the `uid` parameter of the listening socket."""
    email: str
    """The e-mail address with which the user signs in."""
    name: str
    """The name of the user."""
    timezone: str
    """IANA name. Days such as "tomorrow" begin and end in this time zone."""
    language: str | None
    """ISO 639-1: the default language of texts; null means English."""
    week_start: Literal["monday", "sunday", "saturday"]
    """The first day of the week in "next week" and `due=this_week`."""
    due_hour: int | None
    """The hour at which a task is due if only its day was mentioned ("tomorrow"); null means the
    end of the day.
    """
    keeps_examples: bool
    """True when the service keeps the sentence about which you decided with each decision, without
    secrets, so that you can export examples to train a reader. `false` forgets those kept.
    """


class Session(TypedDict):
    id: str
    """The id of the session."""
    user_agent: str | None
    """The user agent of the browser or program; null when it is not known."""
    ip_address: str | None
    """The network address at the time of the sign-in; null when it is not known."""
    created_at: str
    """The time of the sign-in."""
    expires_at: str
    """The time at which the session ends."""
    is_current: bool
    """True for the session that sends this request."""


class PasskeyOptions(TypedDict):
    options: dict[str, Any]
    """Options of WebAuthn Level 3 as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON`
    or `parseRequestOptionsFromJSON`. They are valid for five minutes.
    """


class Passkey(TypedDict):
    id: str
    """The id of the passkey."""
    name: str
    """The name that the user gave."""
    created_at: str
    """The time of creation."""
    last_used_at: str | None
    """The time of the latest sign-in with it; null before the first."""
    is_backed_up: bool
    """True when the passkey is synchronised between devices of the user."""


class OidcProvider(TypedDict):
    name: str | None
    """The name of the provider, for a button; null when there is none."""


class SignInMethodsOidc(TypedDict):
    name: str
    """The name of the provider."""
    connected_at: str | None
    """Null while it is not connected."""


class SignInMethods(TypedDict):
    has_password: bool
    """True when the account has a password."""
    passkeys: int
    """The number of passkeys."""
    oidc: SignInMethodsOidc | None
    """The OpenID Connect provider; null when the operator configured none."""


SecurityEventEvent: TypeAlias = Literal[
    "signed_in",
    "sign_in_failed",
    "signed_out",
    "session_ended",
    "sessions_ended",
    "password_changed",
    "password_refused",
    "address_changed",
    "key_created",
    "key_first_used",
    "key_revoked",
    "assistant_connected",
    "assistant_disconnected",
    "webhook_secret_changed",
    "webhook_secret_deleted",
    "calendar_address_made",
    "calendar_address_ended",
    "passkey_added",
    "passkey_removed",
    "oidc_linked",
    "oidc_unlinked",
    "connection_added",
    "connection_key_changed",
    "connection_removed",
]


SecurityEventBy: TypeAlias = Literal[
    "password",
    "passkey",
    "oidc",
    "session",
    "operator",
    "program",
]


class SecurityEvent(TypedDict):
    id: str
    """The id of the entry."""
    at: str
    """The time of the event, or of the first of several failures."""
    event: SecurityEventEvent
    """The kind of event."""
    by: SecurityEventBy
    """How the caller was identified: with address and password, with a passkey, by the OpenID
    Connect provider, by a session, as the operator of the machine, or by the key or assistant
    itself.
    """
    subject: str | None
    """The name that the key, passkey, assistant, webhook, connection or OpenID Connect provider had
    then; for an ended session, its browser; null for other events.
    """
    subject_id: str | None
    """The id of the key, passkey, assistant, webhook or connection; null for other events."""
    ip_address: str | None
    """The network address of the caller; null when it is not known."""
    user_agent: str | None
    """The browser or program of the caller; null when it is not known."""
    count: int
    """The number of failures from this address within an hour, or of ended sessions."""
    last_at: str
    """The time of the latest of these failures."""


class UserQuotasSound(TypedDict):
    used_bytes: float
    """The size of the kept sound, in bytes."""
    max_bytes: float | None
    """The quota in bytes; null when there is none."""


class UserQuotasListening(TypedDict):
    used_seconds: float
    """The seconds of sound in this month."""
    max_seconds: float | None
    """The quota in seconds; null when there is none."""
    resets_at: str
    """The start of the next month."""


class UserQuotas(TypedDict):
    sound: UserQuotasSound
    """Kept sound. At the quota, new sound is transcribed but not kept."""
    listening: UserQuotasListening
    """The length of the conversations from live sound and recordings in this month (UTC). At the
    quota, live sessions end and uploads are refused with 429.
    """


class PasskeySignUpOptions(TypedDict):
    options: dict[str, Any]
    """Options of WebAuthn Level 3 as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON`
    or `parseRequestOptionsFromJSON`. They are valid for five minutes.
    """
    user_id: str
    """The id of the account. Send it with the passkey."""


class Invitation(TypedDict):
    id: str
    """The id of the invitation."""
    note: str
    """The note that tells for whom the invitation is."""
    created_at: str
    """The time of creation."""
    expires_at: str
    """The time after which the link no longer works."""
    used_at: str | None
    """The time at which an account was created with the invitation; null before that."""


class InvitationCreated(TypedDict):
    id: str
    """The id of the invitation."""
    note: str
    """The note that tells for whom the invitation is."""
    created_at: str
    """The time of creation."""
    expires_at: str
    """The time after which the link no longer works."""
    used_at: str | None
    """The time at which an account was created with the invitation; null before that."""
    link: str
    """The address of the invited person."""


class DeletedAccount(TypedDict):
    conversations: int
    """The number of conversations, with their transcripts."""
    memories: int
    """The number of memories."""
    action_items: int
    """The number of action items."""
    goals: int
    """The number of goals."""
    people: int
    """The number of people, with their voices."""
    chat_messages: int
    """The number of messages of the chat."""
    kept_sounds: int
    """The number of recordings whose sound was kept."""
    keys: int
    """The number of keys, which no longer work."""
    assistants: int
    """The number of connected assistants, which no longer have access."""


class ApiKey(TypedDict):
    id: str
    """The id of the key."""
    name: str
    """The purpose of the key."""
    key_prefix: str
    """The first characters, by which people recognise the key."""
    scopes: list[str] | None
    """The permissions of the key; never null."""
    created_at: str
    """The time of creation."""
    last_used_at: str | None
    """The time of the last request with the key; null before the first."""


class ApiKeyCreated(TypedDict):
    id: str
    """The id of the key."""
    name: str
    """The purpose of the key."""
    key_prefix: str
    """The first characters, by which people recognise the key."""
    scopes: list[str] | None
    """The permissions of the key; never null."""
    created_at: str
    """The time of creation."""
    last_used_at: str | None
    """The time of the last request with the key; null before the first."""
    key: str
    """The whole key. Only this answer shows the key."""


class Grant(TypedDict):
    id: str
    """The id of the connection."""
    client_id: str
    """The id under which the assistant is registered."""
    client_name: str
    """The displayed name of the assistant."""
    redirect_host: str
    """The host to which the browser was redirected after the user gave permission."""
    resource: str
    """The only address at which the tokens are valid."""
    scopes: list[str]
    """The permissions of the assistant."""
    permissions: list[str]
    """The scopes in plain words, in the same order."""
    created_at: str
    """The time of creation."""
    last_used_at: str | None
    """The time of the last request of the assistant; null before the first."""
    ends_at: str | None
    """The time at which the connection ends by itself; null if it does not."""


class Memory(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    scoring: str
    """The sort key of lists, descending."""
    reviewed: bool
    """True when the user has kept or rejected the memory."""
    user_review: bool | None
    """`true`: kept; `false`: rejected; `null`: not reviewed."""
    edited: bool
    """True when the memory was changed after its creation."""
    source: NotRequired[str | None]
    """The program or service from which the record comes; null when none was sent."""
    external_id: NotRequired[str | None]
    """The id of the record in its source; null when none was sent."""
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of the program that made the record; null when none was sent."""
    until: NotRequired[str]
    """The time until which the fact was true; only closed memories have it."""
    conversation_id: NotRequired[str | None]
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    last_heard_at: NotRequired[str | None]
    """When a conversation last told the fact; null when none has."""


class MemoryCreatedResembles(TypedDict):
    id: str
    """The id of the stored memory."""
    content: str
    """The fact, as a sentence."""
    likeness: float
    """Similarity of the two texts by letters; 1 when they are equal."""


class MemoryCreated(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    scoring: str
    """The sort key of lists, descending."""
    resembles: NotRequired[MemoryCreatedResembles]
    """A stored memory with nearly the same text, if there is one. The service keeps both. Delete
    the one that you do not want.
    """
    known: NotRequired[Literal[True]]
    """Present when the service already knew the fact and updated the stored memory with your
    fields.
    """


class ImportAnswer(TypedDict):
    results: list[ImportOutcome]
    """One outcome per item, in the same order."""
    created_count: int
    """The number of created records."""
    updated_count: int
    """The number of existing records that got an `external_id`."""
    unchanged_count: int
    """The number of items that were stored already."""
    refused_count: int
    """The number of refused items."""


class ImportOutcomeErrorDetail(TypedDict):
    loc: list[str | int]
    """The path to the field."""
    msg: str
    """The problem and how to solve it."""
    type: str
    """The kind of problem, for programs."""


class ImportOutcomeError(TypedDict):
    detail: str | list[ImportOutcomeErrorDetail]
    """A sentence, or one entry for each problem."""


class ImportOutcome(TypedDict):
    outcome: Literal["created", "updated", "unchanged", "refused"]
    """`updated`: the record existed without an `external_id`, and your fields were added to it.
    `unchanged`: a record with this `external_id` already existed.
    """
    id: str | None
    """The id of the stored record; null when the item was refused."""
    external_id: str | None
    """The `external_id` of the item; null when it has none."""
    error: ImportOutcomeError | None
    """The error body that a request with only this item would get; null without an error."""


class FoundMemory(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    scoring: str
    """The sort key of lists, descending."""
    reviewed: bool
    """True when the user has kept or rejected the memory."""
    user_review: bool | None
    """`true`: kept; `false`: rejected; `null`: not reviewed."""
    edited: bool
    """True when the memory was changed after its creation."""
    conversation_id: str | None
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    until: str | None
    """For a closed memory, the time until which it was true; otherwise null."""


class MemoryDetailHeardAgain(TypedDict):
    conversation_id: str
    """The conversation that told it."""
    segment_id: str | None
    """The segment that told it; null when it is not known."""
    rule: str
    """The rule that decided that it is the same."""
    at: str
    """When it was said."""
    words: str
    """The words in which it was told."""


class MemoryDetailClosedBy(TypedDict):
    conversation_id: str
    """The conversation that said it."""
    segment_id: str
    """The segment that said it."""
    rule: str
    """The rule that decided."""
    at: str
    """When it was said."""


class MemoryDetail(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    scoring: str
    """The sort key of lists, descending."""
    reviewed: bool
    """True when the user has kept or rejected the memory."""
    user_review: bool | None
    """`true`: kept; `false`: rejected; `null`: not reviewed."""
    edited: bool
    """True when the memory was changed after its creation."""
    conversation_id: str | None
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    until: str | None
    """For a closed memory, the time until which it was true; otherwise null."""
    source: NotRequired[str | None]
    """The program or service from which the record comes; null when none was sent."""
    external_id: NotRequired[str | None]
    """The id of the record in its source; null when none was sent."""
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of the program that made the record; null when none was sent."""
    segment_id: str | None
    """The segment in which the fact was heard; null for a memory that was added by hand."""
    found_by: str | None
    """The rules, the part of the reader or the model that found the fact; null for a memory that
    was added by hand, or found by an older version.
    """
    confidence: float | None
    """The chance that the reading of the conversation gave the fact, 0 to 1; null when it gave
    none.
    """
    since: str | None
    """When a conversation told the fact first; null for a memory that was added by hand."""
    times_heard: int
    """The number of conversations that told the fact, in whatever words; at least 1."""
    last_heard_at: str | None
    """When a conversation last told the fact; null when none has."""
    heard_again: list[MemoryDetailHeardAgain]
    """The conversations that told the fact again, the newest 50, in the order of finding."""
    closed_by: MemoryDetailClosedBy | None
    """The words that closed the fact; null unless a conversation closed it."""
    contradicted_by: MemoryDetailClosedBy | None
    """The words against a fact that you wrote or kept, for your review; null without any. Closing,
    changing or reviewing the memory removes it.
    """


class MemoryVersion(TypedDict):
    content: str
    """The wording."""
    until: str | None
    """For a closed memory, the time until which it was true; otherwise null."""
    changed_at: str | None
    """When the next wording replaced this one; null for the current one."""


class MemoryUpdated(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    edited: bool
    """True when the memory was changed after its creation."""
    until: str | None
    """For a closed memory, the time until which it was true; otherwise null."""


class AssistantMemory(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: str
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    tags: list[str]
    """Free labels."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    conversation_id: str | None
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    until: NotRequired[str]
    """The time until which the fact was true; only closed memories have it."""


class SaidBeforeMeetingConversation(TypedDict):
    id: str
    """The id of the conversation."""
    title: str
    """Its title."""
    overview: str
    """Its overview."""
    started_at: str
    """When it began."""


class SaidBeforeMeetingTask(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """Its text."""
    due_at: str | None
    """When it is due; null without a time."""


class SaidBeforeMeeting(TypedDict):
    conversations: list[SaidBeforeMeetingConversation]
    """The last conversations with one of the people, at most 3."""
    tasks: list[SaidBeforeMeetingTask]
    """Open tasks from such conversations, or that name them, at most 5."""


class MeetingAttendee(TypedDict):
    name: str
    """The name; the e-mail address when the calendar has no name."""
    email: str | None
    """The e-mail address; null when the calendar has none."""
    is_user: bool
    """True for you, by the address of your account."""
    person_id: str | None
    """The person with this name, or with this first name alone; null without."""


class Meeting(TypedDict):
    id: str
    """The id of the meeting, which stays when the meeting is moved."""
    title: str
    """The title; empty when the calendar has none."""
    start: str
    """When it begins; for whole days, the first midnight of the user."""
    end: str
    """When it ends."""
    first_day: str | None
    """The first day of a meeting of whole days; otherwise null."""
    last_day: str | None
    """The last day of a meeting of whole days; otherwise null."""
    place: str
    """The place; empty when the calendar has none."""
    attendees: list[MeetingAttendee]
    """The people of the meeting."""
    conversation_ids: list[str]
    """The conversations that took place in it."""


class ActionItem(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    completed_at: str | None
    """The time at which the task was done; null while it is open."""
    conversation_id: str | None
    """The conversation from which the task comes; null for a task that was added by hand."""
    confidence: float | None
    """The chance that the reading of the conversation gave the task, 0 to 1; null when it gave
    none.
    """
    source: NotRequired[str | None]
    """The program or service from which the record comes; null when none was sent."""
    external_id: NotRequired[str | None]
    """The id of the record in its source; null when none was sent."""
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of the program that made the record; null when none was sent."""


class AssistantActionItem(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    created_at: str
    """The time of creation."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    completed_at: str | None
    """The time at which the task was done; null while it is open."""
    conversation_id: str | None
    """The conversation from which the task comes; null for one added by hand."""


class AssistantActionItemFound(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    created_at: str
    """The time of creation."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    completed_at: str | None
    """The time at which the task was done; null while it is open."""
    conversation_id: str | None
    """The conversation from which the task comes; null for one added by hand."""
    relevance_score: float
    """The relevance of the task to the query, 0 to 1."""


class AssistantActionItemCreated(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    created_at: str
    """The time of creation."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    completed_at: str | None
    """The time at which the task was done; null while it is open."""
    conversation_id: str | None
    """The conversation from which the task comes; null for one added by hand."""
    known: bool
    """True when the task existed already, so no new one was created."""


DeveloperGoalStatus: TypeAlias = Literal[
    "background",
    "focused",
    "paused",
    "achieved",
    "abandoned",
]


class DeveloperGoal(TypedDict):
    id: str
    """The id of the goal."""
    goal_id: str
    """The same as `id`."""
    title: str
    """The subject of the goal."""
    desired_outcome: str
    """A description of the situation when the goal is reached."""
    why_it_matters: str | None
    """The reason for the goal; null when none was given."""
    success_criteria: list[str]
    """Signs that the goal is reached."""
    horizon_at: str | None
    """The date by which the user wants to reach the goal; null without a date."""
    status: DeveloperGoalStatus
    """`achieved` and `abandoned` goals have ended; all others are active."""
    focus_rank: int | None
    """The position among the goals in focus; 1 is first. Null: no position."""
    metric: GoalMetric | None
    """The measure of progress; null for a goal without a measure."""
    source: Literal["user", "ai_suggested", "imported"]
    """The creator of the goal."""
    goal_type: Literal["boolean", "scale", "numeric"] | None
    """`boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number. Null: the
    goal has no measure.
    """
    target_value: float | None
    """The value at which the goal is reached. Null: the goal has no measure."""
    current_value: float | None
    """The current value; the history keeps the last value of each day. Null: the goal has no
    measure.
    """
    min_value: float | None
    """The lowest value; at most `max_value`. Null: no limit."""
    max_value: float | None
    """The highest value. Null: no limit."""
    unit: str | None
    """The unit of the values; null without a unit."""
    is_active: bool
    """False when the goal is achieved or abandoned."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""


class GoalMetric(TypedDict):
    type: Literal["boolean", "scale", "numeric"]
    """`boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number."""
    current: float
    """The current value; the history keeps the last value of each day."""
    target: float
    """The value at which the goal is reached."""
    min: float | None
    """The lowest value; at most `max_value`. Null: no limit."""
    max: float | None
    """The highest value. Null: no limit."""
    unit: str | None
    """The unit of the values; null without a unit."""


class GoalDay(TypedDict):
    date: str
    """The day in the user's time zone."""
    value: float
    """The last value of that day."""
    recorded_at: str
    """The time at which that value was set."""


class AssistantGoal(TypedDict):
    id: str
    """The id of the goal."""
    title: str
    """The subject of the goal."""
    desired_outcome: str
    """A description of the situation when the goal is reached."""
    why_it_matters: str | None
    """The reason for the goal; null when none was given."""
    success_criteria: list[str]
    """Signs that the goal is reached."""
    status: str
    """`background`, `focused`, `paused`, `achieved` or `abandoned`."""
    horizon_at: str | None
    """The date by which the user wants to reach the goal; null without a date."""
    current_value: float | None
    """The current value; null without a measure."""
    target_value: float | None
    """The value at which the goal is reached; null without a measure."""
    unit: str | None
    """The unit of the values; null without a unit."""


class DaySummaryUnresolvedQuestion(TypedDict):
    conversation_id: str
    """The conversation from which it comes."""
    question: str
    """The open question."""


class DaySummaryDecisionsMade(TypedDict):
    conversation_id: str
    """The conversation from which it comes."""
    decision: str
    """The decision."""


class DaySummaryKnowledgeNugget(TypedDict):
    conversation_id: str
    """The conversation from which it comes."""
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""


class DaySummary(TypedDict):
    id: str
    """The id of the summary."""
    date: str
    """The day in the user's time zone."""
    headline: str
    """At most about eight words."""
    overview: str
    """In the third person, in the order of the day."""
    day_emoji: str
    """An emoji for the day."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """Changes when the service makes the summary again because data arrived late or was deleted."""
    stats: DayStats
    highlights: list[DayHighlight]
    """The most important conversations, the most important first."""
    action_items: list[DayActionItem]
    """The tasks that come from the conversations, were added by hand, or are due on that day."""
    unresolved_questions: list[DaySummaryUnresolvedQuestion]
    """Lists only questions that are certain; the built-in reader finds none."""
    decisions_made: list[DaySummaryDecisionsMade]
    """Lists only decisions that are certain; the built-in reader finds none."""
    knowledge_nuggets: list[DaySummaryKnowledgeNugget]
    """The memories from the conversations; empty while memories are closed."""
    locations: list[DayLocation]
    """The places of the conversations."""


class DayStats(TypedDict):
    """The numbers of the day."""

    total_conversations: int
    """The number of conversations."""
    total_minutes: int
    """The total length of the conversations in minutes."""
    action_items_count: int
    """The number of tasks in `action_items`."""


class DayHighlight(TypedDict):
    conversation_id: str
    """The conversation from which it comes."""
    title: str
    """The title of the conversation."""
    emoji: str
    """The emoji of the conversation."""


class DayActionItem(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    conversation_id: str | None
    """The conversation from which the task comes; null for a task that was added by hand."""


class DayLocation(TypedDict):
    conversation_id: str
    """The conversation from which it comes."""
    latitude: float
    """Degrees north of the equator."""
    longitude: float
    """Degrees east of Greenwich."""
    address: str | None
    """The postal address; null when it is not known."""


class AssistantDayHighlight(TypedDict):
    conversation_id: str
    """The id of the conversation."""
    title: str
    """The title of the conversation."""


class AssistantDayActionItem(TypedDict):
    id: str
    """The id of the task."""
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""


class AssistantDay(TypedDict):
    id: str
    """The id of the summary."""
    date: str
    """The day in the user's time zone, `yyyy-mm-dd`."""
    headline: str
    """At most about eight words."""
    overview: str
    """In the third person, in the order of the day."""
    highlights: list[AssistantDayHighlight]
    """The most important conversations, the most important first."""
    action_items: list[AssistantDayActionItem]
    """The tasks of the day."""


class DeveloperFolder(TypedDict):
    id: str
    """The id of the folder."""
    name: str
    """The name of the folder."""
    description: str | None
    """The purpose of the folder; null when none was given."""
    color: str
    """`#RRGGBB`"""
    icon: str
    """The name of an icon, or an emoji."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    order: int
    """The position among the folders of the user, from 0."""
    is_default: bool
    """True for the folder that receives the conversations of deleted folders."""
    is_system: bool
    """True for a folder that every user has. Such a folder cannot be renamed or deleted."""
    conversation_count: int
    """The number of completed conversations that were worth keeping."""


FolderCategoryMapping: TypeAlias = Literal[
    "personal",
    "education",
    "health",
    "finance",
    "legal",
    "philosophy",
    "spiritual",
    "science",
    "entrepreneurship",
    "parenting",
    "romantic",
    "travel",
    "inspiration",
    "technology",
    "business",
    "social",
    "work",
    "sports",
    "politics",
    "literature",
    "history",
    "architecture",
    "music",
    "weather",
    "news",
    "entertainment",
    "psychology",
    "real",
    "design",
    "family",
    "economics",
    "environment",
    "other",
]


class Folder(TypedDict):
    id: str
    """The id of the folder."""
    name: str
    """The name of the folder."""
    description: str | None
    """The purpose of the folder; null when none was given."""
    color: str
    """`#RRGGBB`"""
    icon: str
    """The name of an icon, or an emoji."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    order: int
    """The position among the folders of the user, from 0."""
    is_default: bool
    """True for the folder that receives the conversations of deleted folders."""
    is_system: bool
    """True for a folder that every user has. Such a folder cannot be renamed or deleted."""
    conversation_count: int
    """The number of completed conversations that were worth keeping."""
    category_mapping: FolderCategoryMapping | None
    """The service puts new conversations of this category into this folder; null: none."""


class Conversation(TypedDict):
    id: str
    """The id of the conversation."""
    created_at: str
    """The time of creation."""
    started_at: str | None
    """The start of the conversation; null when it is not known."""
    finished_at: str | None
    """The end of the conversation; null when it is not known."""
    structured: DeveloperConversationStructured
    folder_id: str | None
    """The folder of the conversation; null without a folder."""
    folder_name: str | None
    """The name of the folder; null without a folder."""
    geolocation: Geolocation | None
    """The place of the conversation; null when it is not known."""
    language: str | None
    """ISO 639-1, such as `en`; null when it is not known."""
    source: str | None
    """The device or program that made the conversation; null when it is not known."""
    transcript_segments: list[LiveSegment]
    """The transcript, in the order of the speech."""
    status: Literal["in_progress", "processing", "completed", "failed"]
    """`in_progress` while words still arrive; `processing` while the service makes the summary."""
    discarded: bool
    """True when the service found the conversation not worth keeping."""
    failure: str | None
    """The reason why processing failed; null otherwise. You can retry a failed conversation."""
    understood_by: Literal["rules", "language-model", "assistant"] | None
    """The author of title, overview, tasks and events; null before they are made."""
    external_id: NotRequired[str | None]
    """The id of the record in its source; null when none was sent."""
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of the program that made the record; null when none was sent."""
    updated_at: str
    """The time of the last change."""
    deleted: bool
    """Always `false`, for clients of the reference service."""
    starred: bool
    """True when the user has starred the conversation."""
    visibility: Literal["private", "shared", "public"]
    """Everybody who has the link can open a `shared` or `public` conversation."""
    photos: list[Photo]
    """The photos that were taken during the conversation."""
    apps_results: list[AppResult]
    """The results of the summary templates."""
    plugins_results: list[AppResult]
    """The same as `apps_results`, for older clients."""
    external_data: dict[str, Any] | None
    """Data about the source, such as the name of an uploaded file; null without any."""
    gaps: list[ConversationGap]
    """The parts of the sound without words. Late words replace them."""
    understood_note: str | None
    """The reason why the built-in reader was used instead of the language model; null otherwise."""
    stt_provider: str | None
    """The recogniser that wrote the words; null when it is not known."""
    stt_quality: str | None
    """The quality of the recognition; null, because the service does not measure it."""
    model_calls: int
    """The number of requests to language models for this conversation."""
    model_tokens: int
    """The number of tokens that these requests used."""


class DeveloperConversationStructured(TypedDict):
    """Title, summary, tasks and events of the conversation."""

    title: str
    """The title."""
    overview: str
    """The summary, in some sentences."""
    category: CategoryEnum
    emoji: str
    """An emoji for the conversation."""
    action_items: list[DeveloperConversationActionItem]
    """The tasks from the conversation."""
    events: list[DeveloperConversationEvent]
    """The events that were mentioned."""


CategoryEnum: TypeAlias = Literal[
    "personal",
    "education",
    "health",
    "finance",
    "legal",
    "philosophy",
    "spiritual",
    "science",
    "entrepreneurship",
    "parenting",
    "romantic",
    "travel",
    "inspiration",
    "technology",
    "business",
    "social",
    "work",
    "sports",
    "politics",
    "literature",
    "history",
    "architecture",
    "music",
    "weather",
    "news",
    "entertainment",
    "psychology",
    "real",
    "design",
    "family",
    "economics",
    "environment",
    "other",
]


class DeveloperConversationActionItem(TypedDict):
    description: str
    """The text of the task."""
    completed: bool
    """True when the task is done."""
    completed_at: str | None
    """The time at which the task was done; null while it is open."""
    conversation_id: str | None
    """The conversation from which the task comes; null for one added by hand."""
    created_at: str | None
    """The time of creation. Null when it is not known."""
    due_at: str | None
    """The time at which the task is due; null without a date."""
    updated_at: str | None
    """The time of the last change. Null when it is not known."""


class DeveloperConversationEvent(TypedDict):
    title: str
    """The title of the event."""
    start: str
    """The time at which the event begins."""
    description: str
    """More about the event; may be empty."""
    duration: int
    """Minutes."""
    created: bool
    """True when a client has put the event into a calendar."""


class Geolocation(TypedDict):
    latitude: float
    """Degrees north of the equator."""
    longitude: float
    """Degrees east of Greenwich."""
    address: NotRequired[str | None]
    """The postal address; null when it is not known."""
    google_place_id: NotRequired[str | None]
    """The id of the place in Google Maps; null when it is not known."""
    location_type: NotRequired[str | None]
    """The kind of place, in the words of the client; null when it is not known."""


class LiveSegmentTranslation(TypedDict):
    lang: str
    """ISO 639-1, such as `pt`."""
    text: str
    """The translated text."""


class LiveSegmentDoubtful(TypedDict):
    start: int
    """The first code unit."""
    end: int
    """The code unit after the last."""


class LiveSegment(TypedDict):
    text: str
    """The words of the segment."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    id: str
    """The id of the segment."""
    speaker_id: int
    """The number of the speaker in this conversation, from 0."""
    speaker_name: str | None
    """A name, a label such as `Speaker 1`, or `?` for an unknown voice; null when there is none."""
    speaker: str
    """`SPEAKER_00`"""
    is_user: bool
    """True when the user speaks."""
    is_user_probable: bool
    """True when the voice is probably the user's, but the check is not certain. The service makes
    no memories from the segment until somebody assigns it to the user.
    """
    person_id: str | None
    """The id of the person who speaks; null for the user and for unknown speakers."""
    translations: list[LiveSegmentTranslation]
    """The translations of the text."""
    speech_profile_processed: bool
    """True when the service has compared the voice with the known voices."""
    stt_provider: str | None
    """The recogniser that wrote the words; null when it is not known."""
    doubtful: list[LiveSegmentDoubtful]
    """The parts of `text` that the recogniser probably misheard, as offsets in UTF-16 code units
    (`end` is exclusive). Titles, tasks and memories are made without these words.
    """


class Photo(TypedDict):
    id: str
    """The id of the photo."""
    content_type: str
    """The media type of the image."""
    created_at: str
    """The time of creation."""
    description: str | None
    """The description of the photo; null until a model has written one."""
    discarded: bool
    """True when a model found nothing in the photo that is worth keeping."""


class AppResult(TypedDict):
    app_id: str | None
    """The id of the summary template; null when it is not known."""
    content: str
    """Markdown."""


class ConversationGap(TypedDict):
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    reason: Literal["waiting", "failed", "language", "lost", "unclear"]
    """`waiting`: the sound is not transcribed yet. `failed`: the recogniser crashed on the sound
    repeatedly. `language`: no recogniser of this service supports the language. `lost`: the
    sound no longer exists. `unclear`: somebody spoke, but the recogniser could only guess the
    words.
    """


class Person(TypedDict):
    id: str
    """The id of the person."""
    name: str
    """The name of the person."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    speech_samples: list[str]
    """The addresses of recordings. The list is always empty, because the service keeps no sound of
    other people.
    """
    speech_sample_transcripts: list[str]
    """The last utterances of the person, newest first."""
    speech_samples_version: int
    """Always 1, for clients of the reference service."""
    voice_seconds: float
    """The seconds of speech in the person's voiceprint."""


class Vocabulary(TypedDict):
    words: list[VocabularyWord]
    """Your own words in your order, then the learned ones, the newest first."""


class VocabularyWord(TypedDict):
    word: str
    """The name or term, as it is written."""
    learned: bool
    """True when the service took the word from a correction of yours."""
    created_at: str
    """The time of creation."""


class Suggestion(TypedDict):
    id: str
    """The id of the suggestion."""
    kind: Literal["task", "event", "memory"]
    """The kind of the item that is made when you keep it."""
    text: str
    """A task, the name of an event, or a fact."""
    at: str | None
    """The start of an event, or the time at which a task is due; null without a time."""
    confidence: float
    """The chance that it is true, 0 to 1."""
    conversation_id: str
    """The conversation that told it."""
    segment_id: str | None
    """The segment that told it; null if unknown."""
    created_at: str
    """The time of creation."""


class KeptSuggestionEvent(TypedDict):
    title: str
    """The name of the event."""
    start: str
    """The time at which the event begins."""
    duration: int
    """Minutes."""


class KeptSuggestion(TypedDict):
    kind: Literal["task", "event", "memory"]
    """The kind of the item that was made."""
    action_item: ActionItem | None
    """The task, if one was made; otherwise null."""
    event: KeptSuggestionEvent | None
    """The event of the conversation, if one was made; otherwise null."""
    memory: MemoryDetail | None
    """The memory, if one was made; otherwise null."""


class TrainingExample(TypedDict):
    kind: Literal["task", "event", "memory"]
    """The kind of the item that the service found in the sentence."""
    sentence: str
    """The sentence, without secrets."""
    outcome: Literal["kept", "changed", "dropped"]
    """Your decision; `changed` means that you kept the item in other words."""


class UploadedSpeechProfile(TypedDict):
    url: str
    """The address of the recording. Only you can open it."""
    duration_seconds: float
    """Seconds of speech in the recording, without the silence."""
    quality: Literal["good", "poor"]
    """The service also uses a `poor` recording. `problems` explains how to improve it."""
    problems: list[SpeechProfileProblem]
    """The problems of the recording; empty for a good one."""


SpeechProfileProblemKind: TypeAlias = Literal[
    "too_little_speech",
    "too_quiet",
    "clipped",
    "too_noisy",
    "two_voices",
]


class SpeechProfileProblem(TypedDict):
    kind: SpeechProfileProblemKind
    """The kind of problem."""
    message: str
    """The problem and how to solve it."""


class SpeechProfileStatus(TypedDict):
    has_profile: bool
    """True when there is a recording of your voice."""
    duration_seconds: float | None
    """Seconds of speech; null without a profile."""
    sample_count: int
    """The number of recordings: one or zero."""
    url: str | None
    """The address of the recording; null without one."""
    quality: Literal["good", "poor"] | None
    """The service also uses a `poor` recording. `problems` explains how to improve it. Null without
    a recording.
    """
    problems: list[SpeechProfileProblem]
    """The problems of the recording; empty for a good one."""
    model: str | None
    """The model that made the voiceprint; null without one."""


class DeveloperConversation(TypedDict):
    id: str
    """The id of the conversation."""
    created_at: str
    """The time of creation."""
    started_at: str | None
    """The start of the conversation; null when it is not known."""
    finished_at: str | None
    """The end of the conversation; null when it is not known."""
    structured: DeveloperConversationStructured
    folder_id: str | None
    """The folder of the conversation; null without a folder."""
    folder_name: str | None
    """The name of the folder; null without a folder."""
    geolocation: Geolocation | None
    """The place of the conversation; null when it is not known."""
    language: str | None
    """ISO 639-1, such as `en`; null when it is not known."""
    source: str | None
    """The device or program that made the conversation; null when it is not known."""
    transcript_segments: list[DeveloperTranscriptSegment] | None
    """The transcript; null unless the request asks for it."""
    status: NotRequired[Literal["in_progress", "processing", "completed", "failed"]]
    """`in_progress` while words still arrive; `processing` while the service makes the summary."""
    discarded: NotRequired[bool]
    """True when the service found the conversation not worth keeping."""
    failure: NotRequired[str | None]
    """The reason why processing failed; null otherwise. You can retry a failed conversation."""
    understood_by: NotRequired[Literal["rules", "language-model", "assistant"] | None]
    """The author of title, overview, tasks and events; null before they are made."""
    external_id: NotRequired[str | None]
    """The id of the record in its source; null when none was sent."""
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of the program that made the record; null when none was sent."""


class DeveloperTranscriptSegment(TypedDict):
    text: str
    """The words of the segment."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    id: str | None
    """The id of the segment; null when it has none."""
    speaker_id: int | None
    """The number of the speaker in this conversation, from 0; null when it is not known."""
    speaker_name: str | None
    """A name, a label such as `Speaker 1`, or `?` for an unknown voice; null when there is none."""


class SearchMatch(TypedDict):
    segment_id: str
    """The id of the segment."""
    speaker_name: str | None
    """The name of the speaker; null for an unknown speaker."""
    text: str
    """The words of the segment, without secrets."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    second: float
    """The second at which the sentence begins that fits the question best."""
    score: float
    """The relevance of the record to the query, 0 to 1."""


class UtteranceWord(TypedDict):
    text: str
    """The word."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    confidence: float | None
    """The recogniser's confidence, 0 to 1; null when it is not known."""
    is_doubtful: bool
    """True when the recogniser probably misheard the word."""


class Utterance(TypedDict):
    segment_id: str
    """The segment that contains the utterance."""
    text: str
    """The words of the utterance."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    is_timed: bool
    """True when the times were measured. Otherwise they are estimates by the length of the text."""
    words: list[UtteranceWord]
    """Empty when the recogniser gave no times or the user has rewritten the text."""


class UnderstoodSearchWith(TypedDict):
    id: str
    """The id."""
    name: str
    """The name."""


class UnderstoodSearchRead(TypedDict):
    start: int
    """The first code unit."""
    end: int
    """The code unit after the last."""
    kind: Literal["time", "with", "folder"]
    """What these words name: a time, people or a folder."""


UnderstoodSearch = TypedDict(
    "UnderstoodSearch",
    {
        "text": "str",
        "from": "str | None",
        "to": "str | None",
        "with": "list[UnderstoodSearchWith]",
        "folder": "UnderstoodSearchWith | None",
        "read": "list[UnderstoodSearchRead]",
    },
)


class CreatedConversation(TypedDict):
    id: str
    """The id of the conversation."""
    status: Literal["in_progress", "processing", "completed", "failed", "deleted"]
    """`deleted`: the conversation existed, and the user has deleted it."""
    discarded: bool
    """True when the service found the conversation not worth keeping."""


class Renewal(TypedDict):
    model: str | None
    """The language model that would understand; null when there is none."""
    conversations: int
    """The number of conversations that the rules understood; at most 10,000."""
    recogniser: str | None
    """The recogniser that would hear; null when it is not better than others."""
    recordings: int
    """The number of conversations with kept sound that lesser recognisers heard; at most 10,000."""
    scheduled: Literal["at_night", "now"] | None
    """When the conversations are heard and understood anew; null when nobody has asked for it."""
    requested_at: str | None
    """The time of the request; null when nobody has asked for it."""


WordsElsewhere = TypedDict(
    "WordsElsewhere",
    {
        "from": "str",
        "to": "str",
        "count": "int",
    },
)


class ReplacedWords(TypedDict):
    count: int
    """The number of places that were changed."""
    segments: list[LiveSegment]
    """The changed segments."""


class WordPlaces(TypedDict):
    words: int
    """Places in transcripts."""
    notes: int
    """Places in titles, overviews, events and summaries."""
    tasks: int
    """Places in tasks."""
    memories: int
    """Places in memories; 0 while memories are closed."""
    total: int
    """The sum."""


class ReplacedEverywhere(TypedDict):
    places: WordPlaces
    """The places that were changed."""
    changed: RecordsWithWords
    """The records that were changed."""


class RecordsWithWords(TypedDict):
    segments: list[str]
    """The ids of segments."""
    conversations: list[str]
    """The ids of conversations."""
    tasks: list[str]
    """The ids of tasks."""
    memories: list[str]
    """The ids of memories."""


class WholePhoto(TypedDict):
    id: str
    """The id of the photo."""
    content_type: str
    """The media type of the image."""
    created_at: str
    """The time of creation."""
    description: str | None
    """The description of the photo; null until a model has written one."""
    discarded: bool
    """True when a model found nothing in the photo that is worth keeping."""
    base64: str
    """The image, in base64."""
    data_protection_level: Literal["standard"]
    """Always `standard`, for clients of the reference service."""


class SamplePlay(TypedDict):
    conversation_id: str
    """The conversation that the sample writes."""
    seconds: int
    """The seconds until the recording ends."""


class AssistantConversationListedStructured(TypedDict):
    title: str
    """The title."""
    overview: str
    """The summary, in some sentences."""
    category: str
    """The category, such as `work`."""


class AssistantConversationListed(TypedDict):
    id: str
    """The id of the conversation."""
    started_at: str
    """The start of the conversation."""
    finished_at: str | None
    """The end; null when it is not known."""
    structured: AssistantConversationListedStructured
    """Title, summary and category."""
    language: str | None
    """ISO 639-1, such as `en`; null when it is not known."""
    apps_results: list[AppResult]
    """The results of the summary templates."""
    match_snippets: list[str]
    """Only a search returns snippets."""


class AssistantConversationFound(TypedDict):
    id: str
    """The id of the conversation."""
    started_at: str
    """The start of the conversation."""
    finished_at: str | None
    """The end; null when it is not known."""
    structured: AssistantConversationListedStructured
    """Title, summary and category."""
    language: str | None
    """ISO 639-1, such as `en`; null when it is not known."""
    match_snippets: list[str]
    """The matching sentences."""
    relevance_score: float
    """The relevance to the query, 0 to 1."""


class AssistantConversationDetailStructuredEvent(TypedDict):
    title: str
    """The title of the event."""
    start: str
    """The time at which the event begins."""


class AssistantConversationDetailStructured(TypedDict):
    title: str
    """The title."""
    overview: str
    """The summary, in some sentences."""
    category: str
    """The category, such as `work`."""
    action_items: list[AssistantDayActionItem]
    """The tasks."""
    events: list[AssistantConversationDetailStructuredEvent]
    """The events."""


class AssistantConversationDetail(TypedDict):
    id: str
    """The id of the conversation."""
    started_at: str
    """The start of the conversation."""
    finished_at: str | None
    """The end; null when it is not known."""
    structured: AssistantConversationDetailStructured
    """Title, summary, tasks and events."""
    language: str | None
    """ISO 639-1, such as `en`; null when it is not known."""
    status: str
    """`in_progress`, `processing`, `completed` or `failed`."""
    apps_results: list[AppResult]
    """The results of the summary templates."""
    transcript_segments: list[AssistantSegment]
    """The transcript, in the order of the speech."""
    segment_count: int
    """The number of segments of the whole transcript."""
    next_segment_offset: int | None
    """The offset of the next segments; null at the end."""


class AssistantSegment(TypedDict):
    speaker_name: str
    """A name, a label such as `Speaker 1`, or `?` for an unknown voice."""
    is_user: bool
    """True when the user speaks."""
    start: float
    """Seconds from the start of the conversation."""
    end: float
    """Seconds from the start of the conversation."""
    text: str
    """The words of the segment."""


RecordingUploadStage: TypeAlias = Literal[
    "waiting",
    "writing_down",
    "understanding",
    "done",
    "failed",
]


class RecordingUpload(TypedDict):
    conversation_id: str
    """The conversation that the recording becomes."""
    status: Literal["in_progress", "processing", "completed", "failed"]
    """The status of the conversation."""
    stage: RecordingUploadStage
    """`waiting`: the service processes other recordings first."""
    seconds: float
    """The length of the recording in seconds."""
    seconds_written_down: float
    """The seconds that are transcribed so far."""
    progress: float
    """The share of the recording that is transcribed, 0 to 1."""


class AudioChoice(TypedDict):
    keep: bool
    """True when the service keeps the sound of your conversations."""
    allowed: bool
    """True when the operator of this service allows keeping sound."""
    days: int
    """The service deletes sound that is older than this number of days."""
    kept_bytes: int
    """The size of the kept sound, in bytes."""
    most_bytes: int
    """When the kept sound exceeds this number of bytes, the service deletes the oldest."""


class AudioFile(TypedDict):
    id: str
    """The id of the file."""
    channel: int
    """0 is the owner’s microphone."""
    started_at: str
    """The time at which the sound begins."""
    start: float
    """Seconds from the start of the conversation; negative before it."""
    seconds: float
    """The length in seconds."""
    size: int
    """The size in bytes."""
    content_type: Literal["audio/ogg"]
    """Always `audio/ogg`."""
    url: str
    """Path of the file on this service."""
    peaks: NotRequired[list[int]]
    """With `include=peaks`: the loudness of each 300 ms, from 0 to 255; empty for sound that an
    older version kept.
    """


class SummaryTemplate(TypedDict):
    id: str
    """The id of the template, and the `app_id` of its results."""
    name: str
    """The name of the template."""
    prompt: str
    """Your instructions to the model for the summary."""
    runs: Literal["always", "on_demand"]
    """`always` runs the template after each conversation, `on_demand` only on request."""
    shipped: bool
    """True for a template that comes with the service. You can change only the `runs` of such a
    template.
    """
    needs_model: bool
    """True when the template cannot run now, because this installation has no language model."""
    created_at: str | None
    """null for templates that come with the service."""
    updated_at: str | None
    """The time of the last change; null for unchanged templates that come with the service."""


class ChatMessageMemoryStructured(TypedDict):
    title: str
    """The title of the conversation."""
    emoji: str
    """The emoji of the conversation."""


class ChatMessageMemory(TypedDict):
    id: str
    """The id of the conversation."""
    structured: ChatMessageMemoryStructured
    """Title and emoji."""
    created_at: str
    """The time of creation."""
    started_at: str
    """When the conversation began."""


class ChatMessagePart(TypedDict):
    text: str
    """The words of the part."""
    conversation_ids: list[str]
    """The conversations from which the part comes, such as that of a quotation."""
    citations: NotRequired[list[DatedCitation]]
    """The places at which a language model cited a source."""


class ChatMessage(TypedDict):
    id: str
    """The id of the message."""
    text: str
    """The text of the message."""
    created_at: str
    """The time of creation."""
    sender: Literal["human", "ai"]
    """The author: the user or the service."""
    type: Literal["text"]
    """Always `text`."""
    app_id: str | None
    """The app whose chat contains the message; null in the chat that every user has."""
    plugin_id: str | None
    """The same as `app_id`, also when that is null."""
    chat_session_id: str | None
    """The separate chat with the message; null in other chats."""
    from_external_integration: Literal[False]
    """Always `false`, for clients of the reference service."""
    reported: bool
    """True when the user has reported the answer."""
    rating: int | None
    """1 good, -1 bad, null not rated."""
    files_id: list[str]
    """The ids of the files of the message."""
    files: list[ChatFile]
    """The files of the message."""
    memories_id: list[str]
    """The conversations that the answer uses."""
    memories: list[ChatMessageMemory]
    """The first five of the conversations in `memories_id`."""
    parts: list[ChatMessagePart]
    """The text of an answer in parts, in their order; empty for a question."""


class ChatFile(TypedDict):
    id: str
    """The id of the file."""
    name: str
    """The name of the file."""
    mime_type: str
    """The media type of the file."""
    thumbnail: None
    """Always null, for clients of the reference service."""
    openai_file_id: None
    """Always null, for clients of the reference service."""
    created_at: str
    """The time of creation."""


class DatedCitation(TypedDict):
    end: int
    """The place of the citation: the number of UTF-16 code units of `text` before it."""
    kind: Literal["conversation", "memory", "task"]
    """The kind of the source."""
    id: str
    """The id of the source."""
    quote: str | None
    """The words of the source that support the text; null when none were found."""
    at: str | None
    """When the source was said; null when it is gone."""


class ChatSession(TypedDict):
    id: str
    """The id of the chat."""
    title: str
    """The title of the chat."""
    app_id: str | None
    """The app of the client with this chat; null without one."""
    starred: bool
    """True when the user has starred the chat."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""


class AssistantMessage(TypedDict):
    id: str
    """The id of the message."""
    text: str
    """The text of the message."""
    sender: str
    """`human` for the user, `ai` for the service."""
    type: Literal["text"]
    """Always `text`."""
    created_at: str
    """The time of creation."""


SearchHitKind: TypeAlias = Literal[
    "conversation",
    "memory",
    "action_item",
    "person",
    "folder",
]


class SearchHitSnippet(TypedDict):
    text: str
    """A part of the record that fits the query."""
    marks: list[LiveSegmentDoubtful]
    """The ranges of the matching words in `text`, in UTF-16 units; the end is exclusive."""


class SearchHit(TypedDict):
    kind: SearchHitKind
    """The kind of the record."""
    id: str
    """The id of the record."""
    title: str
    """The title or the name of the record."""
    snippet: SearchHitSnippet
    """A part of the record, with the matching words."""
    score: float
    """The relevance of the record to the query, 0 to 1."""
    at: str | None
    """When it was said; null for people and folders."""
    due_at: str | None
    """When a task is due; null without a time."""
    segment_id: str | None
    """The segment of the matching sentence; null unless a sentence of a conversation matches."""
    speaker_name: str | None
    """The name of the speaker of that sentence; null without a sentence."""
    second: float | None
    """The second of the conversation at which that sentence begins; null for other records."""


class ExplanationSegment(TypedDict):
    id: str
    """The id of the segment."""
    conversation_id: str
    """The conversation of the segment."""
    speaker_name: str | None
    """The name of the speaker; null without one."""
    second: float
    """The second of the conversation at which the segment begins."""
    text: str
    """The words of the segment, without secrets."""


class ExplanationChange(TypedDict):
    kind: Literal["closed", "contradicted", "heard_again"]
    """`closed`: the fact is over; `contradicted`: it stays until your review; `heard_again`: it was
    told again, and stored once.
    """
    words: NotRequired[str]
    """The words in which the fact was told again; only for `heard_again`."""
    rule: str
    """The rule that decided."""
    at: str
    """When it was said."""
    segments: list[ExplanationSegment]
    """The segments that say it."""


class Explanation(TypedDict):
    kind: Literal["memory", "action_item", "event"]
    """The kind of the record."""
    id: str | None
    """The id of the record; null for an event."""
    text: str
    """The text of the record."""
    found_by: str | None
    """The rules (`rules: home-moved`), the part of the small reader (`reader: task`),
    `language-model` or `assistant`; null when the record was added by hand or an older version
    found it.
    """
    added_by_hand: bool
    """True when a person or a program added the record."""
    conversation_id: str | None
    """The conversation in which it was found; null for what was written by hand."""
    segments: list[ExplanationSegment]
    """The segments that say it."""
    changes: list[ExplanationChange]
    """How other conversations confirmed, repeated or ended the fact."""


class InstallationStorage(TypedDict):
    database_bytes: int
    """The size of the database, in bytes."""
    sound_bytes: int
    """The stored sound of all users, in bytes; the database contains it."""
    free_bytes: int
    """The free bytes on the disk with the data folder."""


class InstallationQueue(TypedDict):
    waiting: int
    """Jobs that wait, including failed jobs that will be retried."""
    running: int
    """Jobs that run now."""
    failed: int
    """Failed jobs that will not be retried."""
    oldest_seconds: float | None
    """The seconds since the oldest waiting job was added; null when no job waits."""


class InstallationConversations(TypedDict):
    in_progress: int
    """Conversations whose words still arrive."""
    processing: int
    """Conversations whose summary is being made."""
    failed: int
    """Conversations whose processing failed."""


class InstallationRequests(TypedDict):
    count: int
    """The number of requests."""
    p50_ms: float
    """Half of the requests took at most this many milliseconds."""
    p95_ms: float
    """95 % took at most this many milliseconds."""
    p99_ms: float
    """99 % took at most this many milliseconds."""


class InstallationHistory(TypedDict):
    at: str
    """The begin of the minute."""
    requests: int
    """The number of requests."""
    p50_ms: float
    """Half of the requests took at most this many milliseconds."""
    p95_ms: float
    """95 % took at most this many milliseconds."""
    words_behind_seconds: float
    """The seconds for which finished speech waited for its words, at most."""
    stored_bytes: float | None
    """The size of the database and of the kept sound in bytes; null when not measured."""


class InstallationBackupsArchive(TypedDict):
    name: str
    """The name of the archive."""
    bytes: int
    """The size in bytes."""
    made_at: str
    """The time of the backup."""


class InstallationBackups(TypedDict):
    every_hours: float | None
    """null when the service makes no regular backups (SVC_BACKUP_FOLDER)."""
    is_encrypted: bool
    """True when SVC_BACKUP_KEY is set."""
    is_running: bool
    """True while this process makes a backup."""
    archives: list[InstallationBackupsArchive] | None
    """The regular backups, newest first; null when their store does not answer."""


class InstallationOverQuota(TypedDict):
    email: str
    """The address of the user."""
    quotas: list[Literal["sound", "listening"]]
    """The quotas that are reached."""


class InstallationError(TypedDict):
    at: str
    """The time of the error."""
    message: str
    """The message of the log entry."""
    cause: str | None
    """The message of the cause; null without one."""


class Installation(TypedDict):
    users: int
    """The number of accounts."""
    storage: InstallationStorage
    """The space on disk, in bytes."""
    queue: InstallationQueue
    """The background jobs."""
    conversations: InstallationConversations
    """Conversations of all users that are not completed; each number is at most 1000."""
    live_sessions: int
    """The listening sockets of this process."""
    words_behind_seconds: float
    """The seconds for which the oldest finished speech in this process has waited for its words."""
    requests: InstallationRequests
    """The response times of this process in the last five to ten minutes."""
    history: list[InstallationHistory]
    """The load of this process in the last two hours, also before its last restart, by minute, the
    oldest first. A minute without requests and late words is missing.
    """
    backups: InstallationBackups
    """The regular backups of the whole installation."""
    over_quota: list[InstallationOverQuota]
    """The users who have reached a quota."""
    errors: list[InstallationError]
    """The last 50 errors in the log of this process, newest first."""


class InstallationUser(TypedDict):
    id: str
    """The id of the user."""
    email: str
    """The e-mail address of the user."""
    name: str
    """The name of the user."""
    is_owner: bool
    """True for the owner of the installation."""
    is_held: bool
    """True while memories of the account are not read."""
    conversations: int
    """The number of conversations; at most 10,000."""
    sound_bytes: int
    """The stored sound of the user, in bytes."""
    last_signed_in_at: str | None
    """The begin of the newest session that has not ended; null without a session."""
    created_at: str
    """The time of creation."""


class FailedJob(TypedDict):
    id: str
    """The id of the job."""
    name: str
    """The kind of job."""
    email: str | None
    """The address of the user for whom the job works; null for other jobs."""
    tries: int
    """The number of attempts."""
    reason: str | None
    """The message of the last error; null without one."""
    created_at: str
    """The time of creation."""
    failed_at: str | None
    """The time of the last failure; null when it is not known."""


DeletionKind: TypeAlias = Literal[
    "folder",
    "person",
    "summary_template",
    "conversation",
    "action_item",
    "memory",
    "goal",
    "day_summary",
    "chat_session",
    "chat_message",
]


class Deletion(TypedDict):
    kind: DeletionKind
    """The kind of the record."""
    deleted: Literal[True]
    """True: the record was deleted."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: None
    """Null, because the record no longer exists."""


class WebhookEndpoint(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """The address that gets the events."""
    types: list[str]
    """The types of events that the endpoint gets."""
    description: str
    """A note about the purpose of the endpoint."""
    include_transcript: bool
    """True when conversations are sent with their transcript."""
    enabled: bool
    """False while the endpoint is paused."""
    pause_reason: str | None
    """The reason why the service paused the endpoint; null when you paused it."""
    failing_since: str | None
    """The time since which all attempts have failed; null while deliveries succeed."""
    waiting_count: int
    """The number of waiting deliveries."""
    scopes: list[str] | None
    """The scopes of the key that created the endpoint; null for an endpoint that the user created.
    """
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""


class WebhookEndpointCreated(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """The address that gets the events."""
    types: list[str]
    """The types of events that the endpoint gets."""
    description: str
    """A note about the purpose of the endpoint."""
    include_transcript: bool
    """True when conversations are sent with their transcript."""
    enabled: bool
    """False while the endpoint is paused."""
    pause_reason: str | None
    """The reason why the service paused the endpoint; null when you paused it."""
    failing_since: str | None
    """The time since which all attempts have failed; null while deliveries succeed."""
    waiting_count: int
    """The number of waiting deliveries."""
    scopes: list[str] | None
    """The scopes of the key that created the endpoint; null for an endpoint that the user created.
    """
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    secret: str
    """The secret that signs deliveries. Only this answer shows the secret."""


class WebhookEndpointDelivery(TypedDict):
    id: str
    """The id that every attempt sends as `webhook-id`."""
    type: str
    """The type of the event, such as `memory.created`."""
    record_id: str | None
    """The id of the record; null for a test."""
    status: Literal["pending", "delivered", "failed", "cancelled"]
    """`cancelled`: the record was deleted before the delivery, or you cancelled it. Only a test can
    fail for good.
    """
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: str | None
    """The time of the next attempt; null when there is none."""
    response_status: int | None
    """The HTTP status that the last attempt received; null when there was no answer."""
    error: str | None
    """The error of the last attempt, as text; null without an error."""
    duration_ms: int | None
    """The milliseconds of the last attempt; null before the first."""
    created_at: str
    """The time of creation."""
    delivered_at: str | None
    """The time of the successful attempt; null before it."""


class WebhookEndpointDeliveryDetail(TypedDict):
    id: str
    """The id that every attempt sends as `webhook-id`."""
    type: str
    """The type of the event, such as `memory.created`."""
    record_id: str | None
    """The id of the record; null for a test."""
    status: Literal["pending", "delivered", "failed", "cancelled"]
    """`cancelled`: the record was deleted before the delivery, or you cancelled it. Only a test can
    fail for good.
    """
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: str | None
    """The time of the next attempt; null when there is none."""
    response_status: int | None
    """The HTTP status that the last attempt received; null when there was no answer."""
    error: str | None
    """The error of the last attempt, as text; null without an error."""
    duration_ms: int | None
    """The milliseconds of the last attempt; null before the first."""
    created_at: str
    """The time of creation."""
    delivered_at: str | None
    """The time of the successful attempt; null before it."""
    body: str | None
    """The body of a replay, with the record in its current state; null when the record no longer
    exists. The service keeps no copy of sent bodies.
    """


WebhookDeliveryType: TypeAlias = Literal[
    "memory_created",
    "realtime_transcript",
    "audio_bytes",
    "day_summary",
]


class WebhookDelivery(TypedDict):
    id: str
    """The id that every attempt sends as `X-Svc-Delivery`."""
    type: WebhookDeliveryType
    """`memory_created` is the older name for a completed conversation."""
    status: Literal["pending", "delivered", "failed", "cancelled"]
    """`cancelled`: the record of the event was deleted before the delivery."""
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: str | None
    """The time of the next attempt; null when there is none."""
    response_status: int | None
    """The HTTP status that the last attempt received; null when there was no answer."""
    error: str | None
    """The error of the last attempt, as text; null without an error."""
    duration_ms: int | None
    """The milliseconds of the last attempt; null before the first."""
    created_at: str
    """The time of creation."""
    delivered_at: str | None
    """The time of the successful attempt; null before it."""


class PushSubscriptions(TypedDict):
    public_key: str
    """`applicationServerKey` in base64url, with which a browser subscribes."""
    subscriptions: list[PushSubscription]
    """The newest first."""


class PushSubscription(TypedDict):
    id: str
    """The id of the subscription."""
    is_current: bool
    """True for the subscription of the session that asks."""
    user_agent: str | None
    """The browser as it names itself; null when it does not."""
    push_service: str
    """The host of the push service, which gets the encrypted notifications."""
    tasks: bool
    """True: tells of tasks that are due."""
    days: bool
    """True: tells the summary of the day."""
    hour: int
    """The hour in the user's time zone at which the summary and the tasks of a whole day are told.
    Before noon, these are the summary of the day before and the tasks of the day; from noon on,
    the summary of the day and the tasks of the next day.
    """
    language: Literal["en", "de"]
    """The language of the notifications."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""


class PushTest(TypedDict):
    delivered: bool
    """True when the push service accepted the notification."""
    error: str | None
    """The error as text; null when it was accepted."""


class ConnectionKind(TypedDict):
    kind: str
    """The name in requests."""
    title: str
    """The name of the service, as people know it."""
    address: str | None
    """The address of the service; null if you give it."""
    fields: list[Literal["address", "user_name", "secret"]]
    """The fields to fill in; `user_name` is a part of `settings`."""


class ConnectionLeftOutRecord(TypedDict):
    external_id: str
    """The id in the other service."""
    problem: str
    """Why the record was left out."""


class Connection(TypedDict):
    id: str
    """The id of the connection."""
    kind: str
    """The kind of the service."""
    name: str
    """The name in the list."""
    address: str
    """The address of the service."""
    settings: dict[str, Any]
    """Settings of the kind."""
    status: Literal["waiting", "running", "paused", "stopped"]
    """`stopped`: the service does not run it until you change it; `problem` says why."""
    came: int
    """The number of records that came."""
    left_out: int
    """The number of records that do not fit, and were left out."""
    left_out_records: list[ConnectionLeftOutRecord]
    """The newest of them."""
    problem: str | None
    """Why the last run failed; null when it did not fail."""
    failures: int
    """The number of runs that failed in a row."""
    last_run_at: str | None
    """The begin of the last run; null before it."""
    last_success_at: str | None
    """The end of the last run without a problem; null before it."""
    next_run_at: str | None
    """The time of the next run; null when stopped."""
    hook_url: str | None
    """The secret address to which the service can send by itself; null if it cannot, or if the
    caller may only read.
    """
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""


class ConnectedCalendar(TypedDict):
    url: str
    """The address, for `calendars` and `task_list` in the settings."""
    name: str
    """The name."""
    holds_events: bool
    """True when it may hold events."""
    holds_tasks: bool
    """True when it may hold tasks."""
    is_read: bool
    """True when its meetings come in."""
    is_task_list: bool
    """True when tasks are written into it."""


class UserProfile(TypedDict):
    name: str
    """The name of the user."""
    email: str
    """The e-mail address of the user."""
    phone_number: None
    """Always null, for clients of the reference service."""
    profile_text: str
    """Facts about the user, as sentences."""
    generated_at: str
    """The time of this answer."""
    data_sources_used: list[str]
    """The kinds of records from which the text comes."""


class AssistantPerson(TypedDict):
    id: str
    """The id of the person."""
    name: str
    """The name of the person."""
    created_at: str
    """The time of creation."""
    conversation_count: int
    """The number of conversations in which the person spoke."""
    speech_sample_transcripts: list[str]
    """The last utterances of the person."""


AssistantActivityAction: TypeAlias = Literal[
    "searched",
    "read",
    "asked",
    "added",
    "changed",
    "deleted",
]


class AssistantActivity(TypedDict):
    id: str
    """The id of the entry."""
    at: str
    """The time of the action."""
    connection: str
    """`key:…` or `grant:…` with the id of the credential."""
    connection_name: str | None
    """The name of the key or the assistant at that time; null in older entries."""
    action: AssistantActivityAction
    """The action of the assistant."""
    kind: str
    """The kind of the records, such as `memory` or `conversation`."""
    query: str | None
    """The question of a search; null for other actions."""
    count: int
    """The number of records that were read or changed."""
    records: list[str]
    """The ids of changed records."""
    can_undo: bool
    """True when the action can be undone."""
    undone_at: str | None
    """The time at which the action was undone; null otherwise."""


class CalendarAddress(TypedDict):
    created_at: str | None
    """null when there is no address."""


class NewCalendarAddress(TypedDict):
    url: str
    """The address, which only this answer shows. Everybody who knows it can read."""
    created_at: str
    """The time of creation."""


class AccountImport(TypedDict):
    id: str
    """The id of the import."""
    file_name: str
    """The name of the uploaded file."""
    size: int
    """The size in bytes."""
    format: str | None
    """The service recognises it by the contents; null until then."""
    status: Literal["running", "completed", "failed"]
    """The state of the import."""
    problem: str | None
    """The reason why the import failed, with file and line; null otherwise. Stored records stay."""
    report: ImportReport
    created_at: str
    """The time of creation."""
    finished_at: str | None
    """The end of the import; null while it runs."""


class ImportReportKind(TypedDict):
    kind: str
    """The kind of records."""
    created: int
    """The number of new records."""
    unchanged: int
    """Records that were here already."""
    refused: int
    """Records that do not fit; `problems` tells why."""


class ImportReportProblem(TypedDict):
    where: str
    """The file and the line or record."""
    message: str
    """The problem."""


class ImportReport(TypedDict):
    """The number of records of each kind, and the problems."""

    kinds: list[ImportReportKind]
    """The numbers for each kind of record."""
    problems: list[ImportReportProblem]
    """At most 100."""
    ignored: list[str]
    """The files of an archive that were not read."""


class Models(TypedDict):
    models: list[Model]
    """The models that the service knows."""
    downloads_allowed: bool
    """False when the operator has set `SVC_MODELS=off`."""
    recommended: list[str]
    """The models that the service suggests to fetch first, without those that need more memory than
    the machine has.
    """


ModelPurpose: TypeAlias = Literal[
    "recogniser",
    "speaker",
    "language-model",
    "encoder",
    "reranker",
]


class ModelLicence(TypedDict):
    name: str
    """The name of the licence."""
    url: str
    """The address of its text."""


class Model(TypedDict):
    id: str
    """The id of a model, as in the list."""
    title: str
    """The name of the model, in one line."""
    purpose: ModelPurpose
    """The task: turning speech into words, distinguishing voices, understanding and answering,
    finding texts by their meaning, or ordering what was found for a question.
    """
    languages: list[str] | None
    """ISO 639-1 codes; null for a model with many languages, and for a model that only
    distinguishes voices.
    """
    live: bool
    """True for a model that returns words while somebody is still speaking."""
    quality: Literal["low", "medium", "high"] | None
    """The accuracy of a recogniser; null for other models."""
    punctuation: bool
    """True for a model that writes punctuation and capital letters itself; for other models, rules
    add them.
    """
    download_bytes: int
    """The size of the download in bytes."""
    disk_bytes: int
    """The size on the disk in bytes."""
    memory_bytes: int
    """The memory that one process needs for the model, in bytes."""
    licence: ModelLicence
    """The licence of the model. If you fetch the model, you accept this licence."""
    sha256: str | None
    """The SHA-256 of the download; null when the service does not know the hash. Your request must
    then contain the hash.
    """
    state: Literal["available", "fetching", "failed", "installed"]
    """`available`: not fetched yet."""
    progress: ModelProgress | None
    """The progress of the download and installation; null when there is none."""
    problem: str | None
    """The reason why the last attempt failed; null when it did not."""
    installed_at: str | None
    """The time of the installation; null before it."""
    in_use: bool
    """True when the service uses the model. The service uses a fetched model after a restart."""


ModelProgressPhase: TypeAlias = Literal[
    "checking",
    "downloading",
    "unpacking",
    "installing",
    "trying",
]


class ModelProgress(TypedDict):
    phase: ModelProgressPhase
    """`installing`: the service installs the program that runs models for text. `trying`: the
    service loads and runs the model once, because a model counts as installed only if it works.
    """
    bytes: int
    """The number of bytes downloaded so far."""
    total: int
    """The number of bytes to download."""


class Provider(TypedDict):
    kind: Literal["recogniser", "language_model", "embeddings"]
    """The task of the provider."""
    name: str
    """The name of the model or the engine."""
    address: str | None
    """The origin of the endpoint; null for a part of this machine."""


class ProviderTest(TypedDict):
    is_working: bool
    """True when the provider gave a usable answer."""
    milliseconds: int
    """The milliseconds until the answer."""
    tokens: int | None
    """The tokens that the test cost; null if none are counted."""
    problem: str | None
    """The reason why there was no usable answer; null when there was one."""


class SearchIndexEmbeddings(TypedDict):
    model: str
    """The embedding model."""
    problem: str | None
    """The reason why the service makes no vectors now, so that search uses only words; null when it
    makes them.
    """


class SearchIndex(TypedDict):
    embeddings: SearchIndexEmbeddings | None
    """Null when the operator has set no endpoint. Search then uses only words."""
    kinds: list[SearchIndexKind]
    """The progress for each kind of record."""


class SearchIndexKind(TypedDict):
    kind: Literal["memories", "action_items", "conversations"]
    """The kind of records."""
    total: int
    """The number of records."""
    embedded: int
    """The number of records with vectors from the current embedding model."""
    waiting: int
    """The number of records in the queue for embeddings, because they are new, changed, or embedded
    with another model.
    """


class SignedInUser(TypedDict):
    id: str
    """The value for the `uid` parameter of the listening socket."""
    email: str
    """The e-mail address with which the user signs in."""
    name: str
    """The name of the user."""
    timezone: str
    """IANA name. Days such as "tomorrow" begin and end in this time zone."""


class SignedIn(TypedDict):
    token: str
    """The session token `svc_ses_…`, shown once. Send it as `Authorization: Bearer`."""
    user: SignedInUser
    """The account."""
    expires_at: str
    """The time at which the session ends."""


class OidcSignIn(TypedDict):
    url: str
    """The address at the provider. Open it in the browser that received this answer and its cookie,
    within ten minutes.
    """


MemoryCreateCategory: TypeAlias = Literal[
    "interesting",
    "system",
    "manual",
    "core",
    "hobbies",
    "lifestyle",
    "interests",
    "habits",
    "work",
    "skills",
    "learnings",
    "other",
    "workflow",
    "auto",
]


class MemoryCreate(TypedDict):
    content: str
    """The fact, 1 to 500 characters."""
    category: NotRequired[MemoryCreateCategory | None]
    """Default: the service chooses."""
    visibility: NotRequired[Literal["public", "private"]]
    """Default: `private`."""
    tags: NotRequired[list[str] | None]
    """Free labels. Null: no labels."""
    source: NotRequired[str | None]
    """The program or service from which the record comes, such as `todoist`. Null: no source."""
    external_id: NotRequired[str | None]
    """The id of the record in its source. Each id creates one record: sending it again changes
    nothing and answers with the stored record. Null: no external id.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists
    filter by it. Null: no data.
    """
    created_at: NotRequired[str | None]
    """The time at which the record was made in its source, from 1970 until now. Default: now."""


class MemoryBatchDelete(TypedDict):
    memory_ids: list[str]
    """The ids of the memories."""


class ActionItemCreateDueWords(TypedDict):
    at: NotRequired[str]
    """When the words were written. Default: now."""
    language: NotRequired[str]
    """ISO 639-1. Default: the language of the account; English is understood, too."""


class ActionItemCreate(TypedDict):
    description: str
    """A task of the user."""
    due_at: NotRequired[str | None]
    """The time at which the task is due, ISO 8601 with a zone. Null: no date."""
    completed: NotRequired[bool]
    """True for a task that is done."""
    completed_at: NotRequired[str | None]
    """The time at which the task was done, from 1970 until now. Default for a completed task: now.
    """
    due_words: NotRequired[ActionItemCreateDueWords]
    """Reads the time at which the task is due from `description`, as in “call Ana tomorrow at
    five”, when there is no `due_at`.
    """
    source: NotRequired[str | None]
    """The program or service from which the record comes, such as `todoist`. Null: no source."""
    external_id: NotRequired[str | None]
    """The id of the record in its source. Each id creates one record: sending it again changes
    nothing and answers with the stored record. Null: no external id.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists
    filter by it. Null: no data.
    """
    created_at: NotRequired[str | None]
    """The time at which the record was made in its source, from 1970 until now. Default: now."""


class GoalCreate(TypedDict):
    title: str
    """The subject of the goal."""
    desired_outcome: NotRequired[str | None]
    """Default: the title."""
    why_it_matters: NotRequired[str | None]
    """The reason for the goal. Null: no reason."""
    success_criteria: NotRequired[list[str] | None]
    """Signs that the goal is reached; at most 20. Null: none."""
    horizon_at: NotRequired[str | None]
    """The date by which you want to reach the goal, ISO 8601 with a zone. Null: no date."""
    goal_type: NotRequired[Literal["boolean", "scale", "numeric"] | None]
    """`boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number. Null: not
    set.
    """
    target_value: NotRequired[float | None]
    """The value at which the goal is reached. Null: not set."""
    current_value: NotRequired[float | None]
    """The current value; the history keeps the last value of each day. Null: not set."""
    min_value: NotRequired[float | None]
    """The lowest value; at most `max_value`. Null: no limit."""
    max_value: NotRequired[float | None]
    """The highest value. Null: no limit."""
    unit: NotRequired[str | None]
    """The unit of the values. Null: no unit."""


class GoalPatchBody(TypedDict):
    title: NotRequired[str]
    """The subject of the goal."""
    desired_outcome: NotRequired[str]
    """A description of the situation when the goal is reached."""
    why_it_matters: NotRequired[str | None]
    """The reason for the goal. Null removes it."""
    success_criteria: NotRequired[list[str]]
    """Signs that the goal is reached; at most 20."""
    horizon_at: NotRequired[str | None]
    """The date by which you want to reach the goal, ISO 8601 with a zone. Null removes it."""
    status: NotRequired[DeveloperGoalStatus]
    """`achieved` and `abandoned` goals have ended; all others are active."""
    focus_rank: NotRequired[int | None]
    """The position among the goals in focus; 1 is first. Null removes it."""
    target_value: NotRequired[float]
    """The value at which the goal is reached."""
    current_value: NotRequired[float]
    """The current value; the history keeps the last value of each day."""
    min_value: NotRequired[float | None]
    """The lowest value; at most `max_value`. Null removes it."""
    max_value: NotRequired[float | None]
    """The highest value. Null removes it."""
    unit: NotRequired[str | None]
    """The unit of the values. Null removes it."""


class FolderCreate(TypedDict):
    name: str
    """Unique among the folders of the user; case is ignored."""
    description: NotRequired[str | None]
    """The purpose of the folder; null for none."""
    color: NotRequired[str]
    """`#RRGGBB`"""
    icon: NotRequired[str]
    """The name of an icon, or an emoji."""
    category_mapping: NotRequired[FolderCategoryMapping | None]
    """The service puts new conversations of this category into this folder; null: none."""


class FolderPatchBody(TypedDict):
    name: NotRequired[str]
    """Unique among the folders of the user; case is ignored."""
    description: NotRequired[str | None]
    """null removes the description."""
    color: NotRequired[str]
    """`#RRGGBB`"""
    icon: NotRequired[str]
    """The name of an icon, or an emoji."""
    order: NotRequired[int]
    """The new position among the folders of the user, from 0."""
    category_mapping: NotRequired[FolderCategoryMapping | None]
    """The service puts new conversations of this category into this folder; null: none."""


class FolderOrder(TypedDict):
    folder_ids: list[str]
    """The ids of the folders, in the new order."""


class PersonCreate(TypedDict):
    name: str
    """Unique among the people of the user; case is ignored."""


class PersonPatchBody(TypedDict):
    name: str
    """Unique among the people of the user; case is ignored."""


class VocabularyPut(TypedDict):
    words: list[str]
    """The whole list, the most important first, at most 500. Learned words that are not in it are
    removed. Words that differ only in case or spaces are one word.
    """


class ConversationCreate(TypedDict):
    text: str
    """The whole text."""
    text_source: NotRequired[Literal["audio_transcript", "message", "other_text"]]
    """The kind of the text."""
    text_source_spec: NotRequired[str | None]
    """The origin of the text, in your words."""
    started_at: NotRequired[str | None]
    """The start of the conversation. Relative dates such as "tomorrow" count from this time."""
    finished_at: NotRequired[str | None]
    """Default: the end of the words, at least 5 minutes after the start."""
    language: NotRequired[str]
    """ISO 639-1, such as `en`. Default: the language of the account, else `en`."""
    geolocation: NotRequired[GeolocationInput | None]
    """The place of the conversation; null when it is not known."""
    client_session_id: NotRequired[str | None]
    """Your id for the conversation; each id creates only one."""
    source: NotRequired[str]
    """The program or service from which the text comes."""
    external_id: NotRequired[str | None]
    """The id of the record in its source. Each id creates one record: sending it again changes
    nothing and answers with the stored record. Null: no external id.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists
    filter by it. Null: no data.
    """
    created_at: NotRequired[str | None]
    """The time at which the record was made in its source, from 1970 until now. Default: now."""


class GeolocationInput(TypedDict):
    latitude: float
    """Degrees north of the equator."""
    longitude: float
    """Degrees east of Greenwich."""
    address: NotRequired[str | None]
    """The postal address; null when it is not known."""
    google_place_id: NotRequired[str | None]
    """The id of the place in Google Maps; null when it is not known."""
    location_type: NotRequired[str | None]
    """The kind of place, in the words of the client; null when it is not known."""


class ConversationFromSegments(TypedDict):
    transcript_segments: list[SegmentCreate]
    """The transcript, in the order of the speech."""
    source: NotRequired[str]
    """The kind of device or program that made the recording, such as `phone`."""
    started_at: NotRequired[str | None]
    """The start of the conversation. Relative dates such as "tomorrow" count from this time."""
    finished_at: NotRequired[str | None]
    """Default: the end of the last segment."""
    language: NotRequired[str]
    """ISO 639-1, such as `en`. Default: the language of the account, else `en`."""
    geolocation: NotRequired[GeolocationInput | None]
    """The place of the conversation; null when it is not known."""
    client_session_id: NotRequired[str | None]
    """Your id for the recording; each id creates only one conversation."""
    client_conversation_id: NotRequired[str | None]
    """Alias of `client_session_id`."""
    session_id: NotRequired[str | None]
    """Alias of `client_session_id`."""
    client_id: NotRequired[str | None]
    """Alias of `client_session_id`."""
    client_device_id: NotRequired[str | None]
    """The id of the recording device, for `external_data`; null when it is not known."""
    client_platform: NotRequired[str | None]
    """The system of the recording device, for `external_data`; null when it is not known."""
    external_id: NotRequired[str | None]
    """The id of the record in its source. Each id creates one record: sending it again changes
    nothing and answers with the stored record. Null: no external id.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists
    filter by it. Null: no data.
    """
    created_at: NotRequired[str | None]
    """The time at which the record was made in its source, from 1970 until now. Default: now."""


class SegmentCreate(TypedDict):
    text: str
    """The words of the segment."""
    speaker: NotRequired[str]
    """A label such as `SPEAKER_01`."""
    speaker_id: NotRequired[int | None]
    """Default: the number in `speaker`."""
    is_user: NotRequired[bool]
    """True for words of the owner of the account."""
    person_id: NotRequired[str | None]
    """A person that the user knows."""
    start: float
    """Seconds from the start."""
    end: float
    """Seconds from the start."""


class SummaryRequestBody(TypedDict):
    template_id: str
    """The id of the summary template."""


class ConversationPatchBody(TypedDict):
    title: NotRequired[str]
    """The new title."""
    discarded: NotRequired[bool]
    """False keeps a conversation that the service found not worth keeping."""


WordReplacementBody = TypedDict(
    "WordReplacementBody",
    {
        "from": "str",
        "to": "str",
        "segment_ids": "NotRequired[list[str]]",
    },
)


WordReplacementEverywhere = TypedDict(
    "WordReplacementEverywhere",
    {
        "from": "str",
        "to": "str",
        "conversation_id": "NotRequired[str]",
        "only": "NotRequired[RecordsWithWordsInput]",
    },
)


class RecordsWithWordsInput(TypedDict):
    segments: list[str]
    """The ids of segments."""
    conversations: list[str]
    """The ids of conversations."""
    tasks: list[str]
    """The ids of tasks."""
    memories: list[str]
    """The ids of memories."""


class RecordingForm(TypedDict):
    started_at: NotRequired[str | None]
    """The start of the recording. Default: the time in the file, else the current time minus the
    length of the recording.
    """
    language: NotRequired[str]
    """ISO 639-1, such as `en` or `pt-BR`. With `multi`, the recogniser detects the language."""
    source: NotRequired[str]
    """The kind of device or program that made the recording, such as `phone`."""
    geolocation: NotRequired[GeolocationInput | None]
    """The place of the recording; null when it is not known."""
    client_session_id: NotRequired[str | None]
    """Your id for the recording; each id creates only one conversation."""
    file: File
    """The file."""


class SummaryTemplateCreate(TypedDict):
    name: str
    """The name of the template."""
    prompt: str
    """Instructions to the model for the summary, in your own words."""
    runs: NotRequired[Literal["always", "on_demand"]]
    """`always` runs the template after each conversation, `on_demand` only on request."""


class SummaryTemplatePatchBody(TypedDict):
    name: NotRequired[str]
    """The name of the template."""
    prompt: NotRequired[str]
    """Instructions to the model for the summary, in your own words."""
    runs: NotRequired[Literal["always", "on_demand"]]
    """`always` runs the template after each conversation, `on_demand` only on request."""


WebhookEndpointCreateType: TypeAlias = Literal[
    "conversation.created",
    "conversation.updated",
    "conversation.deleted",
    "conversation.completed",
    "conversation.failed",
    "memory.created",
    "memory.updated",
    "memory.deleted",
    "action_item.created",
    "action_item.updated",
    "action_item.deleted",
    "day.created",
    "day.updated",
    "day.deleted",
    "goal.created",
    "goal.updated",
    "goal.deleted",
    "person.created",
    "person.updated",
    "person.deleted",
    "folder.created",
    "folder.updated",
    "folder.deleted",
    "summary_template.created",
    "summary_template.updated",
    "summary_template.deleted",
    "conversation.*",
    "memory.*",
    "action_item.*",
    "day.*",
    "goal.*",
    "person.*",
    "folder.*",
    "summary_template.*",
    "*",
]


class WebhookEndpointCreate(TypedDict):
    url: str
    """An http or https address."""
    types: list[WebhookEndpointCreateType]
    """The types of events that the endpoint gets. `memory.*` means all events of memories; `*`
    means all events that the caller may read.
    """
    description: NotRequired[str]
    """A note about the purpose of the endpoint."""
    include_transcript: NotRequired[bool]
    """True to send conversations with their transcript in `transcript_segments`."""


class ConnectionCreate(TypedDict):
    kind: str
    """A kind of `listConnectionKinds`."""
    name: NotRequired[str]
    """A name for the list."""
    address: NotRequired[str]
    """The address of the service. Leave it out for a service with an address that is known."""
    secret: str
    """The key or password for the service. No answer shows it."""
    settings: NotRequired[dict[str, Any]]
    """Settings of the kind, such as `user_name`."""


class OmiWordsBody(TypedDict):
    session_id: NotRequired[str]
    """The session of Omi; it is not used."""
    segments: list[Any]
    """The segments, as Omi writes them."""


class ImportForm(TypedDict):
    file: File
    """The file."""


class ChangePasswordAnswer(TypedDict):
    ended: int
    """The number of sessions that were ended."""


class AddPasskeyCredentialResponse(TypedDict):
    clientDataJSON: str
    """The challenge and the origin, in base64url."""
    attestationObject: str
    """The new public key, in base64url."""
    transports: NotRequired[list[str]]
    """The ways to reach the authenticator, such as `internal`."""


class AddPasskeyCredential(TypedDict):
    id: str
    """The id of the credential, in base64url."""
    rawId: str
    """The same as `id`."""
    type: Literal["public-key"]
    """Always `public-key`."""
    authenticatorAttachment: NotRequired[str]
    """`platform` for a passkey of this device, `cross-platform` for one of another."""
    clientExtensionResults: NotRequired[dict[str, Any]]
    """The results of extensions; the service ignores them."""
    response: AddPasskeyCredentialResponse
    """The result of the authenticator."""


class SignUpAnswerUser(TypedDict):
    id: str
    """The value for the `uid` parameter of the listening socket."""
    email: str
    """The e-mail address with which the user signs in."""
    name: str
    """The name of the user."""


class SignUpAnswer(TypedDict):
    user: SignUpAnswerUser
    """The new account."""


class ListGrantsAnswer(TypedDict):
    grants: list[Grant]
    """The connected assistants."""


ListMemoriesSort: TypeAlias = Literal[
    "created_desc",
    "created_asc",
    "updated_desc",
    "updated_asc",
    "scoring_desc",
    "manual_first",
]


class CreateMemoriesMemory(TypedDict):
    content: str
    """The fact, 1 to 500 characters."""
    category: NotRequired[MemoryCreateCategory | None]
    """Default: the service chooses."""
    visibility: NotRequired[Literal["public", "private"]]
    """Default: `private`."""
    tags: NotRequired[list[str] | None]
    """Free labels. Null: no labels."""
    source: NotRequired[str | None]
    """The program or service from which the record comes, such as `todoist`. Null: no source."""
    external_id: NotRequired[str | None]
    """The id of the record in its source. Each id creates one record: sending it again changes
    nothing and answers with the stored record. Null: no external id.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Free data of your program: a JSON object of at most 8000 characters and 5 levels. Lists
    filter by it. Null: no data.
    """
    created_at: NotRequired[str | None]
    """The time at which the record was made in its source, from 1970 until now. Default: now."""


class CreateMemoriesAnswer(TypedDict):
    memories: list[MemoryCreated]
    """The memories, in the order of the request."""
    created_count: int
    """The number of created memories."""


class SearchMemoriesAnswerItem(TypedDict):
    memory: FoundMemory
    """The memory."""
    relevance_score: float
    """The relevance of the record to the query, 0 to 1."""


class SearchMemoriesAnswer(TypedDict):
    items: list[SearchMemoriesAnswerItem]
    """The best match comes first."""
    returned_count: int
    """The number of items in the answer."""
    filtered_below_threshold: int
    """The number of records that share a word with the query but whose scores are too low to be
    listed.
    """


class SearchMemoriesByMeaningAnswerItem(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: Literal["interesting", "system", "manual"]
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    visibility: Literal["public", "private"]
    """`public`: your own apps may show the memory to others. The service publishes nothing."""
    tags: list[str]
    """Free labels."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    scoring: str
    """The sort key of lists, descending."""
    reviewed: bool
    """True when the user has kept or rejected the memory."""
    user_review: bool | None
    """`true`: kept; `false`: rejected; `null`: not reviewed."""
    edited: bool
    """True when the memory was changed after its creation."""
    conversation_id: str | None
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    until: str | None
    """For a closed memory, the time until which it was true; otherwise null."""
    relevance_score: float
    """The relevance of the record to the query, 0 to 1."""


class SearchMemoriesByMeaningAnswerPolicy(TypedDict):
    filtered_below_threshold: int
    """The number of records that share a word with the query but whose scores are too low to be
    listed.
    """


class SearchMemoriesByMeaningAnswer(TypedDict):
    items: list[SearchMemoriesByMeaningAnswerItem]
    """The best match comes first."""
    returned_count: int
    """The number of items in the answer."""
    archive_default_visible: Literal[False]
    """Always `false`; for clients of the reference service."""
    policy: SearchMemoriesByMeaningAnswerPolicy
    """The matches that the answer leaves out."""


class DeleteMemoryAnswer(TypedDict):
    success: Literal[True]
    """Always `true`; a failure answers with an error status."""


class GetMemoryHistoryAnswer(TypedDict):
    id: str
    """The id of the memory."""
    items: list[MemoryVersion]
    """The wordings, newest first."""


class DeleteMemoriesAnswer(TypedDict):
    success: Literal[True]
    """Always `true`; a failure answers with an error status."""
    deleted_count: int
    """The number of deleted memories."""


class ChangeMemoryVisibilityAnswer(TypedDict):
    status: Literal["ok"]
    """Always `ok`; a failure answers with an error status."""


class AssistantSearchMemoriesItem(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""
    category: str
    """`system`: about the user; `interesting`: knowledge; `manual`: added by hand."""
    tags: list[str]
    """Free labels."""
    manually_added: bool
    """True for a memory that was added through the API or the app."""
    created_at: str
    """The time of creation."""
    updated_at: str
    """The time of the last change."""
    conversation_id: str | None
    """The conversation from which the fact comes; null for a memory that was added by hand."""
    until: NotRequired[str]
    """The time until which the fact was true; only closed memories have it."""
    relevance_score: float
    """The relevance of the record to the query, 0 to 1."""


class ListMeetingsAnswerItem(TypedDict):
    id: str
    """The id of the meeting, which stays when the meeting is moved."""
    title: str
    """The title; empty when the calendar has none."""
    start: str
    """When it begins; for whole days, the first midnight of the user."""
    end: str
    """When it ends."""
    first_day: str | None
    """The first day of a meeting of whole days; otherwise null."""
    last_day: str | None
    """The last day of a meeting of whole days; otherwise null."""
    place: str
    """The place; empty when the calendar has none."""
    attendees: list[MeetingAttendee]
    """The people of the meeting."""
    conversation_ids: list[str]
    """The conversations that took place in it."""
    before: SaidBeforeMeeting
    """The last conversations with the other people of the meeting, and their open tasks."""


class ListMeetingsAnswer(TypedDict):
    items: list[ListMeetingsAnswerItem]
    """The earliest comes first."""


class GetConversationMeetingAnswer(TypedDict):
    meeting: Meeting | None
    """Null without a meeting."""


ListActionItemsSort: TypeAlias = Literal[
    "created_desc",
    "created_asc",
    "updated_desc",
    "updated_asc",
    "due_asc",
    "due_desc",
]


class CreateActionItemsAnswer(TypedDict):
    action_items: list[ActionItem]
    """The tasks, in the order of the request."""
    created_count: int
    """The number of created tasks."""


class ReadDueTimeAnswer(TypedDict):
    due_at: str | None
    """Null when the words name no time to come."""


class SearchActionItemsAnswerItem(TypedDict):
    action_item: ActionItem
    """The task."""
    relevance_score: float
    """The relevance of the record to the query, 0 to 1."""


class SearchActionItemsAnswer(TypedDict):
    items: list[SearchActionItemsAnswerItem]
    """The best match comes first."""
    returned_count: int
    """The number of items in the answer."""
    filtered_below_threshold: int
    """The number of records that share a word with the query but whose scores are too low to be
    listed.
    """


ListGoalsSort: TypeAlias = Literal[
    "created_desc",
    "created_asc",
    "updated_desc",
    "horizon_asc",
]


ListFolderConversationsSort: TypeAlias = Literal[
    "created_desc",
    "created_asc",
    "started_desc",
    "started_asc",
    "updated_desc",
    "updated_asc",
]


class MoveConversationsToFolderAnswer(TypedDict):
    status: Literal["ok"]
    """Always `ok`; a failure answers with an error status."""
    moved_count: int
    """The number of different ids in the request."""


ListPeopleSort: TypeAlias = Literal[
    "created_asc",
    "created_desc",
    "updated_desc",
    "name_asc",
]


class ListSuggestionsAnswer(TypedDict):
    suggestions: list[Suggestion]
    """The open suggestions, the newest first."""


class ListTrainingExamplesAnswer(TypedDict):
    examples: list[TrainingExample]
    """The sentences with the decisions."""


TrySpeechProfileAnswerVerdict: TypeAlias = Literal[
    "you",
    "probably_you",
    "somebody_else",
    "too_little_speech",
]


class TrySpeechProfileAnswer(TypedDict):
    verdict: TrySpeechProfileAnswerVerdict
    """The person who speaks. The service makes no memories from words that are only probably yours.
    """


class HasSpeechProfileAnswer(TypedDict):
    has_profile: bool
    """True when there is a recording of your voice."""


class GetSpeechProfileAnswer(TypedDict):
    url: str | None
    """The address of the recording; null without one."""


class SearchConversationsAnswerItem(TypedDict):
    conversation: DeveloperConversation
    """The conversation."""
    score: float
    """The relevance of the record to the query, 0 to 1."""
    matches: list[SearchMatch]
    """The best match comes first."""


class SearchConversationsAnswer(TypedDict):
    items: list[SearchConversationsAnswerItem]
    """The best match comes first."""
    returned_count: int
    """The number of items on this page."""
    total_count: int
    """The number of matches on all pages."""
    has_more: bool
    """True when there is another page."""
    filtered_below_threshold: int
    """The number of records that share a word with the query but whose scores are too low to be
    listed.
    """


class ListUtterancesAnswer(TypedDict):
    utterances: list[Utterance]
    """The utterances, in the order of the speech."""
    next_offset: int | None
    """Null on the last page."""


class FinishRecordingAnswer(TypedDict):
    conversation: Conversation
    """The conversation that the recording becomes."""
    messages: list[Any]
    """Always empty, for clients of the reference service."""


class CountOwnConversationsAnswer(TypedDict):
    count: int
    """The number of conversations."""


class SearchOwnConversationsAnswerFound(TypedDict):
    id: str
    """The id of the conversation."""
    score: float
    """The relevance of the record to the query, 0 to 1."""
    matches: list[SearchMatch]
    """The best match comes first."""


class SearchOwnConversationsAnswer(TypedDict):
    items: list[Conversation]
    """The conversations, the best match first."""
    found: list[SearchOwnConversationsAnswerFound]
    """The scores and the matching segments of the items, in the order of `items`."""
    total_pages: int
    """The number of pages."""
    current_page: int
    """The number of this page, from 1."""
    per_page: int
    """The number of items on a full page."""
    filtered_below_threshold: int
    """The number of records that share a word with the query but whose scores are too low to be
    listed.
    """
    understood: UnderstoodSearch
    """How the service read the search."""


class DeleteOwnConversationAnswer(TypedDict):
    status: Literal["Ok"]
    """Always `Ok`; a failure answers with an error status."""


class RetryConversationAnswer(TypedDict):
    id: str
    """The id of the conversation."""
    status: str
    """The status of the conversation; `processing` at first."""
    discarded: bool
    """True when the service found the conversation not worth keeping."""


class MergeConversationsAnswer(TypedDict):
    status: Literal["Ok"]
    """Always `Ok`; a failure answers with an error status."""
    conversation: Conversation
    """The merged conversation."""


class RenameConversationAnswer(TypedDict):
    status: Literal["Ok"]
    """Always `Ok`; a failure answers with an error status."""
    conversation: Conversation
    """The changed conversation."""


RewriteSegmentAnswerReplaced = TypedDict(
    "RewriteSegmentAnswerReplaced",
    {
        "from": "str",
        "to": "str",
    },
)


class RewriteSegmentAnswer(TypedDict):
    status: Literal["Ok"]
    """Always `Ok`; a failure answers with an error status."""
    elsewhere: WordsElsewhere | None
    """The words that you replaced, if other places of the conversation have them as well:
    `replaceWords` changes them all. Otherwise null.
    """
    replaced: RewriteSegmentAnswerReplaced | None
    """The words that you replaced by others, for `countWordPlaces` and `replaceEverywhere`; null
    when you changed more than three words, or only added or removed some.
    """


class GetRecordingAnswer(TypedDict):
    has_recording: bool
    """True when the conversation has kept sound."""


class RemoveSampleAnswer(TypedDict):
    deleted: int
    """The number of deleted conversations."""


class AddConversationNoteAnswer(TypedDict):
    conversation_id: str
    """The id of the conversation that has the note."""
    segment_id: str
    """The id of the new segment."""
    start: float
    """Seconds from the start of the conversation."""


class ListConversationAudioAnswer(TypedDict):
    files: list[AudioFile]
    """The files, in the order of the speech."""


class AskAnswerSource(TypedDict):
    id: str
    """The id of the conversation."""
    title: str
    """The title of the conversation."""
    created_at: str
    """The time of creation."""
    started_at: str
    """When the conversation began."""


class AskAnswerMemory(TypedDict):
    id: str
    """The id of the memory."""
    content: str
    """The fact, as a sentence."""


class AskAnswer(TypedDict):
    answer: str
    """`[1]` refers to the first of the sources."""
    sources: list[AskAnswerSource]
    """The conversations that the answer uses."""
    memories: list[AskAnswerMemory]
    """Memories that the answer uses. The text does not refer to them by number."""


class SendMessageContext(TypedDict):
    type: Literal["conversation", "task", "memory", "recap"]
    """The kind of item; `recap` is the summary of a day."""
    id: NotRequired[str | None]
    """The id of the item; null when it has none."""
    title: NotRequired[str | None]
    """The title of the item; null when it has none."""
    start_date: NotRequired[str | None]
    """The first day of a recap; null for other items."""
    end_date: NotRequired[str | None]
    """The last day of a recap; null for other items."""


class TranscribeVoiceMessageAnswer(TypedDict):
    transcript: str
    """The transcribed words."""
    language: str
    """The language of the request, ISO 639-1."""


class SearchEverythingAnswerDay(TypedDict):
    date: str
    """The day."""
    count: int
    """The results."""


class SearchEverythingAnswer(TypedDict):
    items: list[SearchHit]
    """The best match comes first."""
    understood: UnderstoodSearch
    """How the service read the search."""
    days: list[SearchEverythingAnswerDay] | None
    """The days of the results, also outside the time of the search; at most 1,000 results of each
    kind. Null unless asked for.
    """
    notice: str | None
    """While memories are closed: the reason why they are missing; null otherwise."""


class ExplainAnswer(TypedDict):
    items: list[Explanation]
    """The records and their origins."""


class GetCalendarAnswerDay(TypedDict):
    date: str
    """The day in the user's time zone."""
    conversations: int
    """The number of conversations that began on this day."""
    minutes: float
    """The total length of the day's conversations in minutes."""
    words: int
    """The number of words in the day's conversations, counted by spaces."""
    tasks_due: int | None
    """The number of open action items that are due on this day; null when the key lacks the scope
    for action items.
    """


class GetCalendarAnswer(TypedDict):
    days: list[GetCalendarAnswerDay]
    """The days with conversations or due tasks, the earliest first."""


class GetStatisticsAnswerModelUsage(TypedDict):
    purpose: Literal["conversations", "chat", "search", "translations"]
    """What the model was asked for; `search` are embeddings."""
    calls: int
    """The number of requests."""
    tokens: int
    """The number of tokens; estimated for providers that report none."""


class GetStatisticsAnswerCategory(TypedDict):
    category: str
    """The category."""
    conversations: int
    """The number of conversations of this category."""


class GetStatisticsAnswerPeopleHeard(TypedDict):
    id: str
    """The id of the person."""
    name: str
    """The name of the person."""
    minutes: float
    """The minutes for which the person spoke."""


class GetStatisticsAnswer(TypedDict):
    conversations: int
    """The number of completed conversations."""
    minutes: float
    """The total length of these conversations in minutes."""
    memories: int | None
    """The number of memories. Null when the key lacks the scope."""
    open_action_items: int | None
    """The number of open action items. Null when the key lacks the scope."""
    completed_action_items: int | None
    """The number of completed action items. Null when the key lacks the scope."""
    goals: int | None
    """The number of goals. Null when the key lacks the scope."""
    people: int
    """The number of people."""
    model_calls: int
    """The number of requests to models, for all purposes."""
    model_tokens: int
    """The number of tokens that these requests used."""
    model_usage: list[GetStatisticsAnswerModelUsage]
    """What the models cost by purpose. Purposes without requests are left out."""
    categories: list[GetStatisticsAnswerCategory]
    """The categories of the conversations, the most frequent first."""
    people_heard: list[GetStatisticsAnswerPeopleHeard]
    """The people who spoke most in the last 30 days."""


class BackUpInstallationAnswer(TypedDict):
    is_running: Literal[True]
    """Always `true`: the backup has begun."""


class RetryFailedJobAnswer(TypedDict):
    status: Literal["waiting"]
    """Always `waiting`: the job waits for its next attempt."""


class ListChangesItemFolder(TypedDict):
    kind: Literal["folder"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: Folder
    """The current state of the record."""


class ListChangesItemPerson(TypedDict):
    kind: Literal["person"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: Person
    """The current state of the record."""


class ListChangesItemSummaryTemplate(TypedDict):
    kind: Literal["summary_template"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: SummaryTemplate
    """The current state of the record."""


class ListChangesItemConversation(TypedDict):
    kind: Literal["conversation"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: DeveloperConversation
    """The current state of the record."""


class ListChangesItemActionItem(TypedDict):
    kind: Literal["action_item"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: ActionItem
    """The current state of the record."""


class ListChangesItemMemory(TypedDict):
    kind: Literal["memory"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: MemoryDetail
    """The current state of the record."""


class ListChangesItemGoal(TypedDict):
    kind: Literal["goal"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: DeveloperGoal
    """The current state of the record."""


class ListChangesItemDaySummary(TypedDict):
    kind: Literal["day_summary"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: DaySummary
    """The current state of the record."""


class ListChangesItemChatSession(TypedDict):
    kind: Literal["chat_session"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: ChatSession
    """The current state of the record."""


class ListChangesItemChatMessage(TypedDict):
    kind: Literal["chat_message"]
    """The kind of the record."""
    deleted: Literal[False]
    """False: the record exists."""
    id: str
    """The id of the record."""
    changed_at: str | None
    """The time of the change; null in the initial list of all records."""
    cursor: str
    """The position of this change. Send it as `cursor` to continue after the change."""
    record: ChatMessage
    """The current state of the record."""


class WatchEventsEventPositionValue(TypedDict):
    cursor: str
    """Send this value as `cursor` to continue from here."""


class WatchEventsEventPosition(TypedDict):
    type: Literal["position"]
    """The position in the feed; comes first and while nothing happens."""
    value: WatchEventsEventPositionValue
    """The position."""


class WatchEventsEventChange(TypedDict):
    type: Literal["change"]
    """A record was created, changed or deleted."""
    value: ListChangesItem
    """The change."""


class WatchEventsEventWordsValue(TypedDict):
    conversation_id: str
    """The id of the conversation."""
    segments: list[LiveSegment]
    """The new and the changed segments."""


class WatchEventsEventWords(TypedDict):
    type: Literal["words"]
    """New words of a live recording."""
    value: WatchEventsEventWordsValue
    """The words."""


class RotateWebhookEndpointSecretAnswer(TypedDict):
    secret: str
    """The new secret that signs deliveries. Only this answer shows it."""


class GetWebhookStatusAnswer(TypedDict):
    memory_created: bool
    """True when the webhook of this type is on."""
    realtime_transcript: bool
    """True when the webhook of this type is on."""
    audio_bytes: bool
    """True when the webhook of this type is on."""
    day_summary: bool
    """True when the webhook of this type is on."""


class GetWebhookAnswer(TypedDict):
    url: str
    """The address of the webhook; empty without one."""
    enabled: bool
    """True when the webhook is on."""


class SetWebhookAnswer(TypedDict):
    status: Literal["ok"]
    """Always `ok`; a failure answers with an error status."""
    signing_secret: NotRequired[str]
    """The secret that signs deliveries, if this request made it."""


class GetWebhookSigningSecretAnswer(TypedDict):
    has_secret: bool
    """True when the service signs deliveries."""
    created_at: str | None
    """The time of creation. Null without a secret."""
    previous_signs_until: str | None
    """The time until which the former secret also signs; null when it no longer does."""


class MakeWebhookSigningSecretAnswer(TypedDict):
    secret: str
    """The secret that signs deliveries. Only this answer shows it."""


class SavePushSubscriptionKeys(TypedDict):
    p256dh: str
    """The public key of the browser, in base64url."""
    auth: str
    """The secret of the browser, in base64url."""


class ListProvidersAnswer(TypedDict):
    providers: list[Provider]
    """The providers in use."""


class SignInWithPasskeyCredentialResponse(TypedDict):
    clientDataJSON: str
    """The challenge and the origin, in base64url."""
    authenticatorData: str
    """The state of the authenticator, in base64url."""
    signature: str
    """The signature over the other data, in base64url."""
    userHandle: NotRequired[str | None]
    """The id of the account, in base64url; null when the authenticator sends none."""


class SignInWithPasskeyCredential(TypedDict):
    id: str
    """The id of the credential, in base64url."""
    rawId: str
    """The same as `id`."""
    type: Literal["public-key"]
    """Always `public-key`."""
    authenticatorAttachment: NotRequired[str]
    """`platform` for a passkey of this device, `cross-platform` for one of another."""
    clientExtensionResults: NotRequired[dict[str, Any]]
    """The results of extensions; the service ignores them."""
    response: SignInWithPasskeyCredentialResponse
    """The result of the authenticator."""


ListChangesItem: TypeAlias = (
    Deletion
    | ListChangesItemFolder
    | ListChangesItemPerson
    | ListChangesItemSummaryTemplate
    | ListChangesItemConversation
    | ListChangesItemActionItem
    | ListChangesItemMemory
    | ListChangesItemGoal
    | ListChangesItemDaySummary
    | ListChangesItemChatSession
    | ListChangesItemChatMessage
)


WatchEventsEvent: TypeAlias = (
    WatchEventsEventPosition | WatchEventsEventChange | WatchEventsEventWords
)
