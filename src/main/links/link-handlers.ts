/** What answers the bridge's calls about links. */
import type { Connection } from '../../contract/bridge/connections';
import type { Bridge } from '../../contract/bridge/index';
import type { WaitingLink } from '../../contract/bridge/links';
import { nullForAppError } from '../../contract/errors';
import type { Handlers } from '../../contract/kit';
import type { HandlerPlaces } from '../callback/handler-places';
import type { Caller } from '../runtime/caller';
import type { Topic } from '../runtime/topic';
import { placeOf } from '../sign-in/complete-sign-in';
import { checkLink, invitationOf } from './check-link';
import type { SitePath, WaitingLinks } from './pending-links';
import { type UseLinkParts, useLink } from './use-link';

export interface LinkHandlersParts {
  readonly waitingLinks: WaitingLinks;
  readonly linkUse: UseLinkParts;
  readonly places: Pick<HandlerPlaces, 'pathsOf'>;
  readonly topics: { readonly links: Topic<WaitingLink[]>; readonly connections: Topic<Connection[]> };
}

export function linkHandlers({ waitingLinks, linkUse, places, topics }: LinkHandlersParts): Handlers<Bridge, Caller>['links'] {
  const sites = async (): Promise<SitePath[]> => {
    const pathsOf = async ({ id }: Connection) => (await places.pathsOf(id)).map((path) => ({ connectionId: id, path }));
    return (await Promise.all(topics.connections.get().value.map(pathsOf))).flat();
  };
  /** The service has ended the sign-in that an error is about; the link is only to be read. */
  const endReported = async (id: string): Promise<void> => {
    // Without the keychain the state stays until it runs out.
    const ended = await linkUse.oauth.end(waitingLinks.find(id)).catch(nullForAppError);
    if (ended === 'link') waitingLinks.change(id, { connects: true });
  };
  return {
    list: async () => topics.links.get(),
    async open(asked) {
      const id = waitingLinks.open({ ...asked, sites: await sites() });
      if (topics.links.get().value.some((link) => link.id === id && link.kind === 'error')) await endReported(id);
      return { id };
    },
    async check({ id, connectionId }) {
      const link = waitingLinks.find(id);
      const chosen = waitingLinks.connectionOf(link, connectionId);
      const kind = await checkLink(linkUse.wayIn, link, placeOf(linkUse.wayIn, { connectionId: chosen }));
      waitingLinks.change(id, { chosen, kind });
      return { kind };
    },
    async details({ id, connectionId, accountId }) {
      const link = waitingLinks.find(id);
      const chosen = waitingLinks.connectionOf(link, connectionId);
      return invitationOf(linkUse.wayIn, link, placeOf(linkUse.wayIn, { connectionId: chosen }), accountId);
    },
    accept: ({ id, connectionId, ...decision }, { windowId }) =>
      waitingLinks.use(id, async (link, signal) => {
        const chosen = waitingLinks.connectionOf(link, connectionId);
        const outcome = await useLink(linkUse, link, { ...decision, connectionId: chosen, windowId, signal });
        return { value: outcome, isDone: outcome.outcome !== 'sign-in-needed' };
      }),
    dismiss: async ({ id }) => {
      waitingLinks.dismiss(id);
      return null;
    },
  };
}
