import type { ComponentProps, ReactNode } from 'react';
import { Unready } from '../design/states.tsx';

/** A section of a page: a heading, a sentence and controls. */
export function SettingsSection({
  id,
  title,
  about,
  children,
}: {
  /** The part of an address that leads here. */
  id?: string;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className="grid scroll-mt-4 gap-4 border-t border-hairline pt-6 first:border-0 first:pt-0"
    >
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold">{title}</h2>
        {about && <p className="max-w-[60ch] text-14 text-ink-2">{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** A section whose content is being loaded, or could not be loaded. */
export function UnreadySection({
  title,
  query,
}: {
  title: string;
  query: ComponentProps<typeof Unready>['query'];
}) {
  return (
    <SettingsSection title={title}>
      <Unready query={query} />
    </SettingsSection>
  );
}
