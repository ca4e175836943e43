import { useMutation, useQuery } from '@tanstack/react-query';
import type { Model } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import { Unready } from '../design/states.tsx';
import { ModelFetching } from '../models/model-fetching.tsx';
import { modelsQuery } from '../models/models.ts';
import { ProvidersSection } from '../models/providers-section.tsx';
import { RenewalSection } from '../models/renewal-section.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { SettingsSection } from './section.tsx';

/** Shows the providers in use and the models of this machine. Only the owner sees them. */
export default function ModelsPage() {
  const query = useQuery(modelsQuery);
  const { data } = query;
  const all = data?.models ?? [];
  const present = all.filter(({ state }) => state === 'installed');
  const others = all.filter(({ state }) => state !== 'installed');
  return (
    <>
      <Title>{m.models()}</Title>
      <ProvidersSection />
      <RenewalSection />
      <SettingsSection title={m.models()} about={m.models_about()}>
        {!data ? (
          <Unready query={query} lines={4} />
        ) : present.length === 0 ? (
          <p className="font-serif text-18">{m.models_none()}</p>
        ) : (
          <ul>
            {present.map((model) => (
              <Installed key={model.id} model={model} />
            ))}
          </ul>
        )}
      </SettingsSection>
      {data?.downloads_allowed === false && (
        <p className="text-14 text-ink-2">{m.models_not_allowed()}</p>
      )}
      {data?.downloads_allowed && others.length > 0 && (
        <SettingsSection title={m.models_available()}>
          <ul className="grid gap-6">
            {others.map((model) => (
              <li key={model.id} className="grid gap-1">
                {data.recommended.includes(model.id) && (
                  <span className="text-13 text-leaf">{m.recommended()}</span>
                )}
                <ModelFetching model={model} />
              </li>
            ))}
          </ul>
        </SettingsSection>
      )}
    </>
  );
}

function Installed({ model: { id, title, in_use } }: { model: Model }) {
  const remove = useMutation({
    mutationFn: () => service.deleteModel({ id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p lang="en">{title}</p>
        <p className="text-13 text-ink-2">{in_use ? m.model_in_use() : m.model_installed()}</p>
      </div>
      <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
        {m.delete_verb()}
      </Button>
    </li>
  );
}
