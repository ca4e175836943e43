import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Unready } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { inOwnWords, toMessage } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from '../settings/section.tsx';
import { statisticsQuery } from './statistics.ts';

const TITLES: Record<Provider['kind'], () => string> = {
  recogniser: m.provider_recogniser,
  language_model: m.provider_language_model,
  embeddings: m.provider_embeddings,
};

/** Shows the recogniser, the language model and the embeddings in use, each with a test. */
export function ProvidersSection() {
  const query = useQuery({
    queryKey: ['providers'],
    queryFn: () => service.listProviders(),
  });
  const { data } = query;
  const present = data?.providers.map(({ kind }) => kind) ?? [];
  return (
    <SettingsSection title={m.providers()} about={m.providers_about()}>
      {!data ? (
        <Unready query={query} lines={3} />
      ) : (
        <ul>
          {data.providers.map((provider) => (
            <Row key={provider.kind} provider={provider} />
          ))}
          {!present.includes('language_model') && <Missing text={m.provider_no_language_model()} />}
          {!present.includes('embeddings') && <Missing text={m.provider_no_embeddings()} />}
        </ul>
      )}
    </SettingsSection>
  );
}

function Row({ provider: { kind, name, address } }: { provider: Provider }) {
  const test = useMutation({ mutationFn: () => service.testProvider({ kind }) });
  return (
    <li className="flex flex-wrap items-center gap-4 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>{TITLES[kind]()}</p>
        <p className="text-13 text-ink-2">
          {name} · {address ?? m.provider_here()}
        </p>
        <Usage of={kind} />
        <p role="status" className="text-13">
          {test.isPending && m.provider_testing()}
          {test.error && <span className="text-brick">{toMessage(test.error)}</span>}
          {test.data && <Result {...test.data} />}
        </p>
      </div>
      <Button
        aria-label={m.provider_test({ name: TITLES[kind]() })}
        isBusy={test.isPending}
        onClick={() => test.mutate()}
      >
        {m.test()}
      </Button>
    </li>
  );
}

/** Shows what a model has cost for this account. Recognisers are not counted. */
function Usage({ of: kind }: { of: Provider['kind'] }) {
  const { data } = useQuery(statisticsQuery);
  const own = data?.model_usage.filter(
    ({ purpose }) => kind !== 'recogniser' && (purpose === 'search') === (kind === 'embeddings'),
  );
  if (!own || own.length === 0) return null;
  const number = new Intl.NumberFormat(getLocale());
  const talks = own.find(({ purpose, calls }) => purpose === 'conversations' && calls > 0);
  const total = (of: 'calls' | 'tokens') =>
    number.format(own.reduce((sum, each) => sum + each[of], 0));
  return (
    <p className="text-13 text-ink-2">
      {m.provider_used({ calls: total('calls'), tokens: total('tokens') })}
      {talks &&
        ` · ${m.provider_per_thousand({ tokens: number.format(Math.round((talks.tokens / talks.calls) * 1000)) })}`}
    </p>
  );
}

function Result(result: Awaited<ReturnType<typeof service.testProvider>>) {
  if (!result.is_working)
    return <span className="text-brick">{inOwnWords(result.problem ?? '')}</span>;
  const seconds = new Intl.NumberFormat(getLocale(), SECONDS).format(result.milliseconds / 1000);
  return (
    <span className="text-leaf">
      {result.tokens === null
        ? m.provider_works({ seconds })
        : m.provider_works_tokens({ seconds, tokens: result.tokens })}
    </span>
  );
}

const SECONDS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function Missing({ text }: { text: string }) {
  return <li className="border-b border-hairline py-3 text-14 text-ink-2 last:border-0">{text}</li>;
}
