/** Callbacks from browsers: the callback server with its pages, redirect URLs, and whether a project trusts them. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { createGoLinks } from '../loopback/go-links';
import type { Caller } from '../ports/caller';
import type { Ports, ShowConfirmation } from '../ports/ports';
import type { Connections } from '../records/connections';
import { type DestinationOf, pinConnection } from '../records/pinned-connection';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { ViewState } from '../settings/view-state';
import { type CallbackAddresses, createCallbackAddresses } from './callback-address';
import { type CallbackServer, createCallbackServer, listenerStateFile } from './callback-server';
import {
  type ConfirmPages,
  createBrowserOpener,
  createConfirmPages,
  createGoAddress,
  createGoPages,
  type GoAddress,
} from './confirm-pages';
import { createHostConfirmations, type HostConfirmations, hostConfirmationMillis } from './host-confirmations';
import type { PageKind } from './page-text';
import type { ParsedLink } from './parse-link';
import { createPasskeyPages, type PasskeyPages } from './passkey-pages';
import { createHandlerSites, createProjectSites, type HandlerSites, type ProjectSites } from './project-sites';
import {
  createReadTrustSettings,
  createTrustedRedirect,
  type ReadTrustSettings,
  rememberDomains,
  type TrustedDomains,
  type TrustedRedirect,
} from './project-trust';

export interface CallbackDomainDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'isTrustedPeer' | 'openUrl' | 'confirm'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites' | 'translator'>;
  readonly viewState: ViewState;
  readonly sender: Sender;
  readonly connections: Connections;
  readonly sessions: Sessions;
}

/** Handles a link that reached the callback server; resolves to the kind of page for the browser. */
export type HandleLink = (link: ParsedLink, text: string) => Promise<PageKind>;

export interface Callback {
  readonly server: CallbackServer;
  readonly passkeyPages: PasskeyPages;
  /** Returns a URL that redirects once to a web URL. */
  readonly goAddress: GoAddress;
  /** Opens a web URL in the system browser without passing it as a program argument. */
  readonly openUrl: Ports['openUrl'];
  readonly addresses: CallbackAddresses;
  readonly readTrustSettings: ReadTrustSettings;
  readonly trustedDomains: TrustedDomains;
  readonly trustedRedirect: TrustedRedirect;
  readonly sites: ProjectSites;
  readonly handlerSites: HandlerSites;
  readonly hostConfirmations: HostConfirmations;
  /** Sets the handler of links that reach the callback server; until then they are ignored. */
  onLink(handle: HandleLink): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'callbacks'>;
}

/** Creates the domain. The callback server starts listening when a callback is expected. */
export function createCallback({ ports, runtime, viewState, sender, connections, sessions }: CallbackDomainDeps): Callback {
  const { clock, profileFolder, isTrustedPeer } = ports;
  const { topics, newId, translator } = runtime;
  const { destinationOf, handlerBaseOf } = connections;
  let handleLink: HandleLink = async () => 'ignored';

  const passkeyPages = createPasskeyPages(newId, translator);
  const confirmPages = createConfirmPages(newId, translator);
  const goLinks = createGoLinks(newId, clock);
  const server = createCallbackServer({
    clock,
    isTrustedPeer,
    file: listenerStateFile(profileFolder, clock, runtime.onUnreadableFile),
    pendingWrites: runtime.pendingWrites,
    wantedPort: () => topics['settings.state'].get().value.handlerPort,
    bases: () => topics['connections.list'].get().value.map((connection) => connection.handlerBase),
    translator,
    onLink: (link, text) => handleLink(link, text),
    pages: [createGoPages(goLinks, translator), passkeyPages, confirmPages],
  });
  const goAddress = createGoAddress({ callbackServer: server, links: goLinks });
  const openUrl = createBrowserOpener(goAddress, ports.openUrl);

  const [readTrustSettings, trustedDomains] = rememberDomains(createReadTrustSettings(sender, sessions.target), destinationOf);
  const sites = createProjectSites({ viewState, handlerBaseOf });
  const handlerSites = createHandlerSites({ viewState, sites, destinationOf });
  const addresses = createCallbackAddresses({
    callbackServer: server,
    readTrustSettings,
    viewState,
    sites,
    handlerSites,
    destinationOf,
    handlerBaseOf,
  });
  const show = ports.confirm ?? showInBrowser(confirmPages, server, openUrl);
  return {
    server,
    passkeyPages,
    goAddress,
    openUrl,
    addresses,
    readTrustSettings,
    trustedDomains,
    trustedRedirect: createTrustedRedirect(readTrustSettings),
    sites,
    handlerSites,
    hostConfirmations: createHostConfirmations({ show, clock, isLocked: () => topics['lock.state'].get().value.locked }),
    onLink(handle) {
      handleLink = handle;
    },
    handlers: { callbacks: createCallbackHandlers({ addresses, sites, destinationOf, pendingWrites: runtime.pendingWrites }) },
  };
}

interface CallbackHandlersDeps {
  readonly addresses: CallbackAddresses;
  readonly sites: ProjectSites;
  readonly destinationOf: DestinationOf;
  readonly pendingWrites: Runtime['pendingWrites'];
}

function createCallbackHandlers(deps: CallbackHandlersDeps): Handlers<Bridge, Caller>['callbacks'] {
  const { addresses, sites, pendingWrites } = deps;
  return {
    choices: ({ connectionId, purpose }) => addresses.choices(connectionId, purpose),
    async choose({ connectionId, purpose, place }) {
      await pendingWrites.add(addresses.choose(connectionId, purpose, place));
      return null;
    },
    site: async ({ connectionId }) => ({ url: await sites.read(pinConnection(deps, { connectionId })) }),
    async nameSite({ connectionId, url }) {
      await pendingWrites.add(addresses.nameSite(connectionId, url));
      return null;
    },
    address: async ({ connectionId, purpose }) => ({ url: await addresses.address(pinConnection(deps, { connectionId }), purpose) }),
  };
}

/** Returns a function that shows confirmations on a page of the callback server. */
function showInBrowser(pages: ConfirmPages, server: CallbackServer, openUrl: Ports['openUrl']): ShowConfirmation {
  return async (confirmation, _caller, signal) => {
    const origin = await server.listenFor(hostConfirmationMillis);
    const { path, decision } = pages.offer(confirmation, signal);
    await openUrl(`${origin}${path}`);
    return decision;
  };
}
