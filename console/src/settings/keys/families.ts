import * as m from '../../paraglide/messages.js';
import { service } from '../../service/service.ts';

/** The families of keys: for programs, for assistants and for devices. */
export const FAMILIES = {
  dev: {
    title: m.keys_programs,
    about: m.keys_programs_about,
    list: () => service.listDevKeys(),
    create: service.createDevKey,
    revoke: service.revokeDevKey,
    scopes: [
      'conversations:read',
      'conversations:write',
      'memories:read',
      'memories:write',
      'action_items:read',
      'action_items:write',
      'goals:read',
      'goals:write',
      'webhooks:read',
      'webhooks:write',
    ],
  },
  mcp: {
    title: m.keys_assistants,
    about: m.keys_assistants_about,
    list: () => service.listMcpKeys(),
    create: service.createMcpKey,
    revoke: service.revokeMcpKey,
    scopes: [
      'memories:read',
      'memories:write',
      'conversations:read',
      'action_items:read',
      'action_items:write',
      'goals:read',
      'people:read',
      'chat:read',
    ],
  },
  device: {
    title: m.keys_devices,
    about: m.keys_devices_about,
    list: () => service.listDeviceKeys(),
    // A device key may only send audio.
    create: ({ name }: { name: string }) => service.createDeviceKey({ name }),
    revoke: service.revokeDeviceKey,
    scopes: [],
  },
} as const;
export type Family = keyof typeof FAMILIES;
