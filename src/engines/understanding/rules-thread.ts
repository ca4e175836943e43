/** The thread of the rules. A long transcript does not block the server. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { warmLanguage } from './language.ts';
import { understandByRules } from './by-rules.ts';

serveRequests(() => {
  warmLanguage();
  return understandByRules;
});
