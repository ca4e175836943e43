import type { ConsoleTab } from './console-tab.ts';

/** Starts a talk, and waits until its page shows these words. */
export async function startTalking({ page, go }: ConsoleTab, words: string): Promise<void> {
  await go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByText(words).first().waitFor();
}
