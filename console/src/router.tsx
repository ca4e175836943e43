import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { ErrorState, Skeleton } from './design/states.tsx';
import { arriving } from './service/arriving.ts';
import { meQuery, queryClient } from './service/queries.ts';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';
import { BASE } from './service/base.ts';
import { known, oneOf } from './search-parameters.ts';

const loadNotFound = () => import('./shell/not-found.tsx');

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(loadNotFound, 'NotFound'),
});

/** A page without the frame of the shell gives its skeleton and its error the place of a page. */
const Bare = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto max-w-[720px] px-5 py-12">
    <h1 className="sr-only">Commonplace</h1>
    {children}
  </main>
);

const pendingComponent = () => (
  <Bare>
    <Skeleton lines={6} />
  </Bare>
);

/** Shown when the account could not be read. Trying again reads it again. */
function NoAccount({ error }: ErrorComponentProps) {
  const { invalidate } = useRouter();
  return (
    <Bare>
      <ErrorState error={error} retry={() => void invalidate()} />
    </Bare>
  );
}

/** The route of all pages for a signed-in user. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  pendingComponent,
  errorComponent: NoAccount,
  component: Shell,
  // As a loader, it runs while the page is loading.
  loader: async ({ location }) => {
    if (await queryClient.ensureQueryData(meQuery)) return;
    throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
});

type Load = () => Promise<{ default: ComponentType }>;

/** A page is loaded when it is opened. */
const part = (load: Load) => lazyRouteComponent(() => arriving(load));

/** A page in the shell. */
const pageAt = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: part(load),
  });

const today = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: ({ day }: Record<string, unknown>): { day?: string } =>
    typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
      ? { day }
      : {},
  component: part(() => import('./day/page.tsx')),
});

const talk = pageAt('/talk', () => import('./talk/page.tsx'));

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  validateSearch: (search: Record<string, unknown>) =>
    known(search, {
      q: 'string',
      from: 'string',
      to: 'string',
      folder: 'string',
      starred: 'boolean',
      sources: 'string',
    }),
  component: part(() => import('./conversations/page.tsx')),
});

const reading = createRoute({
  getParentRoute: () => inside,
  path: '/conversations/$id',
  // Reading begins at a second, or at the words that an answer quotes; `play` plays them.
  validateSearch: (search: Record<string, unknown>) =>
    known(search, { at: 'number', said: 'string', play: 'boolean' }),
  component: part(() => import('./reading/page.tsx')),
});

interface MemoriesSearch {
  q?: string | undefined;
  tag?: string | undefined;
  shelf?: 'interesting' | 'you' | undefined;
  by?: 'heard' | 'you' | undefined;
}

const memories = createRoute({
  getParentRoute: () => inside,
  path: '/memories',
  validateSearch: (search: Record<string, unknown>): MemoriesSearch => ({
    ...known(search, { q: 'string', tag: 'string' }),
    shelf: oneOf(search['shelf'], ['interesting', 'you']),
    by: oneOf(search['by'], ['you', 'heard']),
  }),
  component: part(() => import('./memories/page.tsx')),
});

const memory = pageAt('/memories/$id', () => import('./memories/memory-page.tsx'));

const tasks = createRoute({
  getParentRoute: () => inside,
  path: '/tasks',
  // `new` begins a task at once.
  validateSearch: (given: Record<string, unknown>) => known(given, { new: 'boolean' }),
  component: part(() => import('./tasks/page.tsx')),
});

const task = pageAt('/tasks/$id', () => import('./tasks/task-page.tsx'));

const goals = pageAt('/goals', () => import('./goals/page.tsx'));

const people = pageAt('/people', () => import('./people/page.tsx'));

const person = pageAt('/people/$id', () => import('./people/person-page.tsx'));

const operator = pageAt('/operator', () => import('./operator/page.tsx'));

const ask = createRoute({
  getParentRoute: () => inside,
  path: '/ask/{-$chat}',
  // `q` is a question that is asked at once.
  validateSearch: (search: Record<string, unknown>) => known(search, { q: 'string' }),
  component: part(() => import('./ask/page.tsx')),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: (given: Record<string, unknown>) =>
    known(given, { q: 'string', from: 'string', to: 'string' }),
  component: part(() => import('./search/page.tsx')),
});

const incoming = createRoute({
  getParentRoute: () => inside,
  path: '/import',
  // `problem` says why something was not kept.
  validateSearch: (given: Record<string, unknown>): { problem?: 'full' | 'not_kept' } => {
    const problem = oneOf(given['problem'], ['full', 'not_kept']);
    return problem ? { problem } : {};
  },
  component: part(() => import('./incoming/page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: part(() => import('./settings/layout.tsx')),
  notFoundComponent: lazyRouteComponent(loadNotFound, 'NothingHere'),
});

const settingsAt = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    component: part(load),
  });

const settingsYou = settingsAt('/', () => import('./settings/you-page.tsx'));

const settingsKeys = settingsAt('/keys', () => import('./settings/keys/keys-page.tsx'));

const settingsVoice = settingsAt('/voice', () => import('./settings/voice-page.tsx'));

const settingsWords = settingsAt('/words', () => import('./settings/vocabulary/words-page.tsx'));

const settingsAssistants = settingsAt(
  '/assistants',
  () => import('./settings/assistants/assistants-page.tsx'),
);

const settingsConnect = createRoute({
  getParentRoute: () => settings,
  path: '/connect',
  // `to` is the assistant.
  validateSearch: (search: Record<string, unknown>) => known(search, { to: 'string' }),
  component: part(() => import('./settings/assistants/connect-page.tsx')),
});

const settingsModels = settingsAt('/models', () => import('./settings/models-page.tsx'));

const settingsSessions = settingsAt(
  '/sessions',
  () => import('./settings/access/sessions-page.tsx'),
);

const connections = settingsAt('/connections', () => import('./settings/connections/page.tsx'));

const settingsWebhooks = settingsAt('/webhooks', () => import('./settings/webhooks/page.tsx'));

const settingsData = settingsAt('/data', () => import('./settings/data-page.tsx'));

const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/$id',
  component: part(() => import('./reading/shared-page.tsx')),
});

const signIn = createRoute({
  getParentRoute: () => root,
  pendingComponent,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) =>
    known(search, { to: 'string', oidc_error: 'string' }),
  component: part(() => import('./welcome/sign-in-page.tsx')),
});

const welcome = createRoute({
  getParentRoute: () => root,
  pendingComponent,
  path: '/welcome',
  validateSearch: (search: Record<string, unknown>) => known(search, { token: 'string' }),
  component: part(() => import('./welcome/page.tsx')),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    welcome,
    shared,
    inside.addChildren([
      today,
      talk,
      conversations,
      reading,
      memories,
      memory,
      tasks,
      task,
      goals,
      people,
      person,
      ask,
      search,
      incoming,
      operator,
      settings.addChildren([
        settingsYou,
        settingsVoice,
        settingsWords,
        settingsAssistants,
        settingsConnect,
        settingsModels,
        settingsKeys,
        settingsSessions,
        connections,
        settingsWebhooks,
        settingsData,
      ]),
    ]),
  ]),
  basepath: BASE,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  // A loaded page is shown immediately, without waiting for its skeleton.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Skeleton lines={6} />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
