import { useQuery } from '@tanstack/react-query';
import { ModelFetching } from '../models/model-fetching.tsx';
import { modelsQuery } from '../models/models.ts';
import * as m from '../paraglide/messages.js';

/** Offers the owner a speech model that is more accurate than the installed one. */
export function BetterHearing() {
  const { data } = useQuery(modelsQuery);
  if (!data?.downloads_allowed) return null;
  const hasRecogniser = data.models.some(
    ({ purpose, state }) => purpose === 'recogniser' && state === 'installed',
  );
  const offered = data.models.filter(
    ({ id, state }) => data.recommended.includes(id) && (!hasRecogniser || state !== 'available'),
  );
  if (offered.length === 0) return null;
  return (
    <section className="grid gap-4 border-l-[3px] border-hairline pl-4">
      <div>
        <h3 className="font-medium">{m.hear_better()}</h3>
        <p className="text-14 text-ink-2">{m.hear_better_about()}</p>
      </div>
      {offered.map((model) => (
        <ModelFetching key={model.id} model={model} />
      ))}
    </section>
  );
}
