import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';

export const tracingSettings = {
  endpoint: setting({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'The collector that receives traces over OTLP/HTTP as JSON, at `/v1/traces` below it.',
    schema: webAddress('http://127.0.0.1:4318').optional(),
    fallback: 'none: there are no traces',
  }),
  headers: setting({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    doc: 'Headers for the collector, such as `authorization=Bearer%20…,x-team=home`.',
    schema: z
      .string()
      .regex(/^\s*[\w-]+=[^,]*(,\s*[\w-]+=[^,]*)*$/, 'a list such as name=value,name=value')
      .optional(),
    fallback: 'none',
    secret: true,
  }),
  serviceName: setting({
    env: 'OTEL_SERVICE_NAME',
    doc: 'The name of the service in traces.',
    schema: z.string().min(1).default('commonplace'),
  }),
  sampler: setting({
    env: 'OTEL_TRACES_SAMPLER',
    doc:
      'The traces that are sent: `always_on`, `always_off` or `traceidratio`, with ' +
      '`parentbased_` before it to follow the caller.',
    schema: z
      .string()
      .regex(/^(parentbased_)?(always_on|always_off|traceidratio)$/, 'the name of a sampler')
      .default('parentbased_always_on'),
  }),
  samplerArg: setting({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    doc: 'The share of traces for `traceidratio`, from 0 to 1.',
    schema: z.coerce.number().min(0).max(1).default(1),
  }),
};
