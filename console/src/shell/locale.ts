import { locales, overwriteGetLocale } from '../paraglide/runtime.js';

type Locale = (typeof locales)[number];

const STORED = 'commonplace-locale';

const isLocale = (name: string | null): name is Locale =>
  (locales as readonly (string | null)[]).includes(name);

/**
 * The language that the user chose; otherwise the browser's first language that the console
 * supports.
 */
export function applyLocale(): Locale {
  const stored = localStorage.getItem(STORED);
  const wished = navigator.languages.map((name) => name.slice(0, 2)).find(isLocale);
  const locale = isLocale(stored) ? stored : (wished ?? 'en');
  overwriteGetLocale(() => locale);
  document.documentElement.lang = locale;
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (manifest && locale !== 'en') {
    manifest.href = manifest.href.replace('manifest.', `manifest.${locale}.`);
  }
  return locale;
}

/** Texts are chosen when they are rendered, so a reload applies the new language. */
export function chooseLocale(locale: string): void {
  localStorage.setItem(STORED, locale);
  location.reload();
}
