/** The parts of the program that leave for the system browser and hear of it again. */
import type { WaitingLink } from '../contract/bridge/links';
import { createTranslator, languageOf, type Translator } from '../messages/translator';
import { type CallbackAddresses, createCallbackAddresses } from './callback/callback-address';
import { createHandlerServer, type HandlerServer } from './callback/callback-server';
import { type ConfirmPages, createConfirmPages } from './callback/confirm-pages';
import { createBrowserOpener, createGoAddress, createGoPages } from './callback/go-pages';
import { createHandlerPlaces, type HandlerPlaces } from './callback/handler-places';
import { createHostConfirmations, type HostConfirmations, hostConfirmationMillis } from './callback/host-confirmations';
import { expectationsFile } from './callback/listener-state-file';
import { createPasskeyPages } from './callback/passkey-pages';
import { createProjectSites, type ProjectSites } from './callback/project-sites';
import { createReadTrust, type ReadTrust } from './callback/project-trust';
import { createTrustReturn, type TrustReturn } from './callback/trusted-redirect';
import type { Connections } from './connections/records/connections';
import type { SecretCopier } from './gateway/copy-secret';
import { takeBrowserLinks } from './links/browser-links';
import { createWaitingLinks, type WaitingLinks } from './links/pending-links';
import { createGoLinks } from './loopback/go-links';
import type { Ports, SecretStore, ShowConfirmation } from './ports';
import type { Notices } from './runtime/notices';
import type { Topic } from './runtime/topic';
import type { Topics } from './runtime/topics';
import type { ViewState } from './settings/view-state';
import { type BrowserFlows, createBrowserFlows } from './sign-in/browser-flows';
import type { WayInParts } from './sign-in/complete-sign-in';
import { createOAuth, type OAuth } from './sign-in/oauth';
import { createOAuthStates, type OAuthStates, stateIndexFile } from './sign-in/oauth-states';
import { createPasskeys, type Passkeys } from './sign-in/passkey';
import type { SetAside } from './storage/json-file';

export interface BrowserServices {
  readonly handlerServer: HandlerServer;
  readonly oauthStates: OAuthStates;
  /** Opens an address in the system's browser, which no argument of a program contains. */
  readonly openUrl: Ports['openUrl'];
  readonly browser: BrowserFlows;
  readonly callbacks: CallbackAddresses;
  readonly readTrust: ReadTrust;
  readonly sites: ProjectSites;
  readonly places: HandlerPlaces;
  readonly trustReturn: TrustReturn;
  readonly oauth: OAuth;
  readonly passkeys: Passkeys;
  readonly waitingLinks: WaitingLinks;
  readonly hostConfirmations: HostConfirmations;
  readonly translator: () => Translator;
  /** How signing in uses them beside its other parts. */
  readonly wayIn: WayInParts;
}

export interface BrowserServicesParts {
  readonly ports: Ports;
  readonly topics: Topics & { readonly links: Topic<WaitingLink[]> };
  readonly secrets: SecretStore;
  readonly connections: Pick<Connections, 'find'>;
  readonly notices: Notices;
  readonly copier: SecretCopier;
  readonly viewState: ViewState;
  readonly wayIn: Omit<WayInParts, 'callbackAddress'>;
  readonly newId: () => string;
  readonly onSetAside: (what: SetAside) => void;
}

export function createBrowserServices(parts: BrowserServicesParts): BrowserServices {
  const { ports, topics, secrets, connections, newId, onSetAside } = parts;
  const { clock, profileFolder, isTrustedPeer } = ports;
  const translator = () => createTranslator(languageOf(topics.settings.get().value.language));
  const handlerBase = (connectionId: string) => connections.find(connectionId).handlerBase;
  const waitingLinks = createWaitingLinks({ topic: topics.links, connections: topics.connections, newId });
  const pages = createPasskeyPages(newId, translator);
  const confirmPages = createConfirmPages(newId, translator);
  const goLinks = createGoLinks(newId, clock);
  const handlerServer = createHandlerServer({
    clock,
    isTrustedPeer,
    file: expectationsFile(profileFolder, clock, onSetAside),
    wantedPort: () => topics.settings.get().value.handlerPort,
    bases: () => topics.connections.get().value.map((connection) => connection.handlerBase),
    translator,
    onLink: (link, text) => takeLink(link, text),
    pages: [createGoPages(goLinks, translator), pages, confirmPages],
  });
  const oauthStates = createOAuthStates({ secrets, clock, file: stateIndexFile(profileFolder, secrets.kind, clock, onSetAside) });
  const goAddress = createGoAddress({ handlerServer, links: goLinks });
  const openUrl = createBrowserOpener(goAddress, ports.openUrl);
  const copier = ports.clipboard === null ? null : parts.copier;
  const browser = createBrowserFlows({ flows: parts.wayIn.flows, clock, openUrl, copier, goAddress });
  const readTrust = createReadTrust(parts.wayIn.sender, parts.wayIn.timedTarget);
  const { destinationOf } = parts.wayIn;
  const sites = createProjectSites({ viewState: parts.viewState, handlerBase });
  const places = createHandlerPlaces({ viewState: parts.viewState, sites, destinationOf });
  const callbackDeps = { handlerServer, readTrust, sites, places, viewState: parts.viewState, destinationOf, handlerBase };
  const callbacks = createCallbackAddresses(callbackDeps);
  const wayIn: WayInParts = { ...parts.wayIn, callbackAddress: callbacks.address };
  const trustReturn = createTrustReturn(readTrust);
  const shared = { ...wayIn, handlerServer, browser, readTrust, trustReturn };
  const oauth = createOAuth({ ...shared, transport: ports.transport, states: oauthStates, handlerBase });
  const passkeys = createPasskeys({ ...shared, pages, environmentOf: (connectionId) => connections.find(connectionId).environment });
  const takeLink = takeBrowserLinks({ oauth, waitingLinks, notices: parts.notices, focusWindow: ports.focusWindow });
  const show = ports.confirm ?? showInBrowser(confirmPages, handlerServer, openUrl);
  const hostConfirmations = createHostConfirmations({ show, clock });
  return {
    handlerServer,
    oauthStates,
    openUrl,
    browser,
    callbacks,
    readTrust,
    sites,
    places,
    trustReturn,
    oauth,
    passkeys,
    waitingLinks,
    hostConfirmations,
    translator,
    wayIn,
  };
}

/** Shows confirmations on a page that the host itself opens. */
function showInBrowser(pages: ConfirmPages, handlerServer: HandlerServer, openUrl: Ports['openUrl']): ShowConfirmation {
  return async (confirmation, _caller, signal) => {
    const origin = await handlerServer.expect(hostConfirmationMillis);
    const { path, decision } = pages.offer(confirmation, signal);
    await openUrl(`${origin}${path}`);
    return decision;
  };
}
