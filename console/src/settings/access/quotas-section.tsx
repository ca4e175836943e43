import { useQuery } from '@tanstack/react-query';
import * as m from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { service } from '../../service/service.ts';
import { SettingsSection, UnreadySection } from '../section.tsx';

/** Shows the quotas of the user, if the operator has set any. */
export function QuotasSection() {
  const query = useQuery({
    queryKey: ['quotas'],
    queryFn: () => service.getQuotas(),
    staleTime: 0,
  });
  if (!query.data) return <UnreadySection title={m.quotas()} query={query} />;
  const { sound, listening } = query.data;
  const rows = [
    [
      m.quota_sound(),
      sound.used_bytes / 1e9,
      sound.max_bytes === null ? null : sound.max_bytes / 1e9,
    ],
    [
      m.quota_listening(),
      listening.used_seconds / 3600,
      listening.max_seconds === null ? null : listening.max_seconds / 3600,
    ],
  ] as const;
  const limited = rows.filter(([, , most]) => most !== null);
  if (limited.length === 0) return null;
  const number = new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 });
  return (
    <SettingsSection title={m.quotas()} about={m.quotas_about()}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4">
        {limited.map(([label, used, most]) => (
          <div key={label}>
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="font-serif text-22 tabular-nums">
              {m.quota_of({ used: number.format(used), most: number.format(most!) })}
            </dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}
