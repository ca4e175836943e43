# Made from the OpenAPI document by `npm run generate`; do not edit.
# The declarations have no bodies: the decorators make methods of them.
# mypy: disable-error-code="empty-body"
"""Every operation of the service, once for both clients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from .operation import File, Page, operation, paged, streamed
from .shapes import (
    AccountImport,
    ActionItem,
    ActionItemCreate,
    ActionItemCreateDueWords,
    AddConversationNoteAnswer,
    AddPasskeyCredential,
    ApiKey,
    ApiKeyCreated,
    AppResult,
    AskAnswer,
    AssistantActionItem,
    AssistantActionItemCreated,
    AssistantActionItemFound,
    AssistantActivity,
    AssistantConversationDetail,
    AssistantConversationFound,
    AssistantConversationListed,
    AssistantDay,
    AssistantGoal,
    AssistantMemory,
    AssistantMessage,
    AssistantPerson,
    AssistantSearchMemoriesItem,
    AudioChoice,
    BackUpInstallationAnswer,
    CalendarAddress,
    ChangeMemoryVisibilityAnswer,
    ChangePasswordAnswer,
    ChatFile,
    ChatMessage,
    ChatSession,
    ConnectedCalendar,
    Connection,
    ConnectionKind,
    Conversation,
    ConversationCreate,
    ConversationFromSegments,
    CountOwnConversationsAnswer,
    CreateActionItemsAnswer,
    CreatedConversation,
    CreateMemoriesAnswer,
    CreateMemoriesMemory,
    DaySummary,
    DeletedAccount,
    DeleteMemoriesAnswer,
    DeleteMemoryAnswer,
    DeleteOwnConversationAnswer,
    DeveloperConversation,
    DeveloperFolder,
    DeveloperGoal,
    DeveloperGoalStatus,
    ExplainAnswer,
    FailedJob,
    FinishRecordingAnswer,
    Folder,
    FolderCategoryMapping,
    GeolocationInput,
    GetCalendarAnswer,
    GetConversationMeetingAnswer,
    GetMemoryHistoryAnswer,
    GetRecordingAnswer,
    GetSpeechProfileAnswer,
    GetStatisticsAnswer,
    GetWebhookAnswer,
    GetWebhookSigningSecretAnswer,
    GetWebhookStatusAnswer,
    GoalDay,
    Grant,
    HasSpeechProfileAnswer,
    ImportAnswer,
    Installation,
    InstallationUser,
    Invitation,
    InvitationCreated,
    KeptSuggestion,
    ListActionItemsSort,
    ListChangesItem,
    ListConversationAudioAnswer,
    ListFolderConversationsSort,
    ListGoalsSort,
    ListGrantsAnswer,
    ListMeetingsAnswer,
    ListMemoriesSort,
    ListPeopleSort,
    ListProvidersAnswer,
    ListSuggestionsAnswer,
    ListTrainingExamplesAnswer,
    ListUtterancesAnswer,
    LiveSegment,
    MakeWebhookSigningSecretAnswer,
    Memory,
    MemoryCreate,
    MemoryCreateCategory,
    MemoryCreated,
    MemoryDetail,
    MemoryUpdated,
    MergeConversationsAnswer,
    Model,
    Models,
    MoveConversationsToFolderAnswer,
    NewCalendarAddress,
    OidcProvider,
    OidcSignIn,
    Passkey,
    PasskeyOptions,
    PasskeySignUpOptions,
    Person,
    ProviderTest,
    PushSubscription,
    PushSubscriptions,
    PushTest,
    ReadDueTimeAnswer,
    RecordingUpload,
    RecordsWithWordsInput,
    RemoveSampleAnswer,
    RenameConversationAnswer,
    Renewal,
    ReplacedEverywhere,
    ReplacedWords,
    RetryConversationAnswer,
    RetryFailedJobAnswer,
    RewriteSegmentAnswer,
    RotateWebhookEndpointSecretAnswer,
    SamplePlay,
    SavePushSubscriptionKeys,
    SearchActionItemsAnswer,
    SearchConversationsAnswer,
    SearchEverythingAnswer,
    SearchHitKind,
    SearchIndex,
    SearchMemoriesAnswer,
    SearchMemoriesByMeaningAnswer,
    SearchOwnConversationsAnswer,
    SecurityEvent,
    SecurityEventEvent,
    SegmentCreate,
    SendMessageContext,
    Session,
    SetWebhookAnswer,
    SignedIn,
    SignInMethods,
    SignInWithPasskeyCredential,
    SignUpAnswer,
    SpeechProfileStatus,
    SummaryTemplate,
    TranscribeVoiceMessageAnswer,
    TrySpeechProfileAnswer,
    UploadedSpeechProfile,
    User,
    UserProfile,
    UserQuotas,
    Vocabulary,
    WatchEventsEvent,
    WebhookDelivery,
    WebhookDeliveryType,
    WebhookEndpoint,
    WebhookEndpointCreated,
    WebhookEndpointCreateType,
    WebhookEndpointDelivery,
    WebhookEndpointDeliveryDetail,
    WholePhoto,
    WordPlaces,
)
from .streams import AnswerPart


class Operations:
    @operation("GET", "/v1/auth/me")
    def get_me(self) -> User:
        """Get the signed-in user.

        Returns the account that owns the data, with the time zone in which its days begin.
        """

    get_own_account = get_me.at("GET", "/v1/users/me")

    @operation("PATCH", "/v1/users/me")
    def update_me(
        self,
        *,
        name: str = ...,
        email: str = ...,
        current_password: str = ...,
        timezone: str = ...,
        language: str | None = ...,
        week_start: Literal["monday", "sunday", "saturday"] = ...,
        due_hour: int | None = ...,
        keeps_examples: bool = ...,
    ) -> User:
        """Change name, address, time zone, language or calendar of the account.

        Changes only the fields that you send. A new address needs the current password, or,
        without a password, a sign-in during the last ten minutes. A new time zone holds from
        then on: the day in progress ends in the new zone, and summaries of past days stay until
        something of their day changes.

        - name: The new name.
        - email: The new e-mail address for signing in.
        - current_password: Required when you change the address, if the account has a password.
        - timezone: IANA name, such as Europe/Lisbon.
        - language: ISO 639-1, such as `pt`.
        - week_start: The first day of the week in "next week" and `due=this_week`.
        - due_hour: The hour at which a task is due if only its day was mentioned ("tomorrow");
          null means the end of the day.
        - keeps_examples: True when the service keeps the sentence about which you decided with
          each decision, without secrets, so that you can export examples to train a reader.
          `false` forgets those kept.
        """

    @operation("POST", "/v1/users/me/password")
    def change_password(
        self,
        *,
        new_password: str,
        current_password: str = ...,
    ) -> ChangePasswordAnswer:
        """Change the password, or set the first one, and end all other sessions.

        Keys and connected assistants keep their access.

        - new_password: The new password.
        - current_password: Required if the account has a password. Without one, you must have
          signed in during the last ten minutes.
        """

    @operation("GET", "/v1/users/me/sessions")
    def list_sessions(self) -> list[Session]:
        """List the sessions in which the user is signed in, newest first."""

    @operation("DELETE", "/v1/users/me/sessions")
    def end_other_sessions(self) -> ChangePasswordAnswer:
        """End all sessions except this one."""

    @operation("DELETE", "/v1/users/me/sessions/{session_id}")
    def end_session(self, session_id: str) -> ChangePasswordAnswer:
        """End one session.

        To end your own session, sign out.

        - session_id: The id of the session.
        """

    @operation("POST", "/v1/auth/passkey/options")
    def start_passkey_sign_in(self) -> PasskeyOptions:
        """Get the options with which a browser signs in with a passkey.

        Send the answer of the browser to `POST /v1/auth/passkey` within five minutes.
        """

    @operation("GET", "/v1/users/me/passkeys")
    def list_passkeys(self) -> list[Passkey]:
        """List your passkeys, newest first."""

    @operation("POST", "/v1/users/me/passkeys")
    def add_passkey(
        self,
        *,
        name: str,
        credential: AddPasskeyCredential,
    ) -> Passkey:
        """Add the passkey that a browser created.

        An account can have 20 passkeys.

        - name: A name that tells passkeys apart, such as `Phone`.
        - credential: The answer of `navigator.credentials.create`, as JSON (`toJSON()`).
        """

    @operation("POST", "/v1/users/me/passkeys/options")
    def start_passkey(
        self,
        *,
        current_password: str = ...,
    ) -> PasskeyOptions:
        """Get the options with which a browser creates a passkey.

        Send the created passkey to `POST /v1/users/me/passkeys` within five minutes. Passkeys
        need https and a host name (`SVC_BASE_URL`), or localhost.

        - current_password: Required unless you signed in during the last ten minutes.
        """

    @operation("PATCH", "/v1/users/me/passkeys/{passkey_id}")
    def rename_passkey(self, passkey_id: str, *, name: str) -> Passkey:
        """Rename a passkey.

        - passkey_id: The id of the passkey.
        - name: A name that tells passkeys apart, such as `Phone`.
        """

    @operation("DELETE", "/v1/users/me/passkeys/{passkey_id}", "nothing")
    def delete_passkey(self, passkey_id: str) -> None:
        """Remove a passkey.

        Sessions that began with the passkey go on. The last way to sign in cannot be removed.

        - passkey_id: The id of the passkey.
        """

    @operation("GET", "/v1/auth/oidc")
    def describe_oidc(self) -> OidcProvider:
        """Get the OpenID Connect provider with which users can sign in.

        Does not ask the provider, so it also answers while the provider is away.
        """

    @operation("GET", "/v1/users/me/sign-in-methods")
    def get_sign_in_methods(self) -> SignInMethods:
        """Get the ways in which you can sign in."""

    @operation("DELETE", "/v1/users/me/oidc", "nothing")
    def unlink_oidc(self) -> None:
        """Disconnect your account from the OpenID Connect provider.

        Sessions that began with the provider go on. The last way to sign in cannot be removed.
        """

    @paged("GET", "/v1/users/me/security-log", "page")
    def list_security_events(
        self,
        *,
        limit: int = ...,
        cursor: str = ...,
        event: SecurityEventEvent = ...,
    ) -> Page[SecurityEvent]:
        """List what happened to the access to your account, newest first.

        Sign-ins, also failed ones, ended sessions, changes of the password, passkeys, keys,
        connected assistants and secrets. Entries are kept for 365 days: at most 5,000, and 500
        about failures. Failures from one address within an hour are one entry.

        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - event: Only entries of this kind.
        """

    iter_security_events = list_security_events.each()

    @operation("GET", "/v1/users/me/quotas")
    def get_quotas(self) -> UserQuotas:
        """Get your quotas and what you use of them.

        The operator sets the quotas. Deleted conversations and sound do not count.
        """

    @operation("POST", "/v1/auth/sign-up")
    def sign_up(
        self,
        *,
        email: str,
        password: str,
        name: str,
        timezone: str,
        invitation: str = ...,
    ) -> SignUpAnswer:
        """Create an account with an invitation.

        Without an invitation, this works only if the operator has opened sign-up to everybody.

        - email: The e-mail address for signing in.
        - password: The password for signing in.
        - name: The name of the user.
        - timezone: IANA name, such as Europe/Lisbon.
        - invitation: The token from the link.
        """

    @operation("POST", "/v1/auth/sign-up/passkey/options")
    def start_passkey_sign_up(
        self,
        *,
        email: str,
        name: str,
        timezone: str,
        invitation: str = ...,
        setup_token: str = ...,
    ) -> PasskeySignUpOptions:
        """Get the options with which a browser creates the passkey of a new account.

        Send the created passkey to `POST /v1/auth/sign-up/passkey` within five minutes. Passkeys
        need https and a host name (`SVC_BASE_URL`), or localhost.

        - email: The e-mail address for signing in.
        - name: The name of the user.
        - timezone: IANA name, such as Europe/Lisbon.
        - invitation: The token from the link of an invitation.
        - setup_token: The secret of the set-up link, for the account of the owner.
        """

    @operation("GET", "/v1/users/invitations")
    def list_invitations(self) -> list[Invitation]:
        """List the invitations that the owner made, newest first."""

    @operation("POST", "/v1/users/invitations")
    def create_invitation(
        self,
        *,
        note: str = ...,
        valid_days: int = ...,
    ) -> InvitationCreated:
        """Invite a person with a link that works once.

        Only the owner may invite. Only this answer shows the link.

        - note: A note that tells you for whom the invitation is.
        - valid_days: The number of days for which the link works.
        """

    @operation("DELETE", "/v1/users/invitations/{invitation_id}", "nothing")
    def delete_invitation(self, invitation_id: str) -> None:
        """Withdraw an invitation.

        An account that was created with the invitation stays.

        - invitation_id: The id of the invitation.
        """

    @operation("POST", "/v1/users/me/delete")
    def delete_me(
        self,
        *,
        current_password: str = ...,
    ) -> DeletedAccount:
        """Delete the account with all its data, for good.

        Deletes conversations, memories, sound, keys and all other data, and answers with the
        number of each. You cannot undo this. If the owner deletes the account, the oldest other
        account becomes the owner.

        - current_password: Required if the account has a password. Without one, you must have
          signed in during the last ten minutes.
        """

    @operation("GET", "/v1/dev/keys")
    def list_dev_keys(self) -> list[ApiKey]:
        """List your developer keys.

        Each entry has the first characters of the key and the time of its last use.
        """

    @operation("POST", "/v1/dev/keys")
    def create_dev_key(
        self,
        *,
        name: str,
        scopes: list[str] | None = ...,
    ) -> ApiKeyCreated:
        """Create a developer key.

        Only this answer shows the whole key, because the service stores only its hash.

        - name: The purpose of the key.
        - scopes: The permissions of the key. Default: a developer key may read everything and
          write nothing, and an MCP key may do everything that an assistant can.
        """

    @operation("GET", "/v1/dev/keys/{key_id}")
    def get_dev_key(self, key_id: str) -> ApiKey:
        """Get one developer key.

        Returns its permissions and the time of its last use, but never the key itself.

        - key_id: The id of the key.
        """

    @operation("DELETE", "/v1/dev/keys/{key_id}", "nothing")
    def revoke_dev_key(self, key_id: str) -> None:
        """Revoke a developer key.

        The key stops working at once. You cannot undo this; create a new key instead.

        - key_id: The id of the key.
        """

    @operation("GET", "/v1/mcp/keys")
    def list_mcp_keys(self) -> list[ApiKey]:
        """List your MCP keys.

        Each entry has the first characters of the key and the time of its last use.
        """

    @operation("POST", "/v1/mcp/keys")
    def create_mcp_key(
        self,
        *,
        name: str,
        scopes: list[str] | None = ...,
    ) -> ApiKeyCreated:
        """Create a MCP key.

        Only this answer shows the whole key, because the service stores only its hash.

        - name: The purpose of the key.
        - scopes: The permissions of the key. Default: a developer key may read everything and
          write nothing, and an MCP key may do everything that an assistant can.
        """

    @operation("GET", "/v1/mcp/keys/{key_id}")
    def get_mcp_key(self, key_id: str) -> ApiKey:
        """Get one MCP key.

        Returns its permissions and the time of its last use, but never the key itself.

        - key_id: The id of the key.
        """

    @operation("DELETE", "/v1/mcp/keys/{key_id}", "nothing")
    def revoke_mcp_key(self, key_id: str) -> None:
        """Revoke a MCP key.

        The key stops working at once. You cannot undo this; create a new key instead.

        - key_id: The id of the key.
        """

    @operation("GET", "/v1/device/keys")
    def list_device_keys(self) -> list[ApiKey]:
        """List your device keys.

        Each entry has the first characters of the key and the time of its last use.
        """

    @operation("POST", "/v1/device/keys")
    def create_device_key(self, *, name: str) -> ApiKeyCreated:
        """Create a device key.

        Only this answer shows the whole key, because the service stores only its hash.

        - name: The purpose of the key.
        """

    @operation("GET", "/v1/device/keys/{key_id}")
    def get_device_key(self, key_id: str) -> ApiKey:
        """Get one device key.

        Returns its permissions and the time of its last use, but never the key itself.

        - key_id: The id of the key.
        """

    @operation("DELETE", "/v1/device/keys/{key_id}", "nothing")
    def revoke_device_key(self, key_id: str) -> None:
        """Revoke a device key.

        The key stops working at once. You cannot undo this; create a new key instead.

        - key_id: The id of the key.
        """

    @operation("GET", "/v1/dev/key")
    def get_own_key(self) -> ApiKey:
        """Get the key of this request.

        Returns the name and the permissions of the key. This operation needs no scope, so that a
        program can test its key.
        """

    @operation("GET", "/v1/mcp/oauth/grants")
    def list_grants(self) -> ListGrantsAnswer:
        """List your connected assistants.

        Each entry lists the permissions and the time of the last use. Assistants that use an MCP
        key are not in this list.
        """

    @operation("PATCH", "/v1/mcp/oauth/grants/{grant_id}")
    def update_grant(
        self,
        grant_id: str,
        *,
        ends_after_days: int | None,
    ) -> Grant:
        """Choose when an assistant is disconnected.

        After the end, its tokens are refused like those of a disconnected assistant.

        - grant_id: The id of the grant.
        - ends_after_days: Ends the connection this many days from now; null if it shall not end
          by itself.
        """

    @operation("DELETE", "/v1/mcp/oauth/grants/{grant_id}", "nothing")
    def revoke_grant(self, grant_id: str) -> None:
        """Disconnect an assistant.

        All tokens of the assistant stop working at once. To reconnect, the assistant must ask
        again and you must allow it.

        - grant_id: The id of the grant.
        """

    @streamed("POST", "/v1/mcp/desktop-bundle", "download")
    def pack_desktop_bundle(self, *, key: str) -> Iterator[bytes]:
        """Pack the bundle that connects Claude Desktop with one click.

        Answers a file `.mcpb` with a small program, the address of the service and your MCP key
        inside, so that nothing has to be typed. Nothing is stored.

        - key: An MCP key, which the bundle uses.
        """

    @paged("GET", "/v1/dev/user/memories", "page")
    def list_memories(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        categories: str = ...,
        closed: bool = ...,
        at: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        reviewed: bool = ...,
        edited: bool = ...,
        manually_added: bool = ...,
        contradicted: bool = ...,
        visibility: str = ...,
        source: str = ...,
        external_id: str = ...,
        tags: str = ...,
        conversation_id: str = ...,
        person_id: str = ...,
        folder_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        sort: ListMemoriesSort = ...,
        filter: str = ...,
        include: list[Literal["external", "origin"]] = ...,
    ) -> Page[Memory]:
        """List memories.

        Memories that were added by hand come first, then the newest, unless `sort` says
        otherwise. Leaves out rejected memories, and closed ones unless you ask for them.

        Needs the scope `memories:read`.

        - limit: The number of items to return, 1 to 1000. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - categories: Comma-separated names; returns only memories of these categories.
        - closed: `true`: only closed memories, which are no longer true.
        - at: Returns what the service knew to be true at the end of this day (`yyyy-mm-dd`) or
          at this time (ISO 8601), closed memories included, in the words that they had then.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - reviewed: Only records whose `reviewed` has this value. Default: both.
        - edited: Only records whose `edited` has this value. Default: both.
        - manually_added: Only records whose `manually_added` has this value. Default: both.
        - contradicted: Only records whose `contradicted` has this value. Default: both.
        - visibility: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - tags: Comma-separated; matches any of these values.
        - conversation_id: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - folder_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - sort: The order of the list. Default: `scoring_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        - include: Comma-separated. `external` adds `source`, `external_id` and `metadata`;
          `origin` adds `conversation_id` and `last_heard_at`.
        """

    iter_memories = list_memories.each()

    @operation("POST", "/v1/dev/user/memories")
    def create_memory(
        self,
        *,
        content: str,
        category: MemoryCreateCategory | None = ...,
        visibility: Literal["public", "private"] = ...,
        tags: list[str] | None = ...,
        source: str | None = ...,
        external_id: str | None = ...,
        metadata: dict[str, Any] | None = ...,
        created_at: str | None = ...,
    ) -> MemoryCreated:
        """Create a memory.

        The service stores each fact once. If the fact exists, the service marks the stored
        memory as added by hand, sets your visibility and category, adds your tags, and returns
        the memory with `known`.

        Needs the scope `memories:write`.

        - content: The fact, 1 to 500 characters.
        - category: Default: the service chooses.
        - visibility: Default: `private`.
        - tags: Free labels. Null: no labels.
        - source: The program or service from which the record comes, such as `todoist`. Null: no
          source.
        - external_id: The id of the record in its source. Each id creates one record: sending it
          again changes nothing and answers with the stored record. Null: no external id.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null: no data.
        - created_at: The time at which the record was made in its source, from 1970 until now.
          Default: now.
        """

    @operation("POST", "/v1/dev/user/memories/batch")
    def create_memories(
        self,
        *,
        memories: list[CreateMemoriesMemory],
    ) -> CreateMemoriesAnswer:
        """Create memories in a batch.

        Stores all of them or none. Treats known facts like `createMemory`.

        Needs the scope `memories:write`.

        - memories: At most 25.
        """

    @operation("POST", "/v1/dev/user/memories/import")
    def import_memories(
        self,
        *,
        items: list[MemoryCreate | Any],
    ) -> ImportAnswer:
        """Import many memories.

        Reports an outcome for each item; an item that is refused does not affect the others.
        With `external_id`, sending items again changes nothing.

        Needs the scope `memories:write`.

        - items: At most 500. The body may have 1 MiB.
        """

    @operation("POST", "/v1/dev/user/memories/search")
    def search_memories(
        self,
        *,
        query: str,
        limit: int = ...,
        categories: list[MemoryCreateCategory] | None = ...,
        at: str = ...,
    ) -> SearchMemoriesAnswer:
        """Search memories.

        Returns the best match first. New memories are found at once; deleted and rejected
        memories are never found.

        Needs the scope `memories:read`.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - categories: Only memories of these categories.
        - at: Returns what the service knew to be true at the end of this day (`yyyy-mm-dd`) or
          at this time (ISO 8601), closed memories included, in the words that they had then.
        """

    @operation("GET", "/v1/dev/user/memories/vector/search")
    def search_memories_by_meaning(
        self,
        *,
        query: str,
        limit: int = ...,
        at: str = ...,
    ) -> SearchMemoriesByMeaningAnswer:
        """Search memories.

        Returns the best match first. New memories are found at once; deleted and rejected
        memories are never found.

        Needs the scope `memories:read`.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - at: Returns what the service knew to be true at the end of this day (`yyyy-mm-dd`) or
          at this time (ISO 8601), closed memories included, in the words that they had then.
        """

    @operation("GET", "/v1/dev/user/memories/{memory_id}")
    def get_memory(
        self,
        memory_id: str,
        *,
        include: list[Literal["external"]] = ...,
    ) -> MemoryDetail:
        """Get one memory.

        Returns rejected memories too. `conversation_id` is the conversation from which the fact
        comes.

        Needs the scope `memories:read`.

        - memory_id: The id of the memory.
        - include: Comma-separated. `external` adds `source`, `external_id` and `metadata`.
        """

    @operation("PATCH", "/v1/dev/user/memories/{memory_id}")
    def update_memory(
        self,
        memory_id: str,
        *,
        content: str = ...,
        visibility: Literal["public", "private"] = ...,
        tags: list[str] = ...,
        category: MemoryCreateCategory = ...,
        metadata: dict[str, Any] | None = ...,
        until: str | None = ...,
    ) -> MemoryUpdated:
        """Change a memory.

        Changes only the fields that you send, and marks the memory as edited. The former text
        stays in its history. Answers 409 when another memory has the same text.

        Needs the scope `memories:write`.

        - memory_id: The id of the memory.
        - content: The fact, 1 to 500 characters.
        - visibility: The new visibility.
        - tags: Free labels.
        - category: The new category; an older name is mapped to one of today.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null removes the data.
        - until: Closes the memory: it was true until this day (`yyyy-mm-dd`) or time (ISO 8601).
          Lists and searches then leave it out. `null` opens it again.
        """

    @operation("DELETE", "/v1/dev/user/memories/{memory_id}")
    def delete_memory(self, memory_id: str) -> DeleteMemoryAnswer:
        """Delete a memory for good.

        You cannot undo this. To teach the service that a memory is wrong, reject it instead.

        Needs the scope `memories:write`.

        - memory_id: From a list or search.
        """

    @operation("GET", "/v1/dev/user/memories/{memory_id}/history")
    def get_memory_history(self, memory_id: str) -> GetMemoryHistoryAnswer:
        """Get the history of a memory.

        Returns the current text first, then the former ones, the newest first. An entry whose
        `until` changes was closed or opened again. The service keeps the newest 100 changes.

        Needs the scope `memories:read`.

        - memory_id: The id of the memory.
        """

    @operation("POST", "/v1/dev/user/memories/batch-delete")
    def delete_memories(
        self,
        *,
        memory_ids: list[str],
    ) -> DeleteMemoriesAnswer:
        """Delete many memories for good.

        Takes a list of ids. Unknown ids are ignored, so you can repeat the request.

        Needs the scope `memories:write`.

        - memory_ids: The ids of the memories.
        """

    @operation("POST", "/v1/dev/user/memories/{memory_id}/review")
    def review_memory(
        self,
        memory_id: str,
        *,
        value: bool | None,
    ) -> MemoryDetail:
        """Keep or reject a memory.

        `true` keeps the memory. `false` rejects the memory: it disappears from lists and
        searches, and conversations do not add the fact again, in any wording. `null` removes the
        review.

        Needs the scope `memories:write`.

        - memory_id: The id of the memory.
        - value: `true`: kept; `false`: rejected; `null`: not reviewed.
        """

    list_own_memories = list_memories.at("GET", "/v3/memories")
    iter_own_memories = list_own_memories.each()

    create_own_memory = create_memory.at("POST", "/v3/memories")

    @operation("DELETE", "/v3/memories")
    def delete_all_memories(self, *, confirm: str = ...) -> DeleteMemoriesAnswer:
        """Delete all memories for good.

        Requires `confirm=delete-all-my-memories`.

        - confirm: Must be `delete-all-my-memories`.
        """

    create_own_memories = create_memories.at("POST", "/v3/memories/batch")

    import_own_memories = import_memories.at("POST", "/v3/memories/import")

    search_own_memories = search_memories.at("POST", "/v3/memories/search")

    delete_own_memories = delete_memories.at("POST", "/v3/memories/batch-delete")

    get_own_memory = get_memory.at("GET", "/v3/memories/{memory_id}")

    update_own_memory = update_memory.at("PATCH", "/v3/memories/{memory_id}")

    delete_own_memory = delete_memory.at("DELETE", "/v3/memories/{memory_id}")

    get_own_memory_history = get_memory_history.at("GET", "/v3/memories/{memory_id}/history")

    @operation("PATCH", "/v3/memories/{memory_id}/visibility")
    def change_memory_visibility(
        self,
        memory_id: str,
        *,
        value: Literal["public", "private"],
    ) -> ChangeMemoryVisibilityAnswer:
        """Set the visibility of a memory.

        A public memory may be shown to others by your own apps. This service does not publish
        it.

        - memory_id: The id of the memory.
        - value: The new visibility.
        """

    review_own_memory = review_memory.at("POST", "/v3/memories/{memory_id}/review")

    @paged("GET", "/v1/mcp/memories", "page")
    def assistant_list_memories(
        self,
        *,
        categories: list[str] = ...,
        closed: bool = ...,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        sort: ListMemoriesSort = ...,
        reviewed: bool = ...,
        manually_added: bool = ...,
        updated_after: str = ...,
        filter: str = ...,
        include_activity: bool = ...,
        include_sensitive: bool = ...,
    ) -> Page[AssistantMemory]:
        """List memories as assistants see them.

        The newest come first unless `sort` says otherwise. Leaves out rejected and closed
        memories.

        Needs the scope `memories.read`.

        - categories: Of interesting, system, manual.
        - closed: True: only facts that are no longer true.
        - limit: 1 to 500; default 25.
        - offset: The number of items to skip.
        - cursor: `next_cursor` of the last page.
        - sort: The order.
        - reviewed: Only records whose `reviewed` has this value. Default: both.
        - manually_added: Only records whose `manually_added` has this value. Default: both.
        - updated_after: Changed later; ISO 8601.
        - filter: More filters, like tags=work&updated_from=2026-01-31&sort=updated_desc.
        - include_activity: Has no effect.
        - include_sensitive: Has no effect.
        """

    iter_assistant_memories = assistant_list_memories.each()

    assistant_create_memory = create_memory.at("POST", "/v1/mcp/memories")

    @paged("GET", "/v1/mcp/memories/search", "page")
    def assistant_search_memories(
        self,
        *,
        query: str,
        limit: int = ...,
    ) -> Page[AssistantSearchMemoriesItem]:
        """Search memories by meaning.

        The best match comes first. Does not find deleted or rejected memories.

        Needs the scope `memories.read`.

        - query: Question or words.
        - limit: 1 to 20; default 10.
        """

    iter_assistant_search_memories = assistant_search_memories.each()

    assistant_get_memory = get_memory.at("GET", "/v1/mcp/memories/{memory_id}")

    @operation("PATCH", "/v1/mcp/memories/{memory_id}")
    def assistant_edit_memory(
        self,
        memory_id: str,
        *,
        value: str,
    ) -> ChangeMemoryVisibilityAnswer:
        """Change the text of a memory.

        Takes the new text from the query string.

        Needs the scope `memories.write`.

        - memory_id: The id of the memory.
        - value: The fact, 1 to 500 characters.
        """

    @operation("DELETE", "/v1/mcp/memories/{memory_id}")
    def assistant_delete_memory(self, memory_id: str) -> ChangeMemoryVisibilityAnswer:
        """Delete a memory for good.

        You cannot undo this. To teach the service that a memory is wrong, reject it instead.

        Needs the scope `memories.write`.

        - memory_id: From a list or search.
        """

    assistant_get_memory_history = get_memory_history.at(
        "GET", "/v1/mcp/memories/{memory_id}/history"
    )

    @operation("GET", "/v1/dev/user/meetings")
    def list_meetings(
        self,
        *,
        from_: str = ...,
        to: str = ...,
        limit: int = ...,
    ) -> ListMeetingsAnswer:
        """List the meetings of your calendars.

        The meetings of the calendars that you connected, the earliest first; by default those of
        the next 30 days. `before` says what was said with their people before.

        Needs the scope `conversations:read`.

        - from_: The first day or time; now by default.
        - to: The last day or time; 30 days after `from` by default.
        - limit: The number of items to return, 1 to 50. The service replaces a value outside
          this range with the nearest limit.
        """

    @operation("GET", "/v1/dev/user/conversations/{conversation_id}/meeting")
    def get_conversation_meeting(
        self,
        conversation_id: str,
    ) -> GetConversationMeetingAnswer:
        """Get the meeting of a conversation.

        At least half of the conversation took place in the meeting. Its people are probably the
        speakers.

        Needs the scope `conversations:read`.

        - conversation_id: The id of the conversation.
        """

    @paged("GET", "/v1/dev/user/action-items", "page")
    def list_action_items(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        due: str = ...,
        due_from: str = ...,
        due_to: str = ...,
        done: str = ...,
        done_from: str = ...,
        done_to: str = ...,
        completed: bool = ...,
        manually_added: bool = ...,
        source: str = ...,
        external_id: str = ...,
        conversation_id: str = ...,
        person_id: str = ...,
        folder_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        sort: ListActionItemsSort = ...,
        filter: str = ...,
        include: list[Literal["external"]] = ...,
    ) -> Page[ActionItem]:
        """List action items, newest first.

        Includes finished items unless `completed` says otherwise. `due=this_week` lists what is
        due this week.

        Needs the scope `action_items:read`.

        - limit: The number of items to return, 1 to 1000. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - start_date: The earliest time of creation; a date without a time means that day in the
          user's time zone.
        - end_date: The latest time of creation; a date without a time includes that whole day.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - due: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - due_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601.
        - due_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO 8601.
          A day is included whole.
        - done: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - done_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601.
        - done_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - completed: Only records whose `completed` has this value. Default: both.
        - manually_added: Only records whose `manually_added` has this value. Default: both.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - conversation_id: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - folder_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - sort: The order of the list. Default: `created_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        - include: Comma-separated. `external` adds `source`, `external_id` and `metadata`.
        """

    iter_action_items = list_action_items.each()

    @operation("POST", "/v1/dev/user/action-items")
    def create_action_item(
        self,
        *,
        description: str,
        due_at: str | None = ...,
        completed: bool = ...,
        completed_at: str | None = ...,
        due_words: ActionItemCreateDueWords = ...,
        source: str | None = ...,
        external_id: str | None = ...,
        metadata: dict[str, Any] | None = ...,
        created_at: str | None = ...,
    ) -> ActionItem:
        """Create an action item.

        Without `due_at` the item has no date, unless `due_words` reads one from the text.

        Needs the scope `action_items:write`.

        - description: A task of the user.
        - due_at: The time at which the task is due, ISO 8601 with a zone. Null: no date.
        - completed: True for a task that is done.
        - completed_at: The time at which the task was done, from 1970 until now. Default for a
          completed task: now.
        - due_words: Reads the time at which the task is due from `description`, as in “call Ana
          tomorrow at five”, when there is no `due_at`.
        - source: The program or service from which the record comes, such as `todoist`. Null: no
          source.
        - external_id: The id of the record in its source. Each id creates one record: sending it
          again changes nothing and answers with the stored record. Null: no external id.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null: no data.
        - created_at: The time at which the record was made in its source, from 1970 until now.
          Default: now.
        """

    @operation("POST", "/v1/dev/user/action-items/batch")
    def create_action_items(
        self,
        *,
        action_items: list[ActionItemCreate],
    ) -> CreateActionItemsAnswer:
        """Create action items in a batch.

        Stores all of them or none.

        Needs the scope `action_items:write`.

        - action_items: At most 50.
        """

    @operation("POST", "/v1/dev/user/action-items/import")
    def import_action_items(
        self,
        *,
        items: list[ActionItemCreate | Any],
    ) -> ImportAnswer:
        """Import many action items.

        Reports an outcome for each item; an item that is refused does not affect the others.
        With `external_id`, sending items again changes nothing.

        Needs the scope `action_items:write`.

        - items: At most 500. The body may have 1 MiB.
        """

    @operation("POST", "/v1/dev/user/action-items/due-time")
    def read_due_time(
        self,
        *,
        description: str,
        at: str = ...,
        language: str = ...,
    ) -> ReadDueTimeAnswer:
        """Read from its words when a task is due.

        Stores nothing. `due_words` of a new action item reads the same.

        Needs the scope `action_items:read`.

        - description: A task of the user.
        - at: When the words were written. Default: now.
        - language: ISO 639-1. Default: the language of the account; English is understood, too.
        """

    @operation("POST", "/v1/dev/user/action-items/search")
    def search_action_items(
        self,
        *,
        query: str,
        limit: int = ...,
        completed: bool | None = ...,
    ) -> SearchActionItemsAnswer:
        """Search action items.

        The best match comes first.

        Needs the scope `action_items:read`.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - completed: Only done or only open tasks; null or absent: both.
        """

    @operation("GET", "/v1/dev/user/action-items/{action_item_id}")
    def get_action_item(
        self,
        action_item_id: str,
        *,
        include: list[Literal["external"]] = ...,
    ) -> ActionItem:
        """Get one action item.

        Returns finished items too.

        Needs the scope `action_items:read`.

        - action_item_id: The id of the action item.
        - include: Comma-separated. `external` adds `source`, `external_id` and `metadata`.
        """

    @operation("PATCH", "/v1/dev/user/action-items/{action_item_id}")
    def update_action_item(
        self,
        action_item_id: str,
        *,
        description: str = ...,
        due_at: str | None = ...,
        completed: bool = ...,
        metadata: dict[str, Any] | None = ...,
    ) -> ActionItem:
        """Change an action item.

        `due_at: null` removes the date; `completed` sets or clears `completed_at`.

        Needs the scope `action_items:write`.

        - action_item_id: The id of the action item.
        - description: A task of the user.
        - due_at: null removes the date.
        - completed: True marks the task as done, false opens it again.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null removes the data.
        """

    @operation("DELETE", "/v1/dev/user/action-items/{action_item_id}")
    def delete_action_item(self, action_item_id: str) -> DeleteMemoryAnswer:
        """Delete an action item for good.

        You cannot undo this. To keep the item as done, set `completed` instead.

        Needs the scope `action_items:write`.

        - action_item_id: From a list or search.
        """

    @paged("GET", "/v1/mcp/action-items", "page")
    def assistant_list_action_items(
        self,
        *,
        completed: bool = ...,
        due_start_date: str = ...,
        due_end_date: str = ...,
        filter: str = ...,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
    ) -> Page[AssistantActionItem]:
        """List action items as assistants see them, newest first.

        Includes finished items unless `completed` says otherwise.

        Needs the scope `action_items.read`.

        - completed: Default: both.
        - due_start_date: First day, yyyy-mm-dd.
        - due_end_date: Last day.
        - filter: More filters, like due=this_week&sort=due_asc.
        - limit: 1 to 500; default 100.
        - offset: The number of items to skip.
        - cursor: `next_cursor` of the last page.
        """

    iter_assistant_action_items = assistant_list_action_items.each()

    @operation("POST", "/v1/mcp/action-items")
    def assistant_create_action_item(
        self,
        *,
        description: str,
        due_at: str | None = ...,
        completed: bool = ...,
    ) -> AssistantActionItemCreated:
        """Create an action item unless it exists.

        If an item with the same text and state exists, returns that item with `known: true`. A
        date without a time means the end of that day; a time without a zone is in the time zone
        of the user.

        Needs the scope `action_items.write`.

        - description: A task of the user.
        - due_at: yyyy-mm-dd or ISO 8601.
        - completed: True for a task that is done.
        """

    @paged("GET", "/v1/mcp/action-items/search", "page")
    def assistant_search_action_items(
        self,
        *,
        query: str,
        limit: int = ...,
    ) -> Page[AssistantActionItemFound]:
        """Search action items by meaning.

        The best match comes first.

        Needs the scope `action_items.read`.

        - query: Question or words.
        - limit: 1 to 50; default 10.
        """

    iter_assistant_search_action_items = assistant_search_action_items.each()

    assistant_get_action_item = get_action_item.at("GET", "/v1/mcp/action-items/{action_item_id}")

    @operation("PATCH", "/v1/mcp/action-items/{action_item_id}")
    def assistant_update_action_item(
        self,
        action_item_id: str,
        *,
        description: str = ...,
        due_at: str | None = ...,
        completed: bool = ...,
    ) -> AssistantActionItem:
        """Change an action item.

        Changes only the fields that you send. `due_at: null` or an empty `due_at` removes the
        date.

        Needs the scope `action_items.write`.

        - action_item_id: From a list or search.
        - description: A task of the user.
        - due_at: yyyy-mm-dd or ISO 8601.
        - completed: Done or open.
        """

    assistant_delete_action_item = delete_action_item.at(
        "DELETE", "/v1/mcp/action-items/{action_item_id}"
    )

    @operation("POST", "/v1/mcp/action-items/{action_item_id}/complete")
    def assistant_complete_action_item(
        self,
        action_item_id: str,
        *,
        completed: bool = ...,
    ) -> AssistantActionItem:
        """Mark an action item as done, or as open again.

        Needs the scope `action_items.write`.

        - action_item_id: From a list or search.
        - completed: `false` opens it again.
        """

    @paged("GET", "/v1/dev/user/goals", "page")
    def list_goals(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        include_inactive: bool = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        horizon: str = ...,
        horizon_from: str = ...,
        horizon_to: str = ...,
        status: str = ...,
        source: str = ...,
        text: str = ...,
        sort: ListGoalsSort = ...,
        filter: str = ...,
    ) -> Page[DeveloperGoal]:
        """List goals, newest first.

        Leaves out goals that are achieved or abandoned, unless you ask for them.

        Needs the scope `goals:read`.

        - limit: The number of items to return, 1 to 1000. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - include_inactive: Includes achieved and abandoned goals.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - horizon: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - horizon_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - horizon_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - status: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - sort: The order of the list. Default: `created_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        """

    iter_goals = list_goals.each()

    @operation("POST", "/v1/dev/user/goals")
    def create_goal(
        self,
        *,
        title: str,
        desired_outcome: str | None = ...,
        why_it_matters: str | None = ...,
        success_criteria: list[str] | None = ...,
        horizon_at: str | None = ...,
        goal_type: Literal["boolean", "scale", "numeric"] | None = ...,
        target_value: float | None = ...,
        current_value: float | None = ...,
        min_value: float | None = ...,
        max_value: float | None = ...,
        unit: str | None = ...,
    ) -> DeveloperGoal:
        """Create a goal.

        Send a metric (`goal_type` and `target_value`; for `boolean` the target is 1) or none of
        its fields. `current_value` begins at 0.

        Needs the scope `goals:write`.

        - title: The subject of the goal.
        - desired_outcome: Default: the title.
        - why_it_matters: The reason for the goal. Null: no reason.
        - success_criteria: Signs that the goal is reached; at most 20. Null: none.
        - horizon_at: The date by which you want to reach the goal, ISO 8601 with a zone. Null:
          no date.
        - goal_type: `boolean` is 0 or 1, `scale` a number between two limits, `numeric` any
          number. Null: not set.
        - target_value: The value at which the goal is reached. Null: not set.
        - current_value: The current value; the history keeps the last value of each day. Null:
          not set.
        - min_value: The lowest value; at most `max_value`. Null: no limit.
        - max_value: The highest value. Null: no limit.
        - unit: The unit of the values. Null: no unit.
        """

    @operation("GET", "/v1/dev/user/goals/{goal_id}")
    def get_goal(self, goal_id: str) -> DeveloperGoal:
        """Get one goal.

        Returns finished goals too.

        Needs the scope `goals:read`.

        - goal_id: The id of the goal.
        """

    @operation("PATCH", "/v1/dev/user/goals/{goal_id}")
    def update_goal(
        self,
        goal_id: str,
        *,
        title: str = ...,
        desired_outcome: str = ...,
        why_it_matters: str | None = ...,
        success_criteria: list[str] = ...,
        horizon_at: str | None = ...,
        status: DeveloperGoalStatus = ...,
        focus_rank: int | None = ...,
        target_value: float = ...,
        current_value: float = ...,
        min_value: float | None = ...,
        max_value: float | None = ...,
        unit: str | None = ...,
    ) -> DeveloperGoal:
        """Change a goal.

        Changes only the fields that you send; `null` clears an optional field. You cannot change
        the kind of the metric.

        Needs the scope `goals:write`.

        - goal_id: The id of the goal.
        - title: The subject of the goal.
        - desired_outcome: A description of the situation when the goal is reached.
        - why_it_matters: The reason for the goal. Null removes it.
        - success_criteria: Signs that the goal is reached; at most 20.
        - horizon_at: The date by which you want to reach the goal, ISO 8601 with a zone. Null
          removes it.
        - status: `achieved` and `abandoned` goals have ended; all others are active.
        - focus_rank: The position among the goals in focus; 1 is first. Null removes it.
        - target_value: The value at which the goal is reached.
        - current_value: The current value; the history keeps the last value of each day.
        - min_value: The lowest value; at most `max_value`. Null removes it.
        - max_value: The highest value. Null removes it.
        - unit: The unit of the values. Null removes it.
        """

    @operation("DELETE", "/v1/dev/user/goals/{goal_id}")
    def delete_goal(self, goal_id: str) -> DeleteMemoryAnswer:
        """Delete a goal and its history for good.

        You cannot undo this. To keep the history of a goal, set `status` to `abandoned`.

        Needs the scope `goals:write`.

        - goal_id: The id of the goal.
        """

    @operation("PATCH", "/v1/dev/user/goals/{goal_id}/progress")
    def record_goal_progress(
        self,
        goal_id: str,
        *,
        current_value: float,
    ) -> DeveloperGoal:
        """Set the current value of a goal.

        The history of the goal keeps the last value of each day. Reaching the target does not
        end the goal; to end it, change its `status`.

        Needs the scope `goals:write`.

        - goal_id: The id of the goal.
        - current_value: The current value; the history keeps the last value of each day.
        """

    @operation("GET", "/v1/dev/user/goals/{goal_id}/history")
    def get_goal_history(
        self,
        goal_id: str,
        *,
        days: int = ...,
    ) -> list[GoalDay]:
        """List the values of a goal by day, newest first.

        Returns the last value of each day on which a value was set.

        Needs the scope `goals:read`.

        - goal_id: The id of the goal.
        - days: The number of days, including today.
        """

    @paged("GET", "/v1/mcp/goals", "page")
    def assistant_list_goals(
        self,
        *,
        include_inactive: bool = ...,
        filter: str = ...,
    ) -> Page[AssistantGoal]:
        """List goals as assistants see them, newest first.

        Leaves out goals that are achieved or abandoned, unless you ask for them.

        Needs the scope `goals.read`.

        - include_inactive: Includes achieved and abandoned goals.
        - filter: More filters, like status=paused.
        """

    iter_assistant_goals = assistant_list_goals.each()

    @paged("GET", "/v1/dev/user/daily-summaries", "page")
    def list_day_summaries(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        text: str = ...,
        sort: Literal["date_desc", "date_asc"] = ...,
        filter: str = ...,
    ) -> Page[DaySummary]:
        """List daily summaries, newest first.

        Each past day with a conversation worth keeping gets a summary, even if the conversations
        arrive later. All changes since a summary was made are applied before it is returned.

        Needs the scope `conversations:read`.

        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: `next_cursor` of the last page.
        - start_date: The first day.
        - end_date: The last day.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - text: Only records that contain all these words. Use a search for the best matches.
        - sort: The order of the list. Default: `date_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        """

    iter_day_summaries = list_day_summaries.each()

    @operation("GET", "/v1/dev/user/daily-summaries/{summary_id}")
    def get_day_summary(self, summary_id: str) -> DaySummary:
        """Get a daily summary.

        `highlights` lists its conversations by id.

        Needs the scope `conversations:read`.

        - summary_id: The id of the summary.
        """

    list_own_day_summaries = list_day_summaries.at("GET", "/v1/users/daily-summaries")
    iter_own_day_summaries = list_own_day_summaries.each()

    get_own_day_summary = get_day_summary.at("GET", "/v1/users/daily-summaries/{summary_id}")

    @operation("POST", "/v1/users/daily-summaries/{date}/refresh")
    def refresh_day_summary(self, date: str) -> DaySummary:
        """Make or remake a daily summary now.

        Works for today and for any earlier day.

        - date: The day in the user's time zone.
        """

    @paged("GET", "/v1/mcp/daily-summaries", "page")
    def assistant_list_day_summaries(
        self,
        *,
        start_date: str = ...,
        end_date: str = ...,
        filter: str = ...,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
    ) -> Page[AssistantDay]:
        """List daily summaries as assistants see them, newest first.

        Lists only past days with a conversation worth keeping.

        Needs the scope `conversations.read`.

        - start_date: First day, yyyy-mm-dd.
        - end_date: Last day.
        - filter: More filters, like text=boat.
        - limit: 1 to 100; default 30.
        - offset: The number of items to skip.
        - cursor: `next_cursor` of the last page.
        """

    iter_assistant_day_summaries = assistant_list_day_summaries.each()

    assistant_get_day_summary = get_day_summary.at("GET", "/v1/mcp/daily-summaries/{summary_id}")

    @operation("GET", "/v1/dev/user/folders")
    def list_folders(self) -> list[DeveloperFolder]:
        """List folders, in the user's order.

        Does not create folders, so the list is empty for users who never opened the folders in
        an app.

        Needs the scope `conversations:read`.
        """

    @operation("POST", "/v1/dev/user/folders")
    def create_folder(
        self,
        *,
        name: str,
        description: str | None = ...,
        color: str = ...,
        icon: str = ...,
        category_mapping: FolderCategoryMapping | None = ...,
    ) -> Folder:
        """Create a folder.

        The new folder comes last. A user may create 50.

        Needs the scope `conversations:write`.

        - name: Unique among the folders of the user; case is ignored.
        - description: The purpose of the folder; null for none.
        - color: `#RRGGBB`
        - icon: The name of an icon, or an emoji.
        - category_mapping: The service puts new conversations of this category into this folder;
          null: none.
        """

    @operation("GET", "/v1/dev/user/folders/{folder_id}")
    def get_folder(self, folder_id: str) -> Folder:
        """Get one folder.

        Includes the number of its completed conversations.

        Needs the scope `conversations:read`.

        - folder_id: The id of the folder.
        """

    @operation("PATCH", "/v1/dev/user/folders/{folder_id}")
    def update_folder(
        self,
        folder_id: str,
        *,
        name: str = ...,
        description: str | None = ...,
        color: str = ...,
        icon: str = ...,
        order: int = ...,
        category_mapping: FolderCategoryMapping | None = ...,
    ) -> Folder:
        """Change a folder.

        You cannot rename the folders that every user has.

        Needs the scope `conversations:write`.

        - folder_id: The id of the folder.
        - name: Unique among the folders of the user; case is ignored.
        - description: null removes the description.
        - color: `#RRGGBB`
        - icon: The name of an icon, or an emoji.
        - order: The new position among the folders of the user, from 0.
        - category_mapping: The service puts new conversations of this category into this folder;
          null: none.
        """

    @operation("DELETE", "/v1/dev/user/folders/{folder_id}")
    def delete_folder(
        self,
        folder_id: str,
        *,
        move_to_folder_id: str = ...,
    ) -> DeleteMemoryAnswer:
        """Delete a folder.

        The conversations in it are kept. You cannot delete the folders that every user has.

        Needs the scope `conversations:write`.

        - folder_id: The id of the folder.
        - move_to_folder_id: The folder that receives the conversations. Default: the default
          folder, if it exists.
        """

    @operation("PATCH", "/v1/dev/user/conversations/{conversation_id}/folder")
    def move_conversation_to_folder(
        self,
        conversation_id: str,
        *,
        folder_id: str | None,
    ) -> ChangeMemoryVisibilityAnswer:
        """Move a conversation into a folder, or remove it from its folder.

        A conversation is in one folder or in none.

        Needs the scope `conversations:write`.

        - conversation_id: The id of the conversation.
        - folder_id: null removes the conversation from its folder.
        """

    @operation("GET", "/v1/folders")
    def list_own_folders(self) -> list[Folder]:
        """List folders, in the user's order.

        The first request creates the folders Work, Personal, Social.
        """

    create_own_folder = create_folder.at("POST", "/v1/folders")

    @operation("POST", "/v1/folders/reorder")
    def reorder_folders(
        self,
        *,
        folder_ids: list[str],
    ) -> ChangeMemoryVisibilityAnswer:
        """Reorder folders.

        Folders that are not in the list follow in their current order.

        - folder_ids: The ids of the folders, in the new order.
        """

    get_own_folder = get_folder.at("GET", "/v1/folders/{folder_id}")

    update_own_folder = update_folder.at("PATCH", "/v1/folders/{folder_id}")

    @operation("DELETE", "/v1/folders/{folder_id}", "nothing")
    def delete_own_folder(
        self,
        folder_id: str,
        *,
        move_to_folder_id: str = ...,
    ) -> None:
        """Delete a folder.

        The conversations in it are kept. You cannot delete the folders that every user has.

        - folder_id: The id of the folder.
        - move_to_folder_id: The folder that receives the conversations. Default: the default
          folder, if it exists.
        """

    @paged("GET", "/v1/folders/{folder_id}/conversations", "page")
    def list_folder_conversations(
        self,
        folder_id: str,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        statuses: str = ...,
        include_discarded: bool = ...,
        sources: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        started: str = ...,
        started_from: str = ...,
        started_to: str = ...,
        starred: bool = ...,
        visibility: str = ...,
        source: str = ...,
        external_id: str = ...,
        understood_by: str = ...,
        person_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        sort: ListFolderConversationsSort = ...,
        filter: str = ...,
    ) -> Page[Conversation]:
        """List the complete conversations of a folder, newest first.

        Takes the same filters as the list of all conversations.

        - folder_id: The id of the folder.
        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - statuses: Comma-separated: in_progress, processing, completed, failed.
        - include_discarded: Includes conversations that the service found not worth keeping.
        - sources: Comma-separated.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
        - end_date: ISO 8601; a date without a time includes that whole day.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - started: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - started_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - started_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - starred: Only records whose `starred` has this value. Default: both.
        - visibility: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - understood_by: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - sort: The order of the list. Default: `created_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        """

    iter_folder_conversations = list_folder_conversations.each()

    @operation("POST", "/v1/folders/{folder_id}/conversations/bulk-move")
    def move_conversations_to_folder(
        self,
        folder_id: str,
        *,
        conversation_ids: list[str],
    ) -> MoveConversationsToFolderAnswer:
        """Move many conversations into a folder, all or nothing.

        If an id is unknown, nothing is moved. The error names its position in the list.

        - folder_id: The id of the folder.
        - conversation_ids: The ids of the conversations.
        """

    move_own_conversation_to_folder = move_conversation_to_folder.at(
        "PATCH", "/v1/conversations/{conversation_id}/folder"
    )

    @paged("GET", "/v1/dev/user/people", "page")
    def list_people(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        text: str = ...,
        sort: ListPeopleSort = ...,
        filter: str = ...,
        include_speech_samples: bool = ...,
    ) -> Page[Person]:
        """List people in the order of creation.

        You can assign segments of conversations to these people.

        Needs the scope `conversations:read`.

        - limit: The number of items to return, 1 to 1000. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - text: Only records that contain all these words. Use a search for the best matches.
        - sort: The order of the list. Default: `created_asc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        - include_speech_samples: Accepted for older clients; the answer always contains samples.
        """

    iter_people = list_people.each()

    @operation("POST", "/v1/dev/user/people")
    def create_person(self, *, name: str) -> Person:
        """Add a person.

        Segments that are assigned to the person show this name. Each name is unique.

        Needs the scope `conversations:write`.

        - name: Unique among the people of the user; case is ignored.
        """

    @operation("GET", "/v1/dev/user/people/{person_id}")
    def get_person(
        self,
        person_id: str,
        *,
        include_speech_samples: bool = ...,
    ) -> Person:
        """Get one person.

        Includes the seconds of speech in the person's voiceprint.

        Needs the scope `conversations:read`.

        - person_id: The id of the person.
        - include_speech_samples: Accepted for older clients; the answer always contains samples.
        """

    @operation("PATCH", "/v1/dev/user/people/{person_id}")
    def update_person(self, person_id: str, *, name: str) -> Person:
        """Change the name of a person.

        The new name appears in all conversations, including past ones.

        Needs the scope `conversations:write`.

        - person_id: The id of the person.
        - name: Unique among the people of the user; case is ignored.
        """

    @operation("DELETE", "/v1/dev/user/people/{person_id}")
    def delete_person(self, person_id: str) -> DeleteMemoryAnswer:
        """Delete a person.

        The segments of the person stay, without the name.

        Needs the scope `conversations:write`.

        - person_id: The id of the person.
        """

    list_own_people = list_people.at("GET", "/v1/users/people")
    iter_own_people = list_own_people.each()

    create_own_person = create_person.at("POST", "/v1/users/people")

    get_own_person = get_person.at("GET", "/v1/users/people/{person_id}")

    update_own_person = update_person.at("PATCH", "/v1/users/people/{person_id}")

    @operation("DELETE", "/v1/users/people/{person_id}", "nothing")
    def delete_own_person(self, person_id: str) -> None:
        """Delete a person.

        The segments of the person stay, without the name.

        - person_id: The id of the person.
        """

    @operation("PATCH", "/v1/users/people/{person_id}/name")
    def rename_person(
        self,
        person_id: str,
        *,
        value: str,
    ) -> ChangeMemoryVisibilityAnswer:
        """Change the name of a person.

        The new name appears in all conversations, including past ones.

        - person_id: The id of the person.
        - value: The new name.
        """

    @operation("POST", "/v1/users/people/{person_id}/merge")
    def merge_people(
        self,
        person_id: str,
        *,
        other_person_id: str,
    ) -> Person:
        """Merge two people.

        Assigns all segments and the voice of the other person to this one, and deletes the
        other. Returns the remaining person.

        - person_id: The id of the remaining person.
        - other_person_id: The id of the person who is deleted after the merge.
        """

    @operation("GET", "/v1/dev/user/vocabulary")
    def get_vocabulary(self) -> Vocabulary:
        """List the names and terms that the user is likely to say.

        Recognisers expect these words, and a word that sounds the same becomes one of them when
        the recogniser was not sure.

        Needs the scope `conversations:read`.
        """

    @operation("PUT", "/v1/dev/user/vocabulary")
    def replace_vocabulary(self, *, words: list[str]) -> Vocabulary:
        """Replace the list of names and terms.

        Sets the whole list: read it first, and send `If-Match` so that no word learned meanwhile
        is lost. A live session corrects with the new list at once, and its recogniser gets it
        with the next conversation.

        Needs the scope `conversations:write`.

        - words: The whole list, the most important first, at most 500. Learned words that are
          not in it are removed. Words that differ only in case or spaces are one word.
        """

    get_own_vocabulary = get_vocabulary.at("GET", "/v1/users/me/vocabulary")

    replace_own_vocabulary = replace_vocabulary.at("PUT", "/v1/users/me/vocabulary")

    @operation("GET", "/v1/users/me/suggestions")
    def list_suggestions(self, *, since: str = ...) -> ListSuggestionsAnswer:
        """List what conversations may have said.

        The service asks you about what it read with too little certainty. Returns at most 50,
        without those about which you have decided.

        - since: The earliest time of creation. Default: seven days ago.
        """

    @operation("POST", "/v1/users/me/suggestions/{suggestion_id}/keep")
    def keep_suggestion(
        self,
        suggestion_id: str,
        *,
        text: str = ...,
    ) -> KeptSuggestion:
        """Keep a suggestion.

        Makes the task, the event or the memory, and returns it. An event without a time becomes
        a task. Answers 409 when you have decided already.

        - suggestion_id: The id of the suggestion.
        - text: Better words. Default: those of the suggestion.
        """

    @operation("POST", "/v1/users/me/suggestions/{suggestion_id}/drop", "nothing")
    def drop_suggestion(self, suggestion_id: str) -> None:
        """Drop a suggestion.

        The service does not ask about these words again. Answers 409 when you have decided
        already.

        - suggestion_id: The id of the suggestion.
        """

    @operation("GET", "/v1/users/me/training-examples")
    def list_training_examples(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
    ) -> ListTrainingExamplesAnswer:
        """List the sentences about which the user decided, oldest first.

        Contains only decisions that were made while `keeps_examples` of the account is true.

        - limit: The number of items to return, 1 to 1000. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        """

    @operation("POST", "/v3/upload-audio", files=("file",))
    def upload_speech_profile(self, *, file: File) -> UploadedSpeechProfile:
        """Upload a recording of your voice.

        Takes a recording of your voice alone, 5 to 180 seconds long, as WAV or, if ffmpeg is
        installed, in any format that ffmpeg reads. The service removes silence and keeps the
        rest, so that a better model can compute your voiceprint again. The new recording
        replaces the previous one. From then on, only words in this voice count as yours in live
        conversations.

        - file: The recording.
        """

    @operation("POST", "/v1/users/speech-profile/try", files=("file",))
    def try_speech_profile(self, *, file: File) -> TrySpeechProfileAnswer:
        """Test whether the service recognises your voice.

        Compares a recording of one voice with your speech profile and with the voices of your
        people. Nothing is stored. Uses the first 60 seconds.

        - file: The recording.
        """

    @operation("GET", "/v3/speech-profile")
    def has_speech_profile(self) -> HasSpeechProfileAnswer:
        """Check if a recording of your voice exists.

        Without a recording, the service may treat everything that your device hears as your
        words.
        """

    @operation("DELETE", "/v3/speech-profile")
    def delete_speech_profile(self) -> DeleteMemoryAnswer:
        """Delete the recording of your voice, and its voiceprint.

        Existing segments keep their speakers.
        """

    @operation("GET", "/v4/speech-profile")
    def get_speech_profile(self) -> GetSpeechProfileAnswer:
        """Get the address of the recording of your voice.

        The address is null when there is no recording.
        """

    @operation("GET", "/v3/speech-profile/status")
    def get_speech_profile_status(self) -> SpeechProfileStatus:
        """Get the state and the quality of your speech profile.

        Describes each problem of the recording in a sentence.
        """

    @operation("GET", "/v3/speech-profile/expand")
    def list_speech_samples(self) -> list[str]:
        """List further recordings of your voice, from conversations.

        The list is always empty. The service keeps voiceprints from conversations, but no sound.
        """

    @operation("DELETE", "/v3/speech-profile/expand")
    def delete_speech_sample(
        self,
        *,
        memory_id: str,
        segment_idx: int = ...,
        person_id: str = ...,
    ) -> ChangeMemoryVisibilityAnswer:
        """Delete voice data from a conversation.

        Deletes the voice data of one person, or without `person_id` of all people in the
        conversation. Segments stay assigned to their people.

        - memory_id: The id of the conversation.
        - segment_idx: Accepted for older clients; has no effect.
        - person_id: The id of the person.
        """

    @operation("GET", "/v3/speech-profile/recordings/{recording_id}", "bytes")
    def hear_speech_profile(self, recording_id: str) -> bytes:
        """Download the recording of your voice.

        Returns a WAV file at 16 kHz, without the silence of the original.

        - recording_id: The id of the recording.
        """

    @paged("GET", "/v1/dev/user/conversations", "page")
    def list_conversations(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        categories: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        started: str = ...,
        started_from: str = ...,
        started_to: str = ...,
        starred: bool = ...,
        visibility: str = ...,
        source: str = ...,
        external_id: str = ...,
        understood_by: str = ...,
        person_id: str = ...,
        folder_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        sort: ListFolderConversationsSort = ...,
        filter: str = ...,
        status: Literal["completed", "processing", "failed"] = ...,
        include_discarded: bool = ...,
        include_transcript: bool = ...,
        include: list[Literal["status", "external"]] = ...,
    ) -> Page[DeveloperConversation]:
        """List conversations, newest first.

        Returns completed conversations that were worth keeping, unless `status` or
        `include_discarded` says otherwise.

        Needs the scope `conversations:read`.

        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
        - end_date: ISO 8601; a date without a time includes that whole day.
        - categories: Comma-separated names.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - started: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - started_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - started_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - starred: Only records whose `starred` has this value. Default: both.
        - visibility: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - understood_by: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - folder_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - sort: The order of the list. Default: `created_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        - status: You can retry `failed` conversations.
        - include_discarded: Includes conversations that the service found not worth keeping.
        - include_transcript: Fills `transcript_segments`. The page then has at most 25
          conversations.
        - include: Comma-separated. `status` adds `status`, `discarded`, `failure` and
          `understood_by` to conversations. `external` adds `external_id` and `metadata`.
        """

    iter_conversations = list_conversations.each()

    @operation("POST", "/v1/dev/user/conversations")
    def create_conversation(
        self,
        *,
        text: str,
        text_source: Literal["audio_transcript", "message", "other_text"] = ...,
        text_source_spec: str | None = ...,
        started_at: str | None = ...,
        finished_at: str | None = ...,
        language: str = ...,
        geolocation: GeolocationInput | None = ...,
        client_session_id: str | None = ...,
        source: str = ...,
        external_id: str | None = ...,
        metadata: dict[str, Any] | None = ...,
        created_at: str | None = ...,
    ) -> CreatedConversation:
        """Create a conversation from text.

        Takes a note, a message, or a written transcript with lines such as `Ana: Hello`. The
        names in an `audio_transcript` or a `message` become people. The service writes a title
        and an overview, finds action items and events, and stores facts about the user as
        memories. The answer is usually `completed`; with a slow language model, it may be
        `processing`.

        Needs the scope `conversations:write`.

        - text: The whole text.
        - text_source: The kind of the text.
        - text_source_spec: The origin of the text, in your words.
        - started_at: The start of the conversation. Relative dates such as "tomorrow" count from
          this time.
        - finished_at: Default: the end of the words, at least 5 minutes after the start.
        - language: ISO 639-1, such as `en`. Default: the language of the account, else `en`.
        - geolocation: The place of the conversation; null when it is not known.
        - client_session_id: Your id for the conversation; each id creates only one.
        - source: The program or service from which the text comes.
        - external_id: The id of the record in its source. Each id creates one record: sending it
          again changes nothing and answers with the stored record. Null: no external id.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null: no data.
        - created_at: The time at which the record was made in its source, from 1970 until now.
          Default: now.
        """

    @operation("POST", "/v1/dev/user/conversations/search")
    def search_conversations(
        self,
        *,
        query: str,
        limit: int = ...,
        offset: int = ...,
        start_date: str | None = ...,
        end_date: str | None = ...,
        speaker_id: str | int | None = ...,
        categories: list[FolderCategoryMapping] | None = ...,
        folder_id: str | None = ...,
        timezone: str | None = ...,
    ) -> SearchConversationsAnswer:
        """Search conversations by what was said.

        Searches completed conversations that were worth keeping. The best match comes first, and
        each result has its matching segments. Times in the question ("last week", "in March")
        are in the time zone of the user. They rank conversations of that time higher;
        `start_date` and `end_date` exclude all others.

        Needs the scope `conversations:read`.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
          Null: no limit.
        - end_date: ISO 8601; a date without a time includes that whole day. Null: no limit.
        - speaker_id: Searches only the words of this speaker: the id of a person, `user`, or the
          number of a speaker.
        - categories: Only conversations of these categories.
        - folder_id: Only conversations in this folder.
        - timezone: The time zone of the days in the question; default: the account's time zone.
        """

    @operation("GET", "/v1/dev/user/conversations/{conversation_id}")
    def get_conversation(
        self,
        conversation_id: str,
        *,
        include_transcript: bool = ...,
        include: list[Literal["status", "external"]] = ...,
    ) -> DeveloperConversation:
        """Get one conversation.

        Returns the conversation in any status, even while the service processes it or after it
        was discarded. To process a failed conversation again, use `retry`. `include_transcript`
        adds every segment.

        Needs the scope `conversations:read`.

        - conversation_id: The id of the conversation.
        - include_transcript: Fills `transcript_segments`.
        - include: Comma-separated. `status` adds `status`, `discarded`, `failure` and
          `understood_by` to conversations. `external` adds `external_id` and `metadata`.
        """

    @operation("PATCH", "/v1/dev/user/conversations/{conversation_id}")
    def update_conversation(
        self,
        conversation_id: str,
        *,
        title: str = ...,
        discarded: bool = ...,
    ) -> DeveloperConversation:
        """Change a conversation.

        `discarded: false` restores a discarded conversation.

        Needs the scope `conversations:write`.

        - conversation_id: The id of the conversation.
        - title: The new title.
        - discarded: False keeps a conversation that the service found not worth keeping.
        """

    @operation("DELETE", "/v1/dev/user/conversations/{conversation_id}")
    def delete_conversation(
        self,
        conversation_id: str,
        *,
        cascade: bool = ...,
    ) -> DeleteMemoryAnswer:
        """Delete a conversation for good.

        Deletes the transcript and the photos of the conversation too. Memories and action items
        stay unless you set `cascade`.

        Needs the scope `conversations:write`.

        - conversation_id: The id of the conversation.
        - cascade: Also deletes the memories and action items of the conversation, and the voice
          data from it.
        """

    @operation("GET", "/v1/dev/user/conversations/{conversation_id}/transcript", "text")
    def export_transcript(
        self,
        conversation_id: str,
        *,
        format: Literal["txt", "md", "srt", "vtt", "json"] = ...,
    ) -> str:
        """Download the transcript of a conversation.

        The formats are plain text, Markdown, subtitles (`srt`, `vtt`) and JSON.

        Needs the scope `conversations:read`.

        - conversation_id: The id of the conversation.
        - format: The format: text, Markdown, subtitles (SubRip or WebVTT) or JSON.
        """

    @operation("GET", "/v1/dev/user/conversations/{conversation_id}/utterances")
    def list_utterances(
        self,
        conversation_id: str,
        *,
        offset: int = ...,
    ) -> ListUtterancesAnswer:
        """List the utterances of a conversation with the times of their words.

        An utterance is a sentence, or the words up to a pause. Long utterances are cut. A page
        contains the utterances of up to 100 segments.

        Needs the scope `conversations:read`.

        - conversation_id: The id of the conversation.
        - offset: The number of segments to skip; `next_offset` of the page before.
        """

    @paged("GET", "/v1/conversations", "page")
    def list_own_conversations(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        statuses: str = ...,
        include_discarded: bool = ...,
        sources: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        started: str = ...,
        started_from: str = ...,
        started_to: str = ...,
        starred: bool = ...,
        visibility: str = ...,
        source: str = ...,
        external_id: str = ...,
        understood_by: str = ...,
        person_id: str = ...,
        folder_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        sort: ListFolderConversationsSort = ...,
        filter: str = ...,
    ) -> Page[Conversation]:
        """List complete conversations, newest first.

        Includes transcripts, discarded conversations and every status that you ask for.

        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - statuses: Comma-separated: in_progress, processing, completed, failed.
        - include_discarded: Includes conversations that the service found not worth keeping.
        - sources: Comma-separated.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
        - end_date: ISO 8601; a date without a time includes that whole day.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - started: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - started_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - started_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - starred: Only records whose `starred` has this value. Default: both.
        - visibility: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - understood_by: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - folder_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - sort: The order of the list. Default: `created_desc`.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        """

    iter_own_conversations = list_own_conversations.each()

    @operation("POST", "/v1/conversations")
    def finish_recording(
        self,
        *,
        calendar_meeting_context: Any = ...,
        client_processing: Any = ...,
        device_id: str = ...,
    ) -> FinishRecordingAnswer:
        """End the recording and process the conversation in progress.

        Answers after the processing of the conversation. A device key ends the recording of its
        device. A second request before the answer gets the same conversation.

        - calendar_meeting_context: Accepted for clients of the reference service; has no effect.
        - client_processing: Accepted for clients of the reference service; has no effect.
        - device_id: Ends the recording of this device. Default: the recording with the latest
          words.
        """

    @operation("GET", "/v1/conversations/count")
    def count_own_conversations(
        self,
        *,
        statuses: str = ...,
        include_discarded: bool = ...,
        sources: str = ...,
        start_date: str = ...,
        end_date: str = ...,
        created: str = ...,
        created_from: str = ...,
        created_to: str = ...,
        updated: str = ...,
        updated_from: str = ...,
        updated_to: str = ...,
        started: str = ...,
        started_from: str = ...,
        started_to: str = ...,
        starred: bool = ...,
        visibility: str = ...,
        source: str = ...,
        external_id: str = ...,
        understood_by: str = ...,
        person_id: str = ...,
        folder_id: str = ...,
        text: str = ...,
        metadata: str = ...,
        filter: str = ...,
    ) -> CountOwnConversationsAnswer:
        """Count conversations.

        Takes the same filters as the list.

        - statuses: Comma-separated: in_progress, processing, completed, failed.
        - include_discarded: Includes conversations that the service found not worth keeping.
        - sources: Comma-separated.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
        - end_date: ISO 8601; a date without a time includes that whole day.
        - created: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - created_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - created_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - updated: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - updated_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - updated_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - started: A day, or one of: today, yesterday, tomorrow, last_week, this_week, next_week,
          last_month, this_month, next_month, past, future, any, none.
        - started_from: The earliest time. A day such as 2026-01-31 in the zone of the user, or
          ISO 8601.
        - started_to: The latest time. A day such as 2026-01-31 in the zone of the user, or ISO
          8601. A day is included whole.
        - starred: Only records whose `starred` has this value. Default: both.
        - visibility: Comma-separated; matches any of these values.
        - source: Comma-separated; matches any of these values.
        - external_id: Comma-separated; matches any of these values.
        - understood_by: Comma-separated; matches any of these values.
        - person_id: Comma-separated; matches any of these values.
        - folder_id: Comma-separated; matches any of these values.
        - text: Only records that contain all these words. Use a search for the best matches.
        - metadata: A JSON object: only records whose `metadata` contains it.
        - filter: The other filters as one query string, such as `created=this_week&text=boat`.
          An unknown name in it is refused.
        """

    @operation("POST", "/v1/conversations/search")
    def search_own_conversations(
        self,
        *,
        query: str,
        page: int = ...,
        per_page: int = ...,
        include_discarded: bool = ...,
        start_date: str | None = ...,
        end_date: str | None = ...,
        speaker_id: str | int | None = ...,
        from_: str | None = ...,
        to: str | None = ...,
        with_: list[str] | None = ...,
        folder: str | None = ...,
    ) -> SearchOwnConversationsAnswer:
        """Search conversations page by page, with all their fields.

        Works like `searchConversations`, but includes discarded conversations unless you exclude
        them. Words about time, people and folders ("last week", "with Ana", "in folder Work")
        restrict the search to conversations that were worth keeping; `understood` says which
        words these are.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - page: The number of the page, from 1.
        - per_page: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - include_discarded: Includes conversations that the service found not worth keeping.
        - start_date: ISO 8601; a date without a time means that day in the user's time zone.
          Null: no limit.
        - end_date: ISO 8601; a date without a time includes that whole day. Null: no limit.
        - speaker_id: Searches only the words of this speaker: the id of a person, `user`, or the
          number of a speaker.
        - from_: Only what was said from this day or time on; for tasks, also what is due then. A
          day is the user's day.
        - to: Only what was said until this time or the end of this day.
        - with_: Ids or names of people. A record is with a person who speaks in its conversation
          or whom its text names. With several: with all of them.
        - folder: The id or the name of a folder.
        """

    @operation("GET", "/v1/conversations/{conversation_id}")
    def get_own_conversation(self, conversation_id: str) -> Conversation:
        """Get one complete conversation.

        Returns the conversation in any status, with its transcript, its photos and the name of
        the maker that understood it.

        - conversation_id: The id of the conversation.
        """

    @operation("DELETE", "/v1/conversations/{conversation_id}")
    def delete_own_conversation(
        self,
        conversation_id: str,
        *,
        cascade: bool = ...,
    ) -> DeleteOwnConversationAnswer:
        """Delete a conversation for good.

        Deletes the transcript and the photos of the conversation too. Memories and action items
        stay unless you set `cascade`.

        - conversation_id: The id of the conversation.
        - cascade: Also deletes the memories and action items of the conversation, and the voice
          data from it.
        """

    update_own_conversation = update_conversation.at("PATCH", "/v1/conversations/{conversation_id}")

    @operation("GET", "/v1/conversations/{conversation_id}/shared")
    def get_shared_conversation(self, conversation_id: str) -> DeveloperConversation:
        """Read a conversation that its user shares.

        Everybody with the link can read the conversation. The answer does not contain the
        location.

        - conversation_id: The id of the conversation.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/transcripts")
    def get_transcripts(
        self,
        conversation_id: str,
    ) -> dict[str, list[LiveSegment]]:
        """Get the transcript of a conversation by recogniser.

        Groups segments by the name of their recogniser; `unknown` groups the segments without a
        name.

        - conversation_id: The id of the conversation.
        """

    export_own_transcript = export_transcript.at(
        "GET", "/v1/conversations/{conversation_id}/transcript"
    )

    @operation("POST", "/v1/dev/user/conversations/from-segments")
    def create_conversation_from_segments(
        self,
        *,
        transcript_segments: list[SegmentCreate],
        source: str = ...,
        started_at: str | None = ...,
        finished_at: str | None = ...,
        language: str = ...,
        geolocation: GeolocationInput | None = ...,
        client_session_id: str | None = ...,
        client_conversation_id: str | None = ...,
        session_id: str | None = ...,
        client_id: str | None = ...,
        client_device_id: str | None = ...,
        client_platform: str | None = ...,
        external_id: str | None = ...,
        metadata: dict[str, Any] | None = ...,
        created_at: str | None = ...,
    ) -> CreatedConversation:
        """Create a conversation from a transcript.

        The service creates one conversation per `client_session_id`. A repeated request gets the
        stored conversation; the status `deleted` if the user has deleted it; or 409 while the
        service processes it.

        Needs the scope `conversations:write`.

        - transcript_segments: The transcript, in the order of the speech.
        - source: The kind of device or program that made the recording, such as `phone`.
        - started_at: The start of the conversation. Relative dates such as "tomorrow" count from
          this time.
        - finished_at: Default: the end of the last segment.
        - language: ISO 639-1, such as `en`. Default: the language of the account, else `en`.
        - geolocation: The place of the conversation; null when it is not known.
        - client_session_id: Your id for the recording; each id creates only one conversation.
        - client_conversation_id: Alias of `client_session_id`.
        - session_id: Alias of `client_session_id`.
        - client_id: Alias of `client_session_id`.
        - client_device_id: The id of the recording device, for `external_data`; null when it is
          not known.
        - client_platform: The system of the recording device, for `external_data`; null when it
          is not known.
        - external_id: The id of the record in its source. Each id creates one record: sending it
          again changes nothing and answers with the stored record. Null: no external id.
        - metadata: Free data of your program: a JSON object of at most 8000 characters and 5
          levels. Lists filter by it. Null: no data.
        - created_at: The time at which the record was made in its source, from 1970 until now.
          Default: now.
        """

    @operation("POST", "/v1/dev/user/conversations/import")
    def import_conversations(
        self,
        *,
        items: list[ConversationCreate | ConversationFromSegments | Any],
    ) -> ImportAnswer:
        """Import many conversations.

        Each item is a text, or a transcript with `transcript_segments`. Reports an outcome for
        each item; an item that is refused does not affect the others. With `external_id`,
        sending items again changes nothing. Answers when the conversations are stored; the
        service processes them afterwards.

        Needs the scope `conversations:write`.

        - items: At most 500. The body may have 1 MiB.
        """

    create_own_conversation = create_conversation.at("POST", "/v1/conversations/from-text")

    create_own_conversation_from_segments = create_conversation_from_segments.at(
        "POST", "/v1/conversations/from-segments"
    )

    @operation("GET", "/v1/understanding/renewal")
    def get_renewal(self) -> Renewal:
        """Get what could be heard and understood anew.

        Counts the conversations that the built-in reader understood, and those whose kept sound
        the recogniser would hear better. After `PUT`, counts those that are left.
        """

    @operation("PUT", "/v1/understanding/renewal")
    def schedule_renewal(self, *, when: Literal["at_night", "now"]) -> Renewal:
        """Hear and understand old conversations anew.

        The service takes these conversations one after the other, the oldest first, `now`, or
        `at_night` between one and five o’clock of your time zone. It hears kept sound with the
        recogniser, which may be a provider, unless you changed the transcript or share the
        conversation, and processes the conversation with the language model. Your own changes
        stay. Answers 409 without a language model and without a recogniser that is better than
        others.

        - when: When to process them.
        """

    @operation("DELETE", "/v1/understanding/renewal")
    def cancel_renewal(self) -> Renewal:
        """Hear and understand no further conversations anew.

        What was heard and understood anew stays.
        """

    @operation("POST", "/v1/dev/user/conversations/{conversation_id}/retry")
    def retry_conversation(self, conversation_id: str) -> RetryConversationAnswer:
        """Process a failed conversation again.

        The status changes back to `processing`. If the conversation still waits for words, the
        service processes it without them; late words replace the gaps. Answers 409 for a
        conversation with another status.

        Needs the scope `conversations:write`.

        - conversation_id: The id of the conversation.
        """

    @operation("GET", "/v1/dev/user/conversations/{conversation_id}/summaries")
    def get_summaries(self, conversation_id: str) -> list[AppResult]:
        """List the summaries of a conversation.

        Returns the latest result of each template, the newest last.

        Needs the scope `conversations:read`.

        - conversation_id: The id of the conversation.
        """

    @operation("POST", "/v1/dev/user/conversations/{conversation_id}/summaries")
    def summarise_conversation(
        self,
        conversation_id: str,
        *,
        template_id: str,
    ) -> AppResult:
        """Summarise a conversation with a template.

        Answers when the summary is written. The summary stays with the conversation until a new
        one from the same template replaces it.

        Needs the scope `conversations:write`.

        - conversation_id: The id of the conversation.
        - template_id: The id of the summary template.
        """

    get_own_summaries = get_summaries.at("GET", "/v1/conversations/{conversation_id}/summaries")

    summarise_own_conversation = summarise_conversation.at(
        "POST", "/v1/conversations/{conversation_id}/summaries"
    )

    @operation("POST", "/v1/conversations/{conversation_id}/reprocess")
    def reprocess_conversation(
        self,
        conversation_id: str,
        *,
        language_code: str | None = ...,
        app_id: str | None = ...,
    ) -> Conversation:
        """Process a conversation again.

        Use this operation after corrections, or to use another model or another language. The
        service then never discards the conversation. A title, an overview and a folder that you
        set stay, and so do your changes to action items and memories.

        - conversation_id: The id of the conversation.
        - language_code: The language of the conversation, if the stored one is wrong.
        - app_id: The id of a summary template. With an `app_id`, the service rewrites only the
          summary of this template.
        """

    @operation("POST", "/v1/conversations/merge")
    def merge_conversations(
        self,
        *,
        conversation_ids: list[str],
        reprocess: bool = ...,
    ) -> MergeConversationsAnswer:
        """Merge conversations.

        Joins the transcripts in chronological order, with the pauses between them. The new
        conversation gets the memories, the action items, the events, the first folder and the
        title that you wrote; the service deletes the old conversations and processes the new
        one.

        - conversation_ids: The ids of the conversations, in any order.
        - reprocess: Accepted for older clients; always true.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/title")
    def rename_conversation(
        self,
        conversation_id: str,
        *,
        title: str,
    ) -> RenameConversationAnswer:
        """Change the title of a conversation.

        `reprocess` keeps your title.

        - conversation_id: The id of the conversation.
        - title: The new title.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/starred")
    def star_conversation(
        self,
        conversation_id: str,
        *,
        starred: bool,
    ) -> DeleteOwnConversationAnswer:
        """Add or remove the star of a conversation.

        The list can be filtered by stars. A star has no other effect.

        - conversation_id: The id of the conversation.
        - starred: True stars the conversation, false removes the star.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/visibility")
    def share_conversation(
        self,
        conversation_id: str,
        *,
        value: Literal["private", "shared", "public"],
    ) -> DeleteOwnConversationAnswer:
        """Set the visibility of a conversation.

        With `shared` or `public`, everybody who has the shared link can open it.

        - conversation_id: The id of the conversation.
        - value: Everybody who has the link can open a `shared` or `public` conversation.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/summary")
    def rewrite_summary(
        self,
        conversation_id: str,
        *,
        content: str,
        app_id: str | None = ...,
    ) -> DeleteOwnConversationAnswer:
        """Replace the overview of a conversation or the text that an app wrote for it.

        Replaces the overview or, with `app_id`, the text of that app.

        - conversation_id: The id of the conversation.
        - content: The new text.
        - app_id: The id of the summary template whose result changes; null or absent: the
          overview.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/segments/text")
    def rewrite_segment(
        self,
        conversation_id: str,
        *,
        segment_id: str,
        text: str,
    ) -> RewriteSegmentAnswer:
        """Correct the text of a segment.

        Removes the times of individual words, because they no longer match. Searches find the
        new words at once. The overview changes with the next `reprocess`, unless you wrote it. A
        correction of one to three words to a name adds the name to the vocabulary.

        - conversation_id: The id of the conversation.
        - segment_id: The id of the segment.
        - text: The new text.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/segments/assign-bulk")
    def assign_segments(
        self,
        conversation_id: str,
        *,
        assign_type: str,
        segment_ids: list[str],
        value: str | bool | None = ...,
    ) -> Conversation:
        """Assign many segments to a speaker, all or nothing.

        Works like the assignment of one segment. If an id is not in the conversation, answers
        409 and changes nothing.

        - conversation_id: The id of the conversation.
        - assign_type: `is_user` or `person_id`.
        - segment_ids: The ids of the segments.
        - value: `true` or `false`; or the id of a person, null for an unknown speaker.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/segments/{segment_idx}/assign")
    def assign_segment(
        self,
        conversation_id: str,
        segment_idx: int,
        *,
        assign_type: str,
        value: str | bool | None = ...,
    ) -> Conversation:
        """Assign a segment to a speaker.

        `is_user: true` assigns the segment to you; `person_id` assigns it to that person;
        `false` or null removes the assignment. Returns the whole conversation.

        - conversation_id: The id of the conversation.
        - assign_type: `is_user` or `person_id`.
        - segment_idx: The position of the segment in the transcript, from 0.
        - value: `true` or `false`; or the id of a person, null for an unknown speaker.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/assign-speaker/{speaker_id}")
    def assign_speaker(
        self,
        conversation_id: str,
        speaker_id: int,
        *,
        assign_type: str,
        value: str | bool | None = ...,
    ) -> Conversation:
        """Assign a speaker of a conversation to a person.

        Assigns all segments of that speaker number. Returns the whole conversation.

        - conversation_id: The id of the conversation.
        - assign_type: `is_user` or `person_id`.
        - speaker_id: The number of the speaker in the conversation, from 0.
        - value: `true` or `false`; or the id of a person, null for an unknown speaker.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/segments/merge")
    def merge_segments(
        self,
        conversation_id: str,
        *,
        segment_ids: list[str],
    ) -> Conversation:
        """Join consecutive segments.

        The result has the id and the speaker of the first segment. Words keep their times. If an
        id is not in the conversation or the segments are not consecutive, answers 409 and
        changes nothing. Returns the whole conversation.

        - conversation_id: The id of the conversation.
        - segment_ids: The ids of segments that follow each other.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/segments/replace")
    def replace_words(
        self,
        conversation_id: str,
        *,
        from_: str,
        to: str,
        segment_ids: list[str] = ...,
    ) -> ReplacedWords:
        """Replace words in the whole transcript.

        Replaces whole words, in upper or lower case, by others; the times of other words stay.
        Leaves out the newest segment of a running recording, which is still growing. Exchange
        `from` and `to`, and send the ids of the changed segments, to undo it. A name is added to
        the vocabulary, unless you send `segment_ids`.

        - conversation_id: The id of the conversation.
        - from_: The words that were misheard.
        - to: The right words.
        - segment_ids: Replaces the words only in these segments.
        """

    @operation("GET", "/v1/words/places")
    def count_word_places(
        self,
        *,
        from_: str,
        to: str,
        conversation_id: str = ...,
    ) -> WordPlaces:
        """Count the places in which words would be replaced.

        Looks for whole words in transcripts, notes, tasks and memories.

        - from_: The wrong words, in upper or lower case.
        - to: The right words.
        - conversation_id: Only this conversation, with its tasks and memories. Default:
          everywhere.
        """

    @operation("POST", "/v1/words/replace")
    def replace_everywhere(
        self,
        *,
        from_: str,
        to: str,
        conversation_id: str = ...,
        only: RecordsWithWordsInput = ...,
    ) -> ReplacedEverywhere:
        """Replace words in transcripts, notes, tasks and memories.

        Replaces whole words. To undo it, exchange `from` and `to`, and send `changed` of the
        answer as `only`. A name is added to the vocabulary, unless you send `only`.

        - from_: The wrong words, in upper or lower case.
        - to: The right words.
        - conversation_id: Only this conversation, with its tasks and memories. Default:
          everywhere.
        - only: Replaces the words only in these records.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/segments/{segment_id}/split")
    def split_segment(
        self,
        conversation_id: str,
        segment_id: str,
        *,
        word: int = ...,
        character: int = ...,
    ) -> Conversation:
        """Split a segment in two.

        Splits before the word with that number, or at that character. A position inside a word
        means the start of the word. The first part keeps the id. Words keep their times. The
        newest segment of a running recording cannot be split (409). Returns the whole
        conversation.

        - conversation_id: The id of the conversation.
        - segment_id: The id of the segment.
        - word: The number of words in the first part.
        - character: The number of characters in the first part.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/speakers/split")
    def split_speaker(
        self,
        conversation_id: str,
        *,
        segment_ids: list[str],
    ) -> Conversation:
        """Move segments to a new speaker.

        The segments get the next speaker number and no name. If an id is not in the
        conversation, answers 409 and changes nothing. Returns the whole conversation.

        - conversation_id: The id of the conversation.
        - segment_ids: The ids of the segments that get a new speaker.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/speakers/{speaker_id}/merge")
    def merge_speakers(
        self,
        conversation_id: str,
        speaker_id: int,
        *,
        into: int,
    ) -> Conversation:
        """Merge two speakers.

        Assigns all segments of the speaker to the other one. Returns the whole conversation.

        - conversation_id: The id of the conversation.
        - speaker_id: The number of the speaker in the conversation, from 0.
        - into: The number of the remaining speaker.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/events")
    def mark_events(
        self,
        conversation_id: str,
        *,
        events_idx: list[int],
        values: list[bool],
    ) -> DeleteOwnConversationAnswer:
        """Mark events of a conversation as added to a calendar.

        Takes two lists of the same length. The first lists the positions of the events; the
        second has `true` for each event that is in a calendar, else `false`.

        - conversation_id: The id of the conversation.
        - events_idx: The positions of the events, from 0.
        - values: For each position: true when the event is in a calendar.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/action-items")
    def complete_conversation_items(
        self,
        conversation_id: str,
        *,
        items_idx: list[int],
        values: list[bool],
    ) -> DeleteOwnConversationAnswer:
        """Mark action items of a conversation as done or open.

        Takes two lists of the same length. The first lists the positions of the items; the
        second has `true` for each finished item, else `false`.

        - conversation_id: The id of the conversation.
        - items_idx: The positions of the tasks, from 0.
        - values: For each position: true when the task is done.
        """

    @operation("DELETE", "/v1/conversations/{conversation_id}/action-items")
    def delete_conversation_item(
        self,
        conversation_id: str,
        *,
        description: str,
        completed: bool = ...,
    ) -> DeleteOwnConversationAnswer:
        """Delete an action item of a conversation.

        Deletes the first item with this description and state.

        - conversation_id: The id of the conversation.
        - description: The text of the task.
        - completed: Only a done or only an open task. Default: both.
        """

    @operation("PATCH", "/v1/conversations/{conversation_id}/action-items/{item_idx}")
    def rewrite_conversation_item(
        self,
        conversation_id: str,
        item_idx: int,
        *,
        old_description: str,
        description: str,
    ) -> DeleteOwnConversationAnswer:
        """Change the text of an action item of a conversation.

        Changes the item at that position if its text still equals `old_description`; otherwise
        answers 404.

        - conversation_id: The id of the conversation.
        - item_idx: The position of the task in the conversation, from 0.
        - old_description: The present text.
        - description: The new text.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/photos")
    def get_photos(self, conversation_id: str) -> list[WholePhoto]:
        """List the photos of a conversation.

        Returns the photos with their pictures, in the order in which they were taken.

        - conversation_id: The id of the conversation.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/recording")
    def get_recording(self, conversation_id: str) -> GetRecordingAnswer:
        """Check if the sound of a conversation was kept.

        To get the addresses of the files, use `listConversationAudio`.

        - conversation_id: The id of the conversation.
        """

    @operation("POST", "/v1/demo")
    def play_sample(self) -> SamplePlay:
        """Play the sample conversation.

        Plays a short recording in real time, as a device would, and then processes the
        conversation. Answers when the recording begins. Without a recogniser, the service uses
        the words of the recording. The conversation has the source `demo`.
        """

    @operation("DELETE", "/v1/demo")
    def remove_sample(self) -> RemoveSampleAnswer:
        """Delete the conversations of the sample.

        Deletes their memories and action items too, and stops a sample that is playing.
        """

    @paged("GET", "/v1/mcp/conversations", "page")
    def assistant_list_conversations(
        self,
        *,
        start_date: str = ...,
        end_date: str = ...,
        categories: list[str] = ...,
        filter: str = ...,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
    ) -> Page[AssistantConversationListed]:
        """List conversations as assistants see them, newest first.

        Returns completed conversations that were worth keeping, without transcripts. A time
        without a zone is in the time zone of the user.

        Needs the scope `conversations.read`.

        - start_date: First day, yyyy-mm-dd.
        - end_date: Last day.
        - categories: Such as work, health, family.
        - filter: More filters, like person_id=…&sort=started_asc.
        - limit: 1 to 1000; default 100.
        - offset: The number of items to skip.
        - cursor: `next_cursor` of the last page.
        """

    iter_assistant_conversations = assistant_list_conversations.each()

    @paged("GET", "/v1/mcp/conversations/search", "page")
    def assistant_search_conversations(
        self,
        *,
        query: str,
        start_date: str = ...,
        end_date: str = ...,
        limit: int = ...,
    ) -> Page[AssistantConversationFound]:
        """Search conversations by what was said.

        The best match comes first. Each conversation has its matching lines. The `#12` before a
        line is its position, which you can send as `segment_offset`.

        Needs the scope `conversations.read`.

        - query: Question or words.
        - start_date: First day, yyyy-mm-dd.
        - end_date: Last day.
        - limit: 1 to 100; default 10.
        """

    iter_assistant_search_conversations = assistant_search_conversations.each()

    @operation("GET", "/v1/mcp/conversations/{conversation_id}")
    def assistant_get_conversation(
        self,
        conversation_id: str,
        *,
        segment_offset: int = ...,
        segment_limit: int = ...,
    ) -> AssistantConversationDetail:
        """Get one conversation with its transcript.

        Returns the whole transcript, or at most `segment_limit` segments. `next_segment_offset`
        is the position of the next segment, or null at the end. Times are in seconds from the
        start.

        Needs the scope `conversations.read`.

        - conversation_id: The id of the conversation.
        - segment_offset: The number of segments to skip.
        - segment_limit: The maximum number of segments; default: all.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/notes")
    def add_conversation_note(
        self,
        conversation_id: str,
        *,
        text: str,
        note_id: str = ...,
        seconds_ago: float = ...,
    ) -> AddConversationNoteAnswer:
        """Add a typed note to a conversation.

        The note becomes a segment of the user, at the second at which it was typed; long after
        the end, it stands at the end. If the conversation was merged, the note goes into the
        merged one. An ended conversation is processed anew. While a live recording has no words
        yet, answers 409: send the note again later, with the new `seconds_ago`.

        - conversation_id: The id of the conversation.
        - text: The text of the note.
        - note_id: Your id for the note, which makes repeated requests store it once.
        - seconds_ago: The number of seconds before this request at which the note was typed.
        """

    @operation("POST", "/v1/conversations/upload", files=("file",))
    def upload_recording(
        self,
        *,
        file: File,
        started_at: str | None = ...,
        language: str = ...,
        source: str = ...,
        geolocation: GeolocationInput | None = ...,
        client_session_id: str | None = ...,
    ) -> RecordingUpload:
        """Upload a finished recording.

        Takes WAV, MP3, M4A, Ogg, FLAC, WebM and other self-contained sound files, up to 64 MiB
        and 24 hours. The service transcribes the recording like live speech, but faster than
        real time, and makes a conversation of it. Answers at once; use `getRecordingUpload` to
        follow the progress. For larger files and unstable networks, use the tus 1.0 protocol on
        the same address: `POST` with `Tus-Resumable` and `Upload-Length`, the fields as
        `Upload-Metadata`, then `PATCH` to the `Location`.

        - file: The file.
        - started_at: The start of the recording. Default: the time in the file, else the current
          time minus the length of the recording.
        - language: ISO 639-1, such as `en` or `pt-BR`. With `multi`, the recogniser detects the
          language.
        - source: The kind of device or program that made the recording, such as `phone`.
        - geolocation: The place of the recording; null when it is not known.
        - client_session_id: Your id for the recording; each id creates only one conversation.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/upload")
    def get_recording_upload(self, conversation_id: str) -> RecordingUpload:
        """Get the progress of an uploaded recording.

        Reports each step from the upload to the finished conversation.

        - conversation_id: The id of the conversation.
        """

    @operation("POST", "/v1/conversations/{conversation_id}/translate")
    def translate_conversation(
        self,
        conversation_id: str,
        *,
        language: str,
    ) -> Conversation:
        """Translate a conversation.

        Adds `translations` to each segment and keeps existing ones. Requires a language model.

        - conversation_id: The id of the conversation.
        - language: ISO 639-1, such as `pt`.
        """

    @operation("GET", "/v1/users/audio")
    def get_audio_choice(self) -> AudioChoice:
        """Check if the service keeps the sound of your conversations.

        Also returns the size of the kept sound.
        """

    @operation("PUT", "/v1/users/audio")
    def choose_audio(self, *, keep: bool | None) -> AudioChoice:
        """Choose if the service keeps the sound of your conversations.

        Applies from now on. Sound that is already kept stays until you delete it. `null` leaves
        the choice to the operator.

        - keep: True keeps sound, false does not; null leaves the choice to the operator.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/audio")
    def list_conversation_audio(
        self,
        conversation_id: str,
        *,
        include: list[Literal["peaks"]] = ...,
    ) -> ListConversationAudioAnswer:
        """List the sound of a conversation.

        Returns an Ogg Opus file for each part without a gap. The list is empty unless the
        service keeps sound.

        - conversation_id: The id of the conversation.
        - include: Comma-separated. `peaks` adds the loudness of the sound, for drawing it.
        """

    @operation("DELETE", "/v1/conversations/{conversation_id}/audio")
    def delete_conversation_audio(self, conversation_id: str) -> DeleteMemoryAnswer:
        """Delete the sound of a conversation.

        The transcript is kept.

        - conversation_id: The id of the conversation.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/audio/{audio_id}", "bytes")
    def hear_conversation_audio(self, conversation_id: str, audio_id: str) -> bytes:
        """Download the sound of a conversation.

        Returns an Ogg Opus file. Supports `Range` requests.

        - conversation_id: The id of the conversation.
        - audio_id: The id of the audio.
        """

    @operation("GET", "/v1/dev/user/summary-templates")
    def list_summary_templates(self) -> list[SummaryTemplate]:
        """List summary templates.

        Lists the templates that come with the service, then your own, all in one answer.

        Needs the scope `conversations:read`.
        """

    @operation("POST", "/v1/dev/user/summary-templates")
    def create_summary_template(
        self,
        *,
        name: str,
        prompt: str,
        runs: Literal["always", "on_demand"] = ...,
    ) -> SummaryTemplate:
        """Create a summary template.

        Every conversation for which the template ran contains the result as `{app_id, content}`.
        You may have at most 50 templates of your own, and 5 that always run.

        Needs the scope `conversations:write`.

        - name: The name of the template.
        - prompt: Instructions to the model for the summary, in your own words.
        - runs: `always` runs the template after each conversation, `on_demand` only on request.
        """

    @operation("GET", "/v1/dev/user/summary-templates/{template_id}")
    def get_summary_template(self, template_id: str) -> SummaryTemplate:
        """Get one summary template.

        Returns your own templates and those that come with the service.

        Needs the scope `conversations:read`.

        - template_id: The id of the template.
        """

    @operation("PATCH", "/v1/dev/user/summary-templates/{template_id}")
    def update_summary_template(
        self,
        template_id: str,
        *,
        name: str = ...,
        prompt: str = ...,
        runs: Literal["always", "on_demand"] = ...,
    ) -> SummaryTemplate:
        """Change a summary template.

        Changes only the fields that you send; existing results stay. For a template that comes
        with the service you can change only `runs`.

        Needs the scope `conversations:write`.

        - template_id: The id of the template.
        - name: The name of the template.
        - prompt: Instructions to the model for the summary, in your own words.
        - runs: `always` runs the template after each conversation, `on_demand` only on request.
        """

    @operation("DELETE", "/v1/dev/user/summary-templates/{template_id}")
    def delete_summary_template(self, template_id: str) -> DeleteMemoryAnswer:
        """Delete one of your own summary templates.

        Summaries that were made with the template stay on their conversations.

        Needs the scope `conversations:write`.

        - template_id: The id of the template.
        """

    list_own_summary_templates = list_summary_templates.at("GET", "/v1/summary-templates")

    create_own_summary_template = create_summary_template.at("POST", "/v1/summary-templates")

    get_own_summary_template = get_summary_template.at("GET", "/v1/summary-templates/{template_id}")

    update_own_summary_template = update_summary_template.at(
        "PATCH", "/v1/summary-templates/{template_id}"
    )

    delete_own_summary_template = delete_summary_template.at(
        "DELETE", "/v1/summary-templates/{template_id}"
    )

    @operation("POST", "/v1/dev/user/ask")
    def ask(
        self,
        *,
        question: str,
        limit: int = ...,
        timezone: str | None = ...,
    ) -> AskAnswer:
        """Ask a question about all conversations and memories.

        Answers from conversations, and from memories and action items if the key may read them.
        Without a language model, the answer quotes the matching records. Days in the question
        ("last week") are in `timezone`. While the account's memories are closed, the answer says
        so.

        Needs the scope `conversations:read`.

        - question: In any language.
        - limit: The number of sources, 1 to 10.
        - timezone: IANA name; default: that of the account.
        """

    assistant_ask = ask.at("POST", "/v1/mcp/ask")

    @streamed("POST", "/v2/messages", "parts", query=("app_id", "plugin_id"))
    def send_message(
        self,
        *,
        text: str,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
        chat_session_id: str | None = ...,
        file_ids: list[str] = ...,
        context: SendMessageContext | None = ...,
    ) -> Iterator[AnswerPart[ChatMessage]]:
        """Ask in the chat.

        Answers like `ask`, and considers the last messages of the chat. The chat keeps question
        and answer. `memories` lists the sources; the text has no numbers for them, but `parts`
        say where a language model cited them, and with which words. When a source is deleted
        later, `[deleted]` replaces its part of the text. When the client disconnects, the stored
        answer ends with the words that were sent.

        - text: The question. A text over 1,000 characters should begin or end with the question.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - file_ids: The ids of the files for the question.
        - context: The item on the user's screen.
        """

    @operation("GET", "/v2/messages")
    def list_messages(
        self,
        *,
        chat_session_id: str | None = ...,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
    ) -> list[ChatMessage]:
        """List the messages of the chat, newest first.

        Returns at most 100 messages. An empty chat begins with a greeting.

        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        """

    @operation("DELETE", "/v2/messages")
    def clear_messages(
        self,
        *,
        chat_session_id: str | None = ...,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
    ) -> ChatMessage:
        """Clear the chat.

        Deletes all messages of the chat for good, and returns a new greeting.

        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        """

    @operation("GET", "/v2/messages/{message_id}")
    def get_message(self, message_id: str) -> ChatMessage:
        """Get one message of the chat.

        - message_id: The id of the message.
        """

    @operation("POST", "/v2/initial-message")
    def greet_in_chat(
        self,
        *,
        chat_session_id: str | None = ...,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
    ) -> ChatMessage:
        """Add a greeting to the chat.

        Returns the greeting.

        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        """

    @operation("POST", "/v2/messages/{message_id}/report")
    def report_message(self, message_id: str) -> ChangeMemoryVisibilityAnswer:
        """Mark an answer as wrong or harmful.

        The report stays in your own data and does not leave this service.

        - message_id: The id of the message.
        """

    @operation("PATCH", "/v2/messages/{message_id}/rating")
    def rate_message(
        self,
        message_id: str,
        *,
        rating: Literal[1, -1] | None,
    ) -> ChangeMemoryVisibilityAnswer:
        """Rate an answer.

        1 is good, -1 is bad, null removes the rating.

        - message_id: The id of the message.
        - rating: 1 good, -1 bad; null removes the rating.
        """

    @operation("POST", "/v2/files", files=("files",))
    def add_chat_files(self, *, files: list[File]) -> list[ChatFile]:
        """Add files for the chat to read.

        Takes text of any kind (plain, Markdown, CSV, JSON …), and photos if the service has a
        model that describes them. The chat reads a file only for messages with its id in
        `file_ids`. The service deletes a file with the last message that uses it, and an unused
        file after a day. Send at most ten files at once, each in a part `files`. If the service
        cannot read a file, it stores none of them.

        - files: The files, at most 10.
        """

    @streamed(
        "POST", "/v2/voice-messages", "parts", query=("app_id", "plugin_id"), files=("files",)
    )
    def send_voice_message(
        self,
        *,
        files: File,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
        chat_session_id: str | None = ...,
        language: str = ...,
    ) -> Iterator[AnswerPart[ChatMessage]]:
        """Ask in the chat by voice.

        Takes a recording of at most five minutes. The first record is `message:` with the
        transcribed question in base64; the answer follows as from `sendMessage`.

        - files: The file.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - language: ISO 639-1, such as `en`.
        """

    @operation("POST", "/v2/voice-message/transcribe", files=("files",))
    def transcribe_voice_message(
        self,
        *,
        files: File,
        chat_session_id: str | None = ...,
        app_id: str | None = ...,
        plugin_id: str | None = ...,
        language: str = ...,
    ) -> TranscribeVoiceMessageAnswer:
        """Transcribe a recording.

        Takes a recording of at most five minutes, which is not kept.

        - files: The file.
        - chat_session_id: The id of a separate chat. Default: the chat that every user has.
        - app_id: An app of the client. Each app has a separate chat.
        - plugin_id: The name that older clients use for `app_id`.
        - language: ISO 639-1, such as `en`.
        """

    @operation("POST", "/v2/chat-sessions")
    def create_chat_session(
        self,
        *,
        title: str | None = ...,
        app_id: str | None = ...,
    ) -> ChatSession:
        """Create a separate chat.

        Messages that you send with the id of this chat are kept separate from other chats.

        - title: The title of the chat; null or absent: `New chat`, until its first question
          names it.
        - app_id: The app of the client with this chat; null or absent: none.
        """

    @operation("GET", "/v2/chat-sessions")
    def list_chat_sessions(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        starred: bool | None = ...,
    ) -> list[ChatSession]:
        """List chats, the most recently used first.

        Omits the default chat that every user has.

        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - starred: Only chats with or only chats without a star; null or absent: both.
        """

    @operation("GET", "/v2/chat-sessions/{chat_session_id}")
    def get_chat_session(self, chat_session_id: str) -> ChatSession:
        """Get a chat.

        To list its messages, pass `chat_session_id` to the list of messages.

        - chat_session_id: The id of the chat session.
        """

    @operation("PATCH", "/v2/chat-sessions/{chat_session_id}")
    def change_chat_session(
        self,
        chat_session_id: str,
        *,
        title: str = ...,
        starred: bool = ...,
    ) -> ChatSession:
        """Rename a chat, or mark it with a star.

        Changes only the fields that you send.

        - chat_session_id: The id of the chat session.
        - title: The new title.
        - starred: True stars the chat, false removes the star.
        """

    @operation("DELETE", "/v2/chat-sessions/{chat_session_id}")
    def delete_chat_session(
        self,
        chat_session_id: str,
    ) -> ChangeMemoryVisibilityAnswer:
        """Delete a chat with its messages.

        You cannot undo this.

        - chat_session_id: The id of the chat session.
        """

    @paged("GET", "/v1/mcp/chat", "page")
    def assistant_list_messages(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
    ) -> Page[AssistantMessage]:
        """List the messages of the chat for assistants, newest first.

        Returns the questions of the user to this service, and its answers.

        Needs the scope `chat.read`.

        - limit: 1 to 200; default 50.
        - offset: The number of items to skip.
        """

    iter_assistant_messages = assistant_list_messages.each()

    @operation("POST", "/v1/dev/user/search")
    def search_everything(
        self,
        *,
        query: str,
        limit: int = ...,
        kinds: list[SearchHitKind] | None = ...,
        from_: str | None = ...,
        to: str | None = ...,
        with_: list[str] | None = ...,
        folder: str | None = ...,
        days: bool | None = ...,
    ) -> SearchEverythingAnswer:
        """Search everything at once.

        Searches conversations, memories, action items, people and folders. The best match comes
        first, of equal matches the newest, with its matching text and, for a conversation, the
        second at which the text was spoken. Words about time, people and folders ("last week",
        "with Ana", "in folder Work") restrict the search like the fields, which take their
        place; `understood` says which words these are. A search that says only when, with whom
        or where finds everything from then, the newest first. Quoted words are always searched.

        - query: A question or some words. `"in quotation marks"` finds only this exact text;
          `begin*` finds words that begin with "begin".
        - limit: The number of items to return, 1 to 50. The service replaces a value outside
          this range with the nearest limit.
        - kinds: Default: all kinds that the caller may read.
        - from_: Only what was said from this day or time on; for tasks, also what is due then. A
          day is the user's day.
        - to: Only what was said until this time or the end of this day.
        - with_: Ids or names of people. A record is with a person who speaks in its conversation
          or whom its text names. With several: with all of them.
        - folder: The id or the name of a folder.
        - days: True also counts the results of each day.
        """

    @operation("GET", "/v1/dev/user/explanations/{id}")
    def explain(self, id: str) -> ExplainAnswer:
        """Explain where records come from.

        Give the id of a memory or a task, or the id of a conversation for all its memories,
        tasks and events. Returns only kinds that the key may read.

        - id: The id of a memory, a task or a conversation.
        """

    @operation("GET", "/v1/dev/user/calendar")
    def get_calendar(
        self,
        *,
        start_date: str = ...,
        end_date: str = ...,
    ) -> GetCalendarAnswer:
        """Get what happened on each day of a period.

        Days begin in the user's time zone. Days without conversations and due tasks are omitted.

        Needs the scope `conversations:read`.

        - start_date: Default: 41 days before `end_date`.
        - end_date: Default: today. The period has at most 100 days.
        """

    @operation("GET", "/v1/dev/user/statistics")
    def get_statistics(self) -> GetStatisticsAnswer:
        """Get totals of the account.

        Counts conversations that were worth keeping. Models are the language model and the one
        that makes embeddings. A number is null if the key lacks the scope for its records. The
        number of memories is also null while memories are closed.

        Needs the scope `conversations:read`.
        """

    @operation("GET", "/v1/installation")
    def get_installation(self) -> Installation:
        """Get the state of the installation.

        Only for the owner: users, storage, queue, live sessions, response times, backups,
        errors.
        """

    @operation("POST", "/v1/installation/backups")
    def back_up_installation(self) -> BackUpInstallationAnswer:
        """Back up the installation now.

        Only for the owner. The backup is made in the background; `getInstallation` lists it when
        it is complete, and reports a failure in `errors`. A call while a backup is made changes
        nothing. 409 when SVC_BACKUP_FOLDER is not set.
        """

    @paged("GET", "/v1/installation/users", "page")
    def list_installation_users(
        self,
        *,
        limit: int = ...,
        cursor: str = ...,
    ) -> Page[InstallationUser]:
        """List the users of the installation, the oldest account first.

        Only for the owner. The answer contains no contents of the users.

        - limit: The number of items to return, 1 to 100. The service replaces a value outside
          this range with the nearest limit.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        """

    iter_installation_users = list_installation_users.each()

    @operation("PATCH", "/v1/installation/users/{user_id}")
    def update_installation_user(
        self,
        user_id: str,
        *,
        is_held: bool,
    ) -> InstallationUser:
        """Hold or release an account.

        Only for the owner. While an account is held, its memories are not read. Like
        `commonplace account hold`. You cannot hold your own account.

        - user_id: The id of the user.
        - is_held: True holds the memories of the account back, false releases them.
        """

    @operation("GET", "/v1/installation/failed-jobs")
    def list_failed_jobs(self) -> list[FailedJob]:
        """List the failed jobs that will not be retried, the latest failure first.

        Only for the owner. Lists at most 100. A failed job is deleted after a day.
        """

    @operation("POST", "/v1/installation/failed-jobs/{job_id}/retry")
    def retry_failed_job(self, job_id: str) -> RetryFailedJobAnswer:
        """Run a failed job again.

        Only for the owner. 404 when there is no failed job with this id.

        - job_id: The id of the job.
        """

    @paged("GET", "/v1/dev/user/changes", "page")
    def list_changes(
        self,
        *,
        cursor: str = ...,
        from_: Literal["beginning", "now"] = ...,
        limit: int = ...,
        kinds: str = ...,
        include_transcript: bool = ...,
        include: list[Literal["status", "external"]] = ...,
    ) -> Page[ListChangesItem]:
        """List the changes since a cursor.

        Without a cursor, the feed begins with all existing records and continues with later
        changes. A program that reads the feed from the beginning has a complete copy. Each
        record is in its current state, so several changes of a record may appear as one. Changes
        are listed in order, and none is missing. Values that the service computes, such as the
        number of conversations in a folder, do not count as changes. The service keeps changes
        for 30 days. An older cursor answers 410; then start again without a cursor.

        - cursor: The `next_cursor` of the previous answer, or the `cursor` of a change.
        - from_: The start of a feed without a cursor. `now` lists only later changes.
        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - kinds: Comma-separated kinds of records. Default: all kinds that the caller may read.
          If you add a kind later, its earlier records are missing; start again without a cursor
          to get them.
        - include_transcript: Fills `transcript_segments`.
        - include: Comma-separated. `status` adds `status`, `discarded`, `failure` and
          `understood_by` to conversations. `external` adds `external_id` and `metadata`.
        """

    iter_changes = list_changes.each()

    @streamed("GET", "/v1/dev/user/events", "events")
    def watch_events(
        self,
        *,
        cursor: str = ...,
        kinds: str = ...,
        include: list[Literal["status", "external"]] = ...,
    ) -> Iterator[WatchEventsEvent]:
        """Watch changes and live words as they happen.

        Returns server-sent events without an end. The first event carries only an id, which is
        the start position. `change` is a change as in the feed. The id of a `change` event is
        its cursor, and `Last-Event-ID` continues there. `words` are segments of a live recording
        that are new or have more words. `error` gives the reason why the stream ends. A comment
        every 15 seconds keeps the connection open.

        - cursor: The position in the feed at which to start. Default: now.
        - kinds: Comma-separated kinds of records. Default: all kinds that the caller may read.
          If you add a kind later, its earlier records are missing; start again without a cursor
          to get them.
        - include: Comma-separated. `status` adds `status`, `discarded`, `failure` and
          `understood_by` to conversations. `external` adds `external_id` and `metadata`.
        """

    @operation("GET", "/v1/dev/user/webhooks")
    def list_webhook_endpoints(self) -> list[WebhookEndpoint]:
        """List your webhook endpoints, in the order of creation.

        The signed-in user gets all endpoints. A key gets the endpoints that it created.

        Needs the scope `webhooks:read`.
        """

    @operation("POST", "/v1/dev/user/webhooks")
    def create_webhook_endpoint(
        self,
        *,
        url: str,
        types: list[WebhookEndpointCreateType],
        description: str = ...,
        include_transcript: bool = ...,
    ) -> WebhookEndpointCreated:
        """Create a webhook endpoint.

        The service sends all later changes in the order of their commits, each at least once. A
        user may have 20 endpoints. An endpoint that a key creates gets only records that the
        scopes of the key may read. When the key is revoked, its endpoints are paused.

        Needs the scope `webhooks:write`.

        - url: An http or https address.
        - types: The types of events that the endpoint gets. `memory.*` means all events of
          memories; `*` means all events that the caller may read.
        - description: A note about the purpose of the endpoint.
        - include_transcript: True to send conversations with their transcript in
          `transcript_segments`.
        """

    @operation("GET", "/v1/dev/user/webhooks/{endpoint_id}")
    def get_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpoint:
        """Get one webhook endpoint.

        Tells whether the endpoint is paused, and why.

        Needs the scope `webhooks:read`.

        - endpoint_id: The id of the endpoint.
        """

    @operation("PATCH", "/v1/dev/user/webhooks/{endpoint_id}")
    def update_webhook_endpoint(
        self,
        endpoint_id: str,
        *,
        url: str = ...,
        types: list[WebhookEndpointCreateType] = ...,
        description: str = ...,
        include_transcript: bool = ...,
        enabled: bool = ...,
    ) -> WebhookEndpoint:
        """Change, pause or resume a webhook endpoint.

        When you enable a paused endpoint, it continues where it was paused. No change is lost
        unless the pause was longer than 30 days.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        - url: An http or https address.
        - types: The types of events that the endpoint gets. `memory.*` means all events of
          memories; `*` means all events that the caller may read.
        - description: A note about the purpose of the endpoint.
        - include_transcript: True to send conversations with their transcript in
          `transcript_segments`.
        - enabled: `false` pauses the endpoint. `true` resumes the endpoint at the point where it
          was paused.
        """

    @operation("DELETE", "/v1/dev/user/webhooks/{endpoint_id}", "nothing")
    def delete_webhook_endpoint(self, endpoint_id: str) -> None:
        """Delete a webhook endpoint with its history.

        Waiting deliveries are no longer sent.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        """

    @operation("POST", "/v1/dev/user/webhooks/{endpoint_id}/secret")
    def rotate_webhook_endpoint_secret(
        self,
        endpoint_id: str,
    ) -> RotateWebhookEndpointSecretAnswer:
        """Give a webhook endpoint a new secret.

        Only this answer shows the secret. For 24 hours, deliveries are signed with both secrets.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        """

    @operation("POST", "/v1/dev/user/webhooks/{endpoint_id}/test")
    def test_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpointDelivery:
        """Send a test event now, and return its outcome.

        The type of the test event is `test`. The service does not retry a test.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        """

    @paged("GET", "/v1/dev/user/webhooks/{endpoint_id}/deliveries", "page")
    def list_webhook_endpoint_deliveries(
        self,
        endpoint_id: str,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        status: Literal["pending", "delivered", "failed", "cancelled"] = ...,
    ) -> Page[WebhookEndpointDelivery]:
        """List the deliveries to an endpoint, newest first.

        The history covers a week, with at most 1,000 finished deliveries.

        Needs the scope `webhooks:read`.

        - endpoint_id: The id of the endpoint.
        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - status: `cancelled`: the record was deleted before the delivery, or you cancelled it.
          Only a test can fail for good.
        """

    iter_webhook_endpoint_deliveries = list_webhook_endpoint_deliveries.each()

    @operation("GET", "/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}")
    def get_webhook_endpoint_delivery(
        self,
        endpoint_id: str,
        delivery_id: str,
    ) -> WebhookEndpointDeliveryDetail:
        """Get one delivery with its body.

        The body contains the record in its current state, as a replay would send it.

        Needs the scope `webhooks:read`.

        - endpoint_id: The id of the endpoint.
        - delivery_id: The id of the delivery.
        """

    @operation("POST", "/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay")
    def replay_webhook_endpoint_delivery(
        self,
        endpoint_id: str,
        delivery_id: str,
    ) -> WebhookEndpointDelivery:
        """Send a delivery again now.

        Sends the record in its current state, with the same `webhook-id`.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        - delivery_id: The id of the delivery.
        """

    @operation("POST", "/v1/dev/user/webhooks/{endpoint_id}/deliveries/{delivery_id}/cancel")
    def cancel_webhook_endpoint_delivery(
        self,
        endpoint_id: str,
        delivery_id: str,
    ) -> WebhookEndpointDelivery:
        """Cancel a waiting delivery.

        An endpoint gets its deliveries in order, so a delivery that fails holds up the later
        ones. The later deliveries continue after you cancel it.

        Needs the scope `webhooks:write`.

        - endpoint_id: The id of the endpoint.
        - delivery_id: The id of the delivery.
        """

    @operation("GET", "/v1/users/developer/webhooks/status")
    def get_webhook_status(self) -> GetWebhookStatusAnswer:
        """List the kinds of events that have a webhook.

        The value of a kind is true when its webhook has an address and is enabled.
        """

    @paged("GET", "/v1/users/developer/webhooks/deliveries", "page")
    def list_webhook_deliveries(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
        cursor: str = ...,
        type: WebhookDeliveryType = ...,
        status: Literal["pending", "delivered", "failed", "cancelled"] = ...,
    ) -> Page[WebhookDelivery]:
        """List the deliveries and their outcomes, newest first.

        Deliveries are kept for a week. A waiting delivery has the time of its next attempt.

        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - offset: The number of items to skip.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - type: `memory_created` is the older name for a completed conversation.
        - status: `cancelled`: the record of the event was deleted before the delivery.
        """

    iter_webhook_deliveries = list_webhook_deliveries.each()

    @operation("GET", "/v1/users/developer/webhooks/deliveries/{delivery_id}")
    def get_webhook_delivery(self, delivery_id: str) -> WebhookDelivery:
        """Get one delivery.

        Returns the number of attempts, the answer of the receiver, and the time of the next
        attempt.

        - delivery_id: The id of the delivery.
        """

    @operation("POST", "/v1/users/developer/webhooks/deliveries/{delivery_id}/replay")
    def replay_webhook_delivery(self, delivery_id: str) -> WebhookDelivery:
        """Send a delivery again now.

        Sends the current state of the record. Sound that was already delivered cannot be sent
        again.

        - delivery_id: The id of the delivery.
        """

    @operation("GET", "/v1/users/developer/webhook/{type}")
    def get_webhook(self, type: WebhookDeliveryType) -> GetWebhookAnswer:
        """Get the webhook of a kind of event.

        The address is empty when no webhook is set. The address of `audio_bytes` ends with the
        seconds of sound per delivery.

        - type: `memory_created` is the older name for a completed conversation.
        """

    @operation("POST", "/v1/users/developer/webhook/{type}")
    def set_webhook(
        self,
        type: WebhookDeliveryType,
        *,
        url: str = ...,
    ) -> SetWebhookAnswer:
        """Set the webhook of a kind of event.

        The service delivers events that happen from now on. The first webhook creates the
        signing secret, which only this answer shows. For `audio_bytes`, the address may end in
        `,N`: the seconds of sound per delivery (default 5).

        - type: `memory_created` is the older name for a completed conversation.
        - url: An http or https address; required.
        """

    @operation("POST", "/v1/users/developer/webhook/{type}/enable")
    def enable_webhook(
        self,
        type: WebhookDeliveryType,
    ) -> ChangeMemoryVisibilityAnswer:
        """Enable the webhook of a kind of event.

        Events that happened while it was disabled are not delivered.

        - type: `memory_created` is the older name for a completed conversation.
        """

    @operation("POST", "/v1/users/developer/webhook/{type}/disable")
    def disable_webhook(
        self,
        type: WebhookDeliveryType,
    ) -> ChangeMemoryVisibilityAnswer:
        """Disable the webhook of a kind of event.

        Keeps the address and cancels waiting deliveries.

        - type: `memory_created` is the older name for a completed conversation.
        """

    @operation("POST", "/v1/users/developer/webhook/{type}/test")
    def test_webhook(self, type: WebhookDeliveryType) -> WebhookDelivery:
        """Send a test delivery now, and return its outcome.

        The body says that the delivery is a test. The service does not retry a test.

        - type: `memory_created` is the older name for a completed conversation.
        """

    @operation("GET", "/v1/users/developer/webhook-signing-secret")
    def get_webhook_signing_secret(self) -> GetWebhookSigningSecretAnswer:
        """Check if deliveries are signed; the secret is shown only when it is created.

        For a day after you create a new secret, deliveries are also signed with the previous
        one.
        """

    @operation("POST", "/v1/users/developer/webhook-signing-secret")
    def make_webhook_signing_secret(self) -> MakeWebhookSigningSecretAnswer:
        """Create a new signing secret.

        Only this answer shows the secret. For 24 hours, deliveries are also signed with the
        previous secret.
        """

    @operation("DELETE", "/v1/users/developer/webhook-signing-secret")
    def delete_webhook_signing_secret(self) -> ChangeMemoryVisibilityAnswer:
        """Stop signing deliveries.

        Receivers can then no longer verify the sender. When you next set a webhook, the service
        creates a new secret.
        """

    @operation("GET", "/v1/users/me/push-subscriptions")
    def list_push_subscriptions(self) -> PushSubscriptions:
        """List the browsers that get notifications, newest first.

        Also returns the key with which a browser subscribes.
        """

    @operation("PUT", "/v1/users/me/push-subscriptions")
    def save_push_subscription(
        self,
        *,
        endpoint: str,
        keys: SavePushSubscriptionKeys,
        tasks: bool = ...,
        days: bool = ...,
        hour: int = ...,
        language: Literal["en", "de"] = ...,
    ) -> PushSubscription:
        """Send notifications to this browser, or change which.

        Send what the browser answered to `pushManager.subscribe`. The subscription belongs to
        the session, and ends with it. Choices that are left out stay as they are; at first, both
        kinds are on and the hour is 8. A user can have 20 subscriptions.

        - endpoint: The address that the browser got.
        - keys: The keys with which notifications are encrypted.
        - tasks: True: tells of tasks that are due.
        - days: True: tells the summary of the day.
        - hour: The hour in the user's time zone at which the summary and the tasks of a whole
          day are told. Before noon, these are the summary of the day before and the tasks of the
          day; from noon on, the summary of the day and the tasks of the next day.
        - language: The language of the notifications.
        """

    @operation("DELETE", "/v1/users/me/push-subscriptions/{subscription_id}", "nothing")
    def delete_push_subscription(self, subscription_id: str) -> None:
        """Send no more notifications to a browser.

        - subscription_id: The id of the subscription.
        """

    @operation("POST", "/v1/users/me/push-subscriptions/{subscription_id}/test")
    def test_push_subscription(self, subscription_id: str) -> PushTest:
        """Send a test notification now, and return its outcome.

        The service does not retry a test. A subscription that the browser has ended is deleted.

        - subscription_id: The id of the subscription.
        """

    @operation("GET", "/v1/dev/user/connection-kinds")
    def list_connection_kinds(self) -> list[ConnectionKind]:
        """List the kinds of outside services that can be connected.

        Needs the scope `webhooks:read`.
        """

    @operation("GET", "/v1/dev/user/connections")
    def list_connections(self) -> list[Connection]:
        """List the outside services that are connected, in the order of creation.

        Tells what came, what failed, and when the next run is. Never returns keys.

        Needs the scope `webhooks:read`.
        """

    @operation("POST", "/v1/dev/user/connections")
    def create_connection(
        self,
        *,
        kind: str,
        secret: str,
        name: str = ...,
        address: str = ...,
        settings: dict[str, Any] = ...,
    ) -> Connection:
        """Connect an outside service.

        Tries the key once, and refuses one that the service refuses. The first run begins at
        once. A user may have 20 connections.

        Needs the scope `webhooks:write`.

        - kind: A kind of `listConnectionKinds`.
        - secret: The key or password for the service. No answer shows it.
        - name: A name for the list.
        - address: The address of the service. Leave it out for a service with an address that is
          known.
        - settings: Settings of the kind, such as `user_name`.
        """

    @operation("PATCH", "/v1/dev/user/connections/{connection_id}")
    def update_connection(
        self,
        connection_id: str,
        *,
        name: str = ...,
        address: str = ...,
        secret: str = ...,
        settings: dict[str, Any] = ...,
        paused: bool = ...,
    ) -> Connection:
        """Change, pause or resume a connection.

        A new key or address is tried once; an address on another host needs the key again.
        Afterwards the next run begins at once, and continues where the last one stopped.

        Needs the scope `webhooks:write`.

        - connection_id: The id of the connection.
        - name: A name for the list.
        - address: The address of the service. Leave it out for a service with an address that is
          known.
        - secret: The key or password for the service. No answer shows it.
        - settings: Settings of the kind, such as `user_name`.
        - paused: True to stop the runs until you set it to false.
        """

    @operation("DELETE", "/v1/dev/user/connections/{connection_id}", "nothing")
    def delete_connection(self, connection_id: str) -> None:
        """Delete a connection with its key.

        What came by it stays, except the meetings of a calendar.

        Needs the scope `webhooks:write`.

        - connection_id: The id of the connection.
        """

    @operation("POST", "/v1/dev/user/connections/{connection_id}/run")
    def run_connection(
        self,
        connection_id: str,
        *,
        from_start: bool = ...,
    ) -> Connection:
        """Run a connection now.

        The run is in the background. Follow it with `listConnections`.

        Needs the scope `webhooks:write`.

        - connection_id: The id of the connection.
        - from_start: True to read everything again. What came before does not come twice.
        """

    @operation("POST", "/v1/connection-hooks/omi/{token}", "nothing")
    def receive_omi_conversation(self, token: str, *, uid: str = ...) -> None:
        """Take a conversation that Omi sends when it is finished.

        Enter the `hook_url` of the connection in Omi, as the webhook for finished conversations.
        A conversation that is too large for a request comes with the next run of the connection.

        - token: The secret part of the address.
        - uid: The user of Omi; it is not used.
        """

    @operation("POST", "/v1/connection-hooks/omi/{token}/words", "nothing", query=("uid",))
    def receive_omi_words(
        self,
        token: str,
        *,
        segments: list[Any],
        uid: str = ...,
        session_id: str = ...,
    ) -> None:
        """Take words that Omi sends while they are spoken.

        Enter the `hook_url` of the connection with `/words` behind it in Omi, as the webhook for
        real-time transcripts. The words form a live conversation, which ends after two minutes
        without words. Omi’s own conversation of the same time then does not come a second time.

        - token: The secret part of the address.
        - segments: The segments, as Omi writes them.
        - uid: The user of Omi; it is not used.
        - session_id: The session of Omi; it is not used.
        """

    @operation("GET", "/v1/connections/{connection_id}/calendars")
    def list_connected_calendars(self, connection_id: str) -> list[ConnectedCalendar]:
        """List the calendars of a connection.

        Choose with `settings` of `updateConnection`: `calendars` are read, and tasks are written
        into `task_list`.

        - connection_id: The id of the connection.
        """

    @operation("GET", "/v1/mcp/profile")
    def assistant_get_profile(self) -> UserProfile:
        """Get a short profile of the user.

        Uses memories, and conversations and people if the credential may read them. No model
        writes the profile.

        Needs the scope `memories.read`.
        """

    @paged("GET", "/v1/mcp/people", "page")
    def assistant_list_people(
        self,
        *,
        limit: int = ...,
        offset: int = ...,
    ) -> Page[AssistantPerson]:
        """List people in the order of how often the user talks with them.

        Includes the last utterances of each person.

        Needs the scope `people.read`.

        - limit: 1 to 1000; default 100.
        - offset: The number of items to skip.
        """

    iter_assistant_people = assistant_list_people.each()

    @paged("GET", "/v1/mcp/activity", "page")
    def list_activity(
        self,
        *,
        limit: int = ...,
        cursor: str = ...,
        connection: str = ...,
    ) -> Page[AssistantActivity]:
        """List what assistants read and changed, newest first.

        Each entry is one call of a tool or of a route under `/v1/mcp/`. Entries are kept for 90
        days, at most 5,000 of them. Changes can be undone for 30 days.

        - limit: The number of items to return, 1 to 500. The service replaces a value outside
          this range with the nearest limit.
        - cursor: Continues after the previous page: the `X-Next-Cursor` of its answer. Items
          that are added or deleted between two pages cause no gaps and no repetitions.
        - connection: Only entries of this credential.
        """

    iter_activity = list_activity.each()

    @operation("POST", "/v1/mcp/activity/{activity_id}/undo")
    def undo_activity(self, activity_id: str) -> AssistantActivity:
        """Undo a change of an assistant.

        Deleted records return, changed records are what they were, and added records are
        deleted. Answers 409 if a record was changed again since then.

        - activity_id: The id of the activity.
        """

    @operation("GET", "/v1/calendar-address")
    def get_calendar_address(self) -> CalendarAddress:
        """Check if your calendar has a secret address.

        Never returns the address itself, because the service stores only its hash.
        """

    @operation("POST", "/v1/calendar-address")
    def make_calendar_address(self) -> NewCalendarAddress:
        """Make the secret address of your calendar.

        Calendar programs subscribe to the address and show your events and tasks. An earlier
        address stops working at once.
        """

    @operation("DELETE", "/v1/calendar-address", "nothing")
    def end_calendar_address(self) -> None:
        """End the secret address of your calendar.

        The address stops working at once.
        """

    @operation("GET", "/v1/conversations/{conversation_id}/invitation", "text")
    def get_invitation(
        self,
        conversation_id: str,
        *,
        event: int = ...,
    ) -> str:
        """Get the invitation to an event of a conversation.

        An iCalendar file (RFC 5545, `METHOD:REQUEST`) from you to the people of the meeting in
        which the conversation took place. Send it to them, or open it to put the event into your
        calendar. The same event has the same `UID`, so a calendar takes it once.

        - conversation_id: The id of the conversation.
        - event: The place of the event, from 0.
        """

    @operation("GET", "/v1/calendar-address/{token}/commonplace.ics", "text")
    def read_calendar(
        self,
        token: str,
        *,
        tasks: Literal["todos", "events", "none"] = ...,
    ) -> str:
        """Read a calendar at its secret address.

        An iCalendar file (RFC 5545) with the events of the last year and later, the open tasks,
        and tasks that were completed in the last year.

        - token: The secret part of the address.
        - tasks: `events` shows tasks with a time as events, for calendars that know no tasks.
        """

    @streamed("GET", "/v1/export", "download")
    def export_account(self) -> Iterator[bytes]:
        """Download everything of the account as one archive.

        A zip with JSON Lines for programs, Markdown for people, and kept sound. It contains no
        keys, passwords and secrets. docs/export.md describes the format.
        """

    @operation("POST", "/v1/imports", files=("file",))
    def start_import(self, *, file: File) -> AccountImport:
        """Import an archive of an account, or a file of another service.

        Takes archives of this service, exports of other services, and transcripts; the service
        recognises the format by the contents. It works in the background: follow it with
        `getImport`. Records keep their times, and their ids where these are free. The import of
        a file that is here already changes nothing. A user has one running import.

        - file: The file.
        """

    @operation("GET", "/v1/imports")
    def list_imports(self, *, limit: int = ...) -> list[AccountImport]:
        """List imports, the newest first.

        The service keeps the reports of 50 imports.

        - limit: The number of items to return, 1 to 50. The service replaces a value outside
          this range with the nearest limit.
        """

    @operation("GET", "/v1/imports/{import_id}")
    def get_import(self, import_id: str) -> AccountImport:
        """Get the progress or the report of an import.

        - import_id: The id of the import.
        """

    @operation("GET", "/v1/models")
    def list_models(self) -> Models:
        """List the speech models.

        Lists available models, installed models and running downloads. Only for the owner of the
        installation, which is its first account: models take its disk and its licence.
        """

    @operation("POST", "/v1/models/{id}/pull")
    def pull_model(
        self,
        id: str,
        *,
        accept_licence: Literal[True],
        sha256: str = ...,
    ) -> Model:
        """Fetch a speech model.

        Starts the download and answers at once; the list shows the progress. The service uses
        the model after its next start. Only for the owner of the installation, which is its
        first account: models take its disk and its licence.

        - id: The id of a model, as in the list.
        - accept_licence: Confirms that you have seen the licence of the model.
        - sha256: The hash that you trust; required for a model whose hash the service does not
          know.
        """

    @operation("GET", "/v1/providers")
    def list_providers(self) -> ListProvidersAnswer:
        """List what hears, understands and finds.

        Lists the recogniser, the language model and the model for embeddings that the settings
        select. Without a language model, the built-in reader understands; without embeddings,
        search uses words. Only for the owner of the installation.
        """

    @operation("POST", "/v1/providers/{kind}/test")
    def test_provider(
        self,
        kind: Literal["recogniser", "language_model", "embeddings"],
    ) -> ProviderTest:
        """Test a provider.

        Asks the provider once, with words that contain nothing of anybody, and waits up to a
        minute. Only for the owner of the installation.

        - kind: The task of the provider.
        """

    @operation("DELETE", "/v1/models/{id}")
    def delete_model(self, id: str) -> DeleteMemoryAnswer:
        """Delete a speech model, or cancel its download.

        The service keeps using a loaded model until it stops. Only for the owner of the
        installation, which is its first account: models take its disk and its licence.

        - id: The id of a model, as in the list.
        """

    @operation("GET", "/v1/search/index")
    def get_search_index(self) -> SearchIndex:
        """Get the progress of the search index.

        Searches find words as soon as they are stored. If there is an endpoint for embeddings,
        the service makes vectors in the background and shows the progress here.
        """

    list_own_meetings = list_meetings.at("GET", "/v1/meetings")

    get_own_conversation_meeting = get_conversation_meeting.at(
        "GET", "/v1/conversations/{conversation_id}/meeting"
    )

    list_own_action_items = list_action_items.at("GET", "/v1/action-items")
    iter_own_action_items = list_own_action_items.each()

    create_own_action_item = create_action_item.at("POST", "/v1/action-items")

    create_own_action_items = create_action_items.at("POST", "/v1/action-items/batch")

    import_own_action_items = import_action_items.at("POST", "/v1/action-items/import")

    read_own_due_time = read_due_time.at("POST", "/v1/action-items/due-time")

    search_own_action_items = search_action_items.at("POST", "/v1/action-items/search")

    get_own_action_item = get_action_item.at("GET", "/v1/action-items/{action_item_id}")

    update_own_action_item = update_action_item.at("PATCH", "/v1/action-items/{action_item_id}")

    @operation("DELETE", "/v1/action-items/{action_item_id}", "nothing")
    def delete_own_action_item(self, action_item_id: str) -> None:
        """Delete an action item for good.

        You cannot undo this. To keep the item as done, set `completed` instead.

        - action_item_id: From a list or search.
        """

    list_own_goals = list_goals.at("GET", "/v1/goals")
    iter_own_goals = list_own_goals.each()

    create_own_goal = create_goal.at("POST", "/v1/goals")

    get_own_goal = get_goal.at("GET", "/v1/goals/{goal_id}")

    update_own_goal = update_goal.at("PATCH", "/v1/goals/{goal_id}")

    @operation("DELETE", "/v1/goals/{goal_id}", "nothing")
    def delete_own_goal(self, goal_id: str) -> None:
        """Delete a goal and its history for good.

        You cannot undo this. To keep the history of a goal, set `status` to `abandoned`.

        - goal_id: The id of the goal.
        """

    record_own_goal_progress = record_goal_progress.at("PATCH", "/v1/goals/{goal_id}/progress")

    get_own_goal_history = get_goal_history.at("GET", "/v1/goals/{goal_id}/history")

    list_own_utterances = list_utterances.at(
        "GET", "/v1/conversations/{conversation_id}/utterances"
    )

    import_own_conversations = import_conversations.at("POST", "/v1/conversations/import")

    retry_own_conversation = retry_conversation.at(
        "POST", "/v1/conversations/{conversation_id}/retry"
    )

    ask_own = ask.at("POST", "/v1/ask")

    search_own_everything = search_everything.at("POST", "/v1/search")

    explain_own = explain.at("GET", "/v1/explanations/{id}")

    get_own_calendar = get_calendar.at("GET", "/v1/calendar")

    get_own_statistics = get_statistics.at("GET", "/v1/statistics")

    list_own_changes = list_changes.at("GET", "/v1/changes")
    iter_own_changes = list_own_changes.each()

    watch_own_events = watch_events.at("GET", "/v1/events")

    list_own_webhook_endpoints = list_webhook_endpoints.at("GET", "/v1/webhooks")

    create_own_webhook_endpoint = create_webhook_endpoint.at("POST", "/v1/webhooks")

    get_own_webhook_endpoint = get_webhook_endpoint.at("GET", "/v1/webhooks/{endpoint_id}")

    update_own_webhook_endpoint = update_webhook_endpoint.at("PATCH", "/v1/webhooks/{endpoint_id}")

    delete_own_webhook_endpoint = delete_webhook_endpoint.at("DELETE", "/v1/webhooks/{endpoint_id}")

    rotate_own_webhook_endpoint_secret = rotate_webhook_endpoint_secret.at(
        "POST", "/v1/webhooks/{endpoint_id}/secret"
    )

    test_own_webhook_endpoint = test_webhook_endpoint.at("POST", "/v1/webhooks/{endpoint_id}/test")

    list_own_webhook_endpoint_deliveries = list_webhook_endpoint_deliveries.at(
        "GET", "/v1/webhooks/{endpoint_id}/deliveries"
    )
    iter_own_webhook_endpoint_deliveries = list_own_webhook_endpoint_deliveries.each()

    get_own_webhook_endpoint_delivery = get_webhook_endpoint_delivery.at(
        "GET", "/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}"
    )

    replay_own_webhook_endpoint_delivery = replay_webhook_endpoint_delivery.at(
        "POST", "/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay"
    )

    cancel_own_webhook_endpoint_delivery = cancel_webhook_endpoint_delivery.at(
        "POST", "/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/cancel"
    )

    list_own_connection_kinds = list_connection_kinds.at("GET", "/v1/connection-kinds")

    list_own_connections = list_connections.at("GET", "/v1/connections")

    create_own_connection = create_connection.at("POST", "/v1/connections")

    update_own_connection = update_connection.at("PATCH", "/v1/connections/{connection_id}")

    delete_own_connection = delete_connection.at("DELETE", "/v1/connections/{connection_id}")

    run_own_connection = run_connection.at("POST", "/v1/connections/{connection_id}/run")

    @operation("POST", "/v1/auth/sign-in")
    def sign_in(self, *, email: str, password: str) -> SignedIn:
        """Sign in with address and password.

        - email: The address of the account.
        - password: The password of the account.
        """

    @operation("POST", "/v1/auth/passkey")
    def sign_in_with_passkey(
        self,
        *,
        credential: SignInWithPasskeyCredential,
    ) -> SignedIn:
        """Sign in with a passkey.

        Each answer of a browser works once.

        - credential: The answer of `navigator.credentials.get`, as JSON (`toJSON()`).
        """

    @operation("POST", "/v1/auth/sign-up/passkey")
    def sign_up_with_passkey(
        self,
        *,
        user_id: str,
        email: str,
        name: str,
        timezone: str,
        passkey_name: str,
        credential: AddPasskeyCredential,
        invitation: str = ...,
        setup_token: str = ...,
    ) -> SignedIn:
        """Create an account with a passkey, and sign in.

        The account has no password; its user can set one within ten minutes of a sign-in.

        - user_id: From the answer with the options.
        - email: The e-mail address for signing in.
        - name: The name of the user.
        - timezone: IANA name, such as Europe/Lisbon.
        - passkey_name: A name that tells passkeys apart, such as `Phone`.
        - credential: The answer of `navigator.credentials.create`, as JSON (`toJSON()`).
        - invitation: The token from the link of an invitation.
        - setup_token: The secret of the set-up link, for the account of the owner.
        """

    @operation("POST", "/v1/auth/sign-out")
    def sign_out(self) -> DeleteMemoryAnswer:
        """End this session."""

    @operation("POST", "/v1/auth/oidc/start")
    def start_oidc_sign_in(
        self,
        *,
        return_to: str = ...,
        timezone: str = ...,
        invitation: str = ...,
    ) -> OidcSignIn:
        """Start a sign-in with the OpenID Connect provider.

        Sets a cookie that the sign-in needs. The provider sends the browser back to
        `/v1/auth/oidc/callback`, which signs in and opens the page `return_to`. A link to `GET
        /v1/auth/oidc/start?return_to=…` does the same without a script.

        - return_to: The path of the page that the browser opens afterwards.
        - timezone: The time zone of a new account.
        - invitation: The token from the link of an invitation, for a new account.
        """

    @operation("POST", "/v1/users/me/oidc/link")
    def link_oidc(
        self,
        *,
        return_to: str = ...,
        current_password: str = ...,
    ) -> OidcSignIn:
        """Start to connect your account with the OpenID Connect provider.

        Works like the start of a sign-in. Afterwards you can sign in with the provider.

        - return_to: The path of the page that the browser opens afterwards.
        - current_password: Required unless you signed in during the last ten minutes.
        """
