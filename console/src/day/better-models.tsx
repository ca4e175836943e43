import { useQuery } from '@tanstack/react-query';
import type { Model } from '../../../client/src/index.ts';
import { ModelFetching } from '../models/model-fetching.tsx';
import { modelsQuery } from '../models/models.ts';
import * as m from '../paraglide/messages.js';

/** Offers the owner models that hear and understand better than what is installed. */
export function BetterModels() {
  const { data } = useQuery(modelsQuery);
  if (!data?.downloads_allowed) return null;
  const { models, recommended } = data;
  const offered = (isMeant: (model: Model) => boolean, purpose: Model['purpose']) => {
    const has = models.some((model) => model.purpose === purpose && model.state === 'installed');
    return models.filter(
      (model) =>
        isMeant(model) && recommended.includes(model.id) && (!has || model.state !== 'available'),
    );
  };
  return (
    <>
      <Offer
        title={m.hear_better()}
        about={m.hear_better_about()}
        models={offered(hears, 'recogniser')}
      />
      <Offer
        title={m.understand_better()}
        about={m.understand_better_about()}
        models={offered((model) => !hears(model), 'language-model')}
      />
    </>
  );
}

const hears = ({ purpose }: Model) => purpose === 'recogniser' || purpose === 'speaker';

function Offer({ title, about, models }: { title: string; about: string; models: Model[] }) {
  if (models.length === 0) return null;
  return (
    <section className="grid gap-4 border-l-[3px] border-hairline pl-4">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="text-14 text-ink-2">{about}</p>
      </div>
      {models.map((model) => (
        <ModelFetching key={model.id} model={model} />
      ))}
    </section>
  );
}
