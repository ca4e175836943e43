/** The complete lists of all routes, tools and jobs of the service. */
import { Success } from '../kit/acknowledgement.ts';
import type { Route } from '../kit/route.ts';
import type { Catalogue, Tool } from '../kit/tool.ts';
import { memoriesGate } from './accounts/accounts.ts';
import { accountRoutes } from './accounts/accounts.http.ts';
import { invitationRoutes } from './accounts/invitations/invitations.http.ts';
import type { InvitationParts } from './accounts/invitations/invitations.http.ts';
import { oidcRoutes } from './accounts/oidc/oidc.http.ts';
import type { OidcParts } from './accounts/oidc/oidc.ts';
import { passkeyRoutes } from './accounts/passkeys/passkeys.http.ts';
import type { PasskeyParts } from './accounts/passkeys/passkeys.ts';
import { activityRoutes } from './assistants/activity/activity.http.ts';
import { activityReactions } from './assistants/activity/reactions.ts';
import { activityTools } from './assistants/activity/activity.mcp.ts';
import { actionItemRoutes } from './action-items/action-items.http.ts';
import { actionItemTools } from './action-items/action-items.mcp.ts';
import { assistantRoutes } from './assistants/assistants.http.ts';
import { INSTRUCTIONS, prompts, resources } from './assistants/catalogue.ts';
import { assistantTools } from './assistants/assistants.mcp.ts';
import { fetchOperation } from './assistants/fetch.ts';
import { resourceTemplates } from './assistants/resource-templates.ts';
import { templateRoutes } from './templates/templates.http.ts';
import type { Summariser } from '../engines/summaries/summariser.ts';
import { chatRoutes } from './chat/chat.http.ts';
import type { ChatParts } from './chat/chat.http.ts';
import type { Answerer } from '../engines/answering/answerer.ts';
import { chatTools } from './chat/chat.mcp.ts';
import { audioRoutes } from './recordings/audio.ts';
import type { AudioSettings } from './recordings/settings.ts';
import { translationRoutes } from './understanding/translations.ts';
import type { Translator } from '../engines/understanding/translator.ts';
import { assistantConversationRoutes } from './conversation-lists/assistants.http.ts';
import { conversationTools } from './conversation-lists/conversation-lists.mcp.ts';
import type { LiveWords } from './recordings/recording-end.ts';
import { chatReactions } from './chat/source-reactions.ts';
import type { ConnectionKind } from './connections/connection-kind.ts';
import { connectionRoutes } from './connections/connections.http.ts';
import type { ConnectionOperationParts } from './connections/connections.ts';
import { caldav } from './calendar/caldav/caldav-kind.ts';
import { caldavRoutes } from './calendar/caldav/caldav.http.ts';
import { calendarRoutes } from './calendar/calendar.http.ts';
import { conversationListRoutes } from './conversation-lists/conversation-lists.http.ts';
import { correctionRoutes } from './corrections/corrections.http.ts';
import { correctionTools } from './corrections/corrections.mcp.ts';
import { hearingRoutes } from './hearing/hearing.http.ts';
import { conversationCreationRoutes } from './conversation-creation/conversation-creation.http.ts';
import { conversationCreationTools } from './conversation-creation/conversation-creation.mcp.ts';
import { recordingRoutes } from './recordings/recordings.http.ts';
import { understandingTools } from './understanding/understanding.mcp.ts';
import { understandingRoutes } from './understanding/understanding.http.ts';
import type { Renewers } from './understanding/renewal/renewal.ts';
import { describePhoto } from './recordings/photos.ts';
import { joinRecordings, processConversation } from './conversations/lifecycle.ts';
import { summarise, summariseOperation } from './understanding/summaries.ts';
import { dayRoutes } from './days/days.http.ts';
import { dayTools } from './days/days.mcp.ts';
import { goalTools } from './goals/goals.mcp.ts';
import { goalRoutes } from './goals/goals.http.ts';
import { grantRoutes } from './access/grants/grants.http.ts';
import type { ChangeWatch } from './changes/change-watch.ts';
import { feedRoutes } from './changes/feed.http.ts';
import { changeReactions } from './changes/log.ts';
import { exampleRoutes } from './outcomes/examples.ts';
import { outcomeReactions } from './outcomes/outcomes.ts';
import { suggestionRoutes } from './suggestions/suggestions.http.ts';
import { searchReactions } from './search/reactions.ts';
import { dayReactions } from './days/reactions.ts';
import { erasureRoutes } from './portability/erasure/erasure.http.ts';
import { findingRoutes } from './search/finding/finding.http.ts';
import { operatorRoutes } from './statistics/operator.ts';
import type { OperatorParts } from './statistics/operator.ts';
import { statisticsRoutes } from './statistics/statistics.http.ts';
import { folderRoutes } from './conversation-lists/folders/folders.http.ts';
import { keyRoutes } from './access/keys/keys.http.ts';
import { uploadRoutes } from './late-words/uploads.http.ts';
import type { uploadOperations } from './late-words/uploads.ts';
import { meetingRoutes } from './meetings/meetings.http.ts';
import { memoryRoutes } from './memories/memories.http.ts';
import { memoryTools } from './memories/memories.mcp.ts';
import { modelRoutes } from './models/models.http.ts';
import type { ModelParts } from './models/models.ts';
import type { Importer } from './portability/importer.ts';
import { securityRoutes } from './accounts/security/security.http.ts';
import { portabilityRoutes } from './portability/portability.http.ts';
import { pushRoutes } from './push/push.http.ts';
import type { PushParts } from './push/push-service.ts';
import { quotaRoutes } from './quotas/quotas.http.ts';
import type { Quotas } from './quotas/quotas.ts';
import { peopleRoutes } from './people/people.http.ts';
import { vocabularyRoutes } from './vocabulary/vocabulary.http.ts';
import type { Embeddings } from './search/embeddings.ts';
import { searchRoutes } from './search/search.http.ts';
import type { LiveRequests } from './recorders/live-requests.ts';
import { recorderRoutes } from './recorders/omi-hook.ts';
import { recorderKinds } from './recorders/recorders.ts';
import { remakePrint } from './voices/voiceprint-remaking.ts';
import type { VoiceParts } from './voices/speech-profiles.ts';
import { demoRoutes } from './listening/demo/demo.http.ts';
import type { SamplePlayer } from './listening/demo/sample-player.ts';
import { voiceRoutes } from './voices/voices.http.ts';
import { webhookRoutes } from './webhooks/webhooks.http.ts';
import type { WebhookParts } from './webhooks/webhooks.ts';

type Uploads = ReturnType<typeof uploadOperations>;

/** The running parts that routes need, in addition to settings. */
export interface RouteParts {
  live: LiveWords;
  webhooks: WebhookParts;
  push: PushParts;
  connections: Omit<ConnectionOperationParts, 'site'>;
  requests: LiveRequests;
  chat: ChatParts;
  uploads: Uploads;
  translator: Translator | null;
  audio: AudioSettings;
  models: ModelParts;
  voices: VoiceParts;
  summariser: Summariser;
  renewers: Renewers;
  embeddings: Embeddings | null;
  watch: ChangeWatch;
  accounts: InvitationParts & PasskeyParts & Pick<OidcParts, 'oidc'>;
  sample: SamplePlayer;
  operator: OperatorParts;
  importer: Importer;
  quotas: Quotas;
}

export function allRoutes({
  translator,
  audio,
  live,
  webhooks,
  push,
  connections,
  requests,
  chat,
  uploads,
  models,
  voices,
  summariser,
  renewers,
  embeddings,
  watch,
  accounts,
  sample,
  operator,
  importer,
  quotas,
}: RouteParts): Route[] {
  return withOwnRoutes([
    ...accountRoutes(accounts.identity),
    ...passkeyRoutes(accounts),
    ...oidcRoutes(accounts),
    ...securityRoutes,
    ...quotaRoutes(quotas),
    ...invitationRoutes(accounts),
    ...erasureRoutes(accounts.identity, live),
    ...keyRoutes,
    ...grantRoutes(accounts.site),
    ...memoryRoutes,
    ...meetingRoutes,
    ...actionItemRoutes,
    ...goalRoutes,
    ...dayRoutes,
    ...folderRoutes,
    ...peopleRoutes,
    ...vocabularyRoutes,
    ...suggestionRoutes,
    ...exampleRoutes,
    ...voiceRoutes(voices),
    ...conversationListRoutes,
    ...conversationCreationRoutes,
    ...understandingRoutes(summariseOperation(summariser), renewers),
    ...correctionRoutes,
    ...recordingRoutes(live),
    ...demoRoutes(sample),
    ...assistantConversationRoutes,
    ...hearingRoutes,
    ...uploadRoutes(uploads),
    ...translationRoutes(translator),
    ...audioRoutes(audio),
    ...templateRoutes(summariser),
    ...chatRoutes(chat),
    ...findingRoutes,
    ...statisticsRoutes,
    ...operatorRoutes(operator),
    ...feedRoutes({ summariser, watch }),
    ...webhookRoutes(webhooks),
    ...pushRoutes(push),
    ...connectionRoutes({ ...connections, site: accounts.site }),
    ...recorderRoutes({ ...connections, requests }),
    ...caldavRoutes(connections),
    ...assistantRoutes,
    ...activityRoutes,
    ...calendarRoutes(accounts.site),
    ...portabilityRoutes(importer),
    ...modelRoutes(models),
    ...searchRoutes(embeddings),
  ]);
}

/**
 * Adds the routes of the signed-in user. For each route of a developer key at `/v1/dev/user/…`, the
 * user has one at `/v1/…`, unless a room defines another address for it.
 */
function withOwnRoutes(routes: readonly Route[]): Route[] {
  const own = routes.filter(({ credential }) => credential === 'session');
  const isTaken = ({ operation, method, path }: Route) =>
    own.some(
      (route) => route.operation.name === operation.name || sameAddress(route, { method, path }),
    );
  const added = routes
    .filter(({ credential, path }) => credential === 'developer_key' && path.startsWith(PROGRAMS))
    .map((route): Route => ({
      ...route,
      credential: 'session',
      path: route.path.replace(PROGRAMS, '/v1/'),
      name: null,
      // Only the routes that the specification names may answer with a confirmation instead of
      // data.
      status: route.operation.output === Success ? 204 : route.status,
    }))
    .filter((route) => !isTaken(route));
  return [...routes, ...added];
}

const PROGRAMS = '/v1/dev/user/';
const sameAddress = (route: Route, { method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  route.method === method && route.path === path;

/** The running parts that tools need. */
export interface ToolParts {
  /** The public address of this service, without a trailing slash. */
  site(): string;
  /** The maximum size of an answer to an assistant, in tokens. */
  answerTokens: number;
  answerer: Answerer;
}

/** Returns the tools for assistants, which use the same operations as the routes. */
export function allTools(parts: ToolParts): Tool[] {
  return [
    ...assistantTools(parts),
    ...memoryTools,
    ...conversationTools,
    ...conversationCreationTools,
    ...correctionTools,
    ...understandingTools,
    ...dayTools,
    ...actionItemTools,
    ...goalTools,
    ...chatTools(parts.answerer),
    ...activityTools,
  ];
}

/** Returns the tools, resources, prompts and instructions for assistants. */
export function allCatalogue(parts: ToolParts): Catalogue {
  const templates = resourceTemplates(fetchOperation(parts.site, parts.answerTokens));
  return { tools: allTools(parts), resources, templates, prompts, instructions: INSTRUCTIONS };
}

/** Code of rooms that runs inside the transactions of other rooms. */
export const allReactions = [
  ...chatReactions,
  ...changeReactions,
  ...searchReactions,
  ...dayReactions,
  ...outcomeReactions,
  ...activityReactions,
];

/** Data that may be unreadable for a time, by the gate names that operations declare. */
export const allGates = { memories: memoriesGate };

export const allJobs = [processConversation, joinRecordings, summarise, describePhoto, remakePrint];

/** The outside services that can be connected. */
export const allConnectionKinds: readonly ConnectionKind[] = [...recorderKinds, caldav];
