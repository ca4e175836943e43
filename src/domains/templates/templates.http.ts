import type { Summariser } from '../../engines/summaries/summariser.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { templateOperations } from './templates.ts';

/** Programs and the user's own apps use the same routes. */
export function templateRoutes(summariser: Summariser): Route[] {
  const operations = templateOperations(summariser);
  const doors = [
    { path: '/v1/dev/user/summary-templates', credential: 'developer_key' },
    { path: '/v1/summary-templates', credential: 'session' },
  ] as const;
  return doors.flatMap(({ path, credential }) => {
    const one = `${path}/{template_id}`;
    return [
      route(operations.listTemplates, { method: 'GET', path, credential }),
      route(operations.createTemplate, { method: 'POST', path, credential }),
      route(operations.getTemplate, { method: 'GET', path: one, credential }),
      route(operations.updateTemplate, { method: 'PATCH', path: one, credential }),
      route(operations.deleteTemplate, { method: 'DELETE', path: one, credential }),
    ];
  });
}
