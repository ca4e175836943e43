import type { WebhookEndpointCreate } from '../../../client/src/index.ts';
import { command } from '../command.ts';
import { deleted, into, LIMIT, listOption, textOption } from '../options.ts';
import { pairs } from '../output-lines.ts';
import { table } from '../table.ts';

export const webhookCommands = [
  command({
    words: 'webhook list',
    summary: 'list webhook endpoints',
    run: ({ client }) => client.listWebhookEndpoints({}),
    show: (endpoints) =>
      table(endpoints, {
        ID: ({ id }) => id,
        STATE: ({ enabled }) => (enabled ? 'enabled' : 'paused'),
        TYPES: ({ types }) => types.join(','),
        URL: ({ url }) => url,
      }),
  }),
  command({
    words: 'webhook get',
    summary: 'show one endpoint with all fields',
    places: ['endpoint_id'],
    run: ({ client }, input) => client.getWebhookEndpoint(input),
    show: pairs,
  }),
  command({
    words: 'webhook add',
    summary: 'add an endpoint; prints its secret once',
    places: ['url'],
    options: {
      type: into('types', listOption('An event such as memory.*; may be repeated. Default: all.')),
      description: textOption('The purpose of the endpoint.'),
    },
    run: ({ client }, { types = ['*'], ...input }) =>
      client.createWebhookEndpoint({ ...input, types: types as WebhookEndpointCreate['types'] }),
    show: pairs,
  }),
  command({
    words: 'webhook pause',
    summary: 'send nothing to an endpoint until it is resumed',
    places: ['endpoint_id'],
    run: ({ client }, input) => client.updateWebhookEndpoint({ ...input, enabled: false }),
    show: pairs,
  }),
  command({
    words: 'webhook resume',
    summary: 'send to an endpoint again',
    places: ['endpoint_id'],
    run: ({ client }, input) => client.updateWebhookEndpoint({ ...input, enabled: true }),
    show: pairs,
  }),
  command({
    words: 'webhook test',
    summary: 'send a test event to an endpoint',
    places: ['endpoint_id'],
    run: ({ client }, input) => client.testWebhookEndpoint(input),
    show: pairs,
  }),
  command({
    words: 'webhook deliveries',
    summary: 'list what was sent to an endpoint, the newest first',
    places: ['endpoint_id'],
    options: LIMIT(500),
    run: ({ client }, input) => client.listWebhookEndpointDeliveries(input),
    show: (deliveries, when) =>
      table(deliveries, {
        ID: ({ id }) => id,
        MADE: ({ created_at }) => when(created_at),
        STATUS: ({ status }) => status,
        TYPE: ({ type }) => type,
      }),
  }),
  command({
    words: 'webhook delete',
    summary: 'delete an endpoint',
    places: ['endpoint_id'],
    run: ({ client }, input) => client.deleteWebhookEndpoint(input),
    show: deleted,
  }),
];
