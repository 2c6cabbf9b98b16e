/** Handlers of the bridge's `links` calls. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { HandlerSites } from '../callback/project-sites';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { ConnectionRecord } from '../records/connections-file';
import { pinConnection } from '../records/pinned-connection';
import type { Topics } from '../runtime/topics';
import { type AcceptLinkDeps, acceptLink } from './accept-link';
import { checkLink, invitationOf } from './check-link';
import type { PendingLinks, SitePath } from './pending-links';
import type { SelfTest } from './self-test';

export interface LinkHandlersDeps {
  readonly pendingLinks: PendingLinks;
  readonly acceptDeps: AcceptLinkDeps;
  readonly handlerSites: Pick<HandlerSites, 'pathsOf'>;
  readonly selfTest: Pick<SelfTest, 'run' | 'register'>;
  /** Returns a connection. Throws `unknown-connection`. */
  readonly findConnection: (id: string) => ConnectionRecord;
  readonly checkPresence: Gateway['checkPresence'];
  readonly topics: Pick<Topics, 'links.list' | 'connections.list'>;
}

export function createLinkHandlers({
  pendingLinks,
  acceptDeps,
  handlerSites,
  selfTest,
  findConnection,
  checkPresence,
  topics,
}: LinkHandlersDeps): Handlers<Bridge, Caller>['links'] {
  const sites = async (): Promise<SitePath[]> => {
    const pathsOf = async ({ id }: Connection) => (await handlerSites.pathsOf(id)).map((path) => ({ connectionId: id, path }));
    return (await Promise.all(topics['connections.list'].get().value.map(pathsOf))).flat();
  };
  /** Ends the sign-in that an error is about, because the service has ended it too; the link only shows the error. */
  const endReported = async (id: string): Promise<void> => {
    // If the keychain is unavailable, the state is kept until it expires.
    const ended = await acceptDeps.oauth.end(pendingLinks.find(id)).catch(nullForAppError);
    if (ended === 'link') pendingLinks.change(id, { connects: true });
  };
  return {
    async open(request) {
      const id = pendingLinks.open({ ...request, sites: await sites() });
      if (topics['links.list'].get().value.some((link) => link.id === id && link.kind === 'error')) await endReported(id);
      return { id };
    },
    async check({ id, connectionId }) {
      const link = pendingLinks.find(id);
      const chosen = pendingLinks.connectionOf(link, connectionId);
      const kind = await checkLink(acceptDeps, link, pinConnection(acceptDeps, { connectionId: chosen }));
      pendingLinks.change(id, { chosen, kind });
      return { kind };
    },
    async details({ id, connectionId, accountId }) {
      const link = pendingLinks.find(id);
      const chosen = pendingLinks.connectionOf(link, connectionId);
      return invitationOf(acceptDeps, link, pinConnection(acceptDeps, { connectionId: chosen }), accountId);
    },
    accept: (input, caller) => {
      const { id, connectionId, ...decision } = input;
      const { windowId } = caller;
      return pendingLinks.accept(id, async (link, signal) => {
        const chosen = pendingLinks.connectionOf(link, connectionId);
        // A program gets the session itself, which is as much as revealing it.
        if (link.kind === 'cli-auth-confirm') checkPresence({ name: 'links.accept', input, connections: [findConnection(chosen)] }, caller);
        const outcome = await acceptLink(acceptDeps, link, { ...decision, connectionId: chosen, windowId, signal });
        return { value: outcome, isDone: outcome.outcome !== 'sign-in-needed' };
      });
    },
    selfTest: () => selfTest.run(),
    register: async () => ({ isRegistered: await selfTest.register() }),
    dismiss: async ({ id }) => {
      pendingLinks.dismiss(id);
      return null;
    },
  };
}
