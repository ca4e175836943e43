import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Importer } from './importer.ts';
import { exportAccount, importOperations } from './portability.ts';

const MAX_BYTES = 4 * 1024 ** 3;
const credential = 'session';

export function portabilityRoutes(importer: Importer): Route[] {
  const { startImport, listImports, getImport } = importOperations(importer);
  return [
    route(exportAccount, { method: 'GET', path: '/v1/export', credential, answer: 'download' }),
    route(startImport, {
      method: 'POST',
      path: '/v1/imports',
      credential,
      upload: { field: 'file', maxBytes: MAX_BYTES, keep: 'disk' },
    }),
    route(listImports, { method: 'GET', path: '/v1/imports', credential }),
    route(getImport, { method: 'GET', path: '/v1/imports/{import_id}', credential }),
  ];
}
