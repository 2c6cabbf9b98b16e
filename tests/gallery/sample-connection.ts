import type { Connection } from '#contract/bridge/connections.ts';

/** A connection to a project, with a server key. */
export const shop: Connection = {
  id: 'shop',
  kind: 'project',
  name: 'Shop',
  baseUrl: 'https://auth.analytical.example',
  projectId: '5c1f7a52-0a8e-4d6b-9c7a-2f3e4d5c6b7a',
  environment: 'production',
  colour: null,
  handlerBase: '/handler',
  safety: 'type-to-destroy',
  requirePresence: false,
  group: null,
  pinned: true,
  credentials: { client: 'k3vx', server: 'm07q', admin: false, owner: null },
  release: '2.8.4',
  features: {},
};
