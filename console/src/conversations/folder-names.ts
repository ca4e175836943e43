import * as m from '../paraglide/messages.js';

/** The folders that every user has, which nobody can rename. */
const SHIPPED: Record<string, () => string> = {
  Work: m.folder_work,
  Personal: m.folder_personal,
  Social: m.folder_social,
};

/** Returns the name of a folder in the language of the page. */
export const folderNamed = (name: string): string => SHIPPED[name]?.() ?? name;
