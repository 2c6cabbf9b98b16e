/** What the dispatcher offers, with an input that fits each call. */
import type { z } from 'zod';
import { bridge } from '#contract/bridge/index.ts';
import { serviceInput } from '#contract/bridge/service.ts';
import type { Actor, Call, Endpoint, Event, Topic } from '#contract/definitions.ts';
import { readAs } from '#contract/dispatch.ts';
import { catalog } from '#contract/service/index.ts';

export const uuid = '3241a285-8329-4d69-8f3d-316e08cf140c';
/** The account that is signed in from the start. */
const accountId = '0'.repeat(32);

const draft = {
  name: 'Mine',
  baseUrl: 'https://x.test',
  projectId: uuid,
  environment: 'staging',
  keys: { client: `pck_${'0'.repeat(45)}` },
};

/** An input that fits, for each call of the bridge that takes any. */
export const fitting: Readonly<Record<string, unknown>> = {
  'app.dismiss': { id: 'x' },
  'connections.add': { draft },
  'connections.openOwned': { internalConnectionId: 'own', accountId, projectId: uuid, name: 'Owned' },
  'connections.edit': { id: 'own', change: { name: 'Mine', keys: { server: null } } },
  'connections.rename': { id: 'own', name: 'Yours' },
  'connections.duplicate': { id: 'own' },
  'connections.arrange': { ids: ['own'], moved: { id: 'own', pinned: true, group: null } },
  'connections.pin': { id: 'own', pinned: true },
  'connections.setGroup': { id: 'own', group: 'Work' },
  'connections.test': { id: 'own', draft },
  'connections.detect': { id: 'own' },
  'connections.importAll': { text: '{"format":"latchkey/connections-export","version":1,"connections":[{}]}' },
  'sealedConnections.save': { passphrase: 'too short' },
  'sealedConnections.check': { text: '{"format":"latchkey/sealed-connections","version":1}' },
  'sealedConnections.open': { text: '{"format":"latchkey/sealed-connections","version":1}', passphrase: 'correct horse battery' },
  'sealedConnections.add': { fileId: 'x', allowPlainHttp: false },
  'sealedConnections.close': { fileId: 'x' },
  'safety.confirm': { id: 'x', typed: 'Mine' },
  'viewState.read': { scope: 'own' },
  'viewState.write': { scope: 'own', key: 'x', value: { width: 1 } },
  'connections.remove': { id: 'none' },
  'accounts.use': { accountId },
  'accounts.signOut': { accountId: 'x' },
  'signIn.withPassword': { connectionId: 'own', email: 'a@b.c', password: 'correct horse' },
  'signIn.signUp': { connectionId: 'own', email: 'a@b.c', password: 'correct horse' },
  'signIn.sendCode': { connectionId: 'own', email: 'a@b.cd' },
  'signIn.submitCode': { flowId: 'x', code: '3slswz' },
  'signIn.submitTotp': { flowId: 'x', totp: '123456' },
  'signIn.resend': { flowId: 'x' },
  'signIn.anonymous': { connectionId: 'own' },
  'signIn.upgrade': { accountId, email: 'a@b.c', password: 'correct horse' },
  'signIn.forgotPassword': { connectionId: 'own', email: 'a@b.c' },
  'signIn.withProvider': { connectionId: 'own', provider: 'github' },
  'signIn.linkOAuth': { accountId, provider: 'github', scope: 'read_api' },
  'signIn.withCli': { connectionId: 'own', appUrl: 'https://x.test' },
  'signIn.withPasskey': { connectionId: 'own' },
  'signIn.registerPasskey': { accountId, replace: false },
  'signIn.openAccountPage': { connectionId: 'own' },
  'callbacks.choices': { connectionId: 'own', purpose: 'team-invitation' },
  'callbacks.choose': { connectionId: 'own', purpose: 'team-invitation', place: 'loopback' },
  'callbacks.site': { connectionId: 'own' },
  'callbacks.nameSite': { connectionId: 'own', url: 'https://app.example' },
  'callbacks.address': { connectionId: 'own', purpose: 'contact-channel' },
  'signIn.wait': { flowId: 'x' },
  'signIn.openAgain': { flowId: 'x' },
  'signIn.copyLink': { flowId: 'x' },
  'signIn.cancel': { flowId: 'x' },
  'accounts.signOutAll': { connectionId: 'none' },
  'accounts.deleteUser': { accountId: 'x', typed: 'a@b.c' },
  'links.open': { text: 'https://x.test/handler/password-reset?code=0123456789abcdefghjkmnpqrstvwxyz0123456789abc' },
  'links.check': { id: 'x' },
  'links.details': { id: 'x', accountId },
  'links.accept': { id: 'x', connectionId: 'own' },
  'links.dismiss': { id: 'x' },
  'secrets.copy': { ref: 'x' },
  'secrets.keep': { connectionId: 'own', text: 'sk_x' },
  'secrets.copyLines': { entries: [{ name: 'API_KEY', ref: 'x' }] },
  'secrets.reveal': { ref: 'x' },
  'secrets.hold': { ref: 'x' },
  'secrets.release': { ref: 'x' },
  'secrets.saveToEnvFile': { fileId: 'x', entries: [{ name: 'API_KEY', ref: 'x' }], replace: false },
  'webhookPortal.open': { connectionId: 'own', ref: 'x' },
  'diagnostics.cancel': { id: 'x' },
  'diagnostics.reach': { connectionId: 'own' },
  'settings.update': { theme: 'dark', panelWidth: 400 },
};

/** A call or an event by its full name, which may be one that runs nothing. */
export interface Channel {
  readonly name: string;
  /** Absent for names that run nothing. */
  readonly fits?: (input: unknown) => boolean;
  readonly answers?: (value: unknown) => boolean;
  readonly example: unknown;
}

const fits = (schema: z.ZodType) => (value: unknown) => readAs(schema, value).ok;

const bridgeChannels: Channel[] = Object.entries(bridge).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, entry]: [string, Call | Event | Topic]): Channel => {
    const full = `${group}.${name}`;
    const example = fitting[full] ?? {};
    return entry.kind !== 'event' ? { name: full, fits: fits(entry.input), answers: fits(entry.output), example } : { name: full, example };
  }),
);

const serviceChannels: Channel[] = Object.entries(catalog).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
    Object.entries(endpoint.actors).map(([actor, variant]): Channel => {
      const full = `service.${group}.${name}`;
      const target = { actor, connectionId: 'own', ...(actor === 'account' ? { accountId } : {}) };
      const parts = {
        ...(endpoint.params ? { params: { user_id: uuid, id: uuid } } : {}),
        ...(variant.query ? { query: { user_id: uuid } } : {}),
        ...(variant.body ? { body: {} } : {}),
      };
      const example = { ...target, ...parts };
      if (!endpoint.offered) return { name: full, example };
      const schemas = serviceInput(endpoint);
      return {
        name: full,
        example,
        fits: (input) => Object.keys(endpoint.actors).some((known) => readAs(schemas[known as Actor], input).ok),
        answers: () => true,
      };
    }),
  ),
);

/** Every call and event of the bridge, and every endpoint with each of its actors. */
export const channels: readonly Channel[] = [...bridgeChannels, ...serviceChannels];
