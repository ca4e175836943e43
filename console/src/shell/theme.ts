export type Theme = 'system' | 'light' | 'dark';

const STORED = 'commonplace-theme';

export function currentTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme = currentTheme()): void {
  localStorage.setItem(STORED, theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
