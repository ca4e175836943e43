import type { FastifyInstance } from 'fastify';

/** What can serve and how well, for load balancers and for people. */
export interface Readiness {
  ready: boolean;
  [part: string]: unknown;
}

export function mountHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}
