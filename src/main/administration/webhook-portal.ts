/** Opens the webhook portal of a project, whose URL windows don't learn. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { isLoopback, parseUrl, websiteUrl } from '#contract/urls.ts';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';

export interface OpenPortalDeps {
  readonly find: (connectionId: string) => ConnectionRecord;
  readonly gateway: Pick<Gateway, 'checkPresence' | 'readSecret'>;
  /** Opens a URL in the system browser without passing it as a program argument. */
  readonly openUrl: Ports['openUrl'];
}

/** Creates the handler. It requires presence like revealing a secret, because the URL may contain the token. */
export function createOpenPortal({ find, gateway, openUrl }: OpenPortalDeps): Handlers<Bridge, Caller>['webhookPortal'] {
  return {
    async open(input, caller) {
      const { connectionId, ref } = input;
      const connection = find(connectionId);
      gateway.checkPresence({ name: 'webhookPortal.open', input, connections: [connection] }, caller);
      const owner = { windowId: caller.windowId, connectionId, destination: destinationOfRecord(connection) };
      await openUrl(portalUrl(gateway.readSecret(ref, owner), connection).href);
      return null;
    },
  };
}

/** Returns the URL if a browser may open it. A service elsewhere must not send the browser to a server on this machine. */
function portalUrl(text: string, { baseUrl }: ConnectionRecord): URL {
  const url = websiteUrl(text);
  if (url === null || (isLoopback(url) && !isLocal(baseUrl))) throw fail('portal-url-refused');
  return url;
}

/** Whether the service is on this machine, as the sandbox is, which has no base URL. */
function isLocal(baseUrl: string | null): boolean {
  const url = baseUrl === null ? null : parseUrl(baseUrl);
  return baseUrl === null || (url !== null && isLoopback(url));
}
