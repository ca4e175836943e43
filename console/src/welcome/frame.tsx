import type { ReactNode } from 'react';
import { Mark } from '../shell/navigation.tsx';

/** The frame of pages without navigation: one narrow column with the name of the product. */
export function Frame({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-[400px] content-center gap-8 px-5 py-12">
      <header className="grid gap-6">
        <p className="flex items-center gap-2.5 font-serif text-18 font-semibold">
          <Mark />
          Commonplace
        </p>
        <div className="grid gap-2">
          <h1 className="font-serif text-28 leading-tight font-semibold text-balance">{title}</h1>
          <p className="text-ink-2">{about}</p>
        </div>
      </header>
      {children}
    </main>
  );
}
