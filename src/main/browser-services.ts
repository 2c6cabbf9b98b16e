/** The parts of the program that leave for the system browser and hear of it again. */
import type { LinkSummary } from '../contract/bridge/links';
import { createTranslator, languageOf, type Translator } from '../messages/translator';
import { type CallbackAddresses, createCallbackAddresses } from './callback/callback-address';
import { type CallbackServer, createCallbackServer } from './callback/callback-server';
import { type ConfirmPages, createConfirmPages } from './callback/confirm-pages';
import { createBrowserOpener, createGoAddress, createGoPages } from './callback/go-pages';
import { createHandlerPlaces, type HandlerPlaces } from './callback/handler-places';
import { createHostConfirmations, type HostConfirmations, hostConfirmationMillis } from './callback/host-confirmations';
import { listenerStateFile } from './callback/listener-state-file';
import { createPasskeyPages } from './callback/passkey-pages';
import { createProjectSites, type ProjectSites } from './callback/project-sites';
import { createReadTrustSettings, type ReadTrustSettings } from './callback/project-trust';
import { createTrustedRedirect, type TrustedRedirect } from './callback/trusted-redirect';
import type { Connections } from './connections/records/connections';
import type { SecretCopier } from './gateway/copy-secret';
import { createBrowserLinkHandler } from './links/browser-links';
import { createPendingLinks, type PendingLinks } from './links/pending-links';
import { createGoLinks } from './loopback/go-links';
import type { Ports, SecretStore, ShowConfirmation } from './ports';
import type { Notices } from './runtime/notices';
import type { Topic } from './runtime/topic';
import type { Topics } from './runtime/topics';
import type { ViewState } from './settings/view-state';
import { type BrowserFlows, createBrowserFlows } from './sign-in/browser-flows';
import type { SignInDeps } from './sign-in/complete-sign-in';
import { createOAuth, type OAuth } from './sign-in/oauth';
import { createOAuthStates, type OAuthStates, stateIndexFile } from './sign-in/oauth-states';
import { createPasskeys, type Passkeys } from './sign-in/passkey';
import type { UnreadableFile } from './storage/json-file';

export interface BrowserServices {
  readonly callbackServer: CallbackServer;
  readonly oauthStates: OAuthStates;
  /** Opens an address in the system's browser, which no argument of a program contains. */
  readonly openUrl: Ports['openUrl'];
  readonly browser: BrowserFlows;
  readonly callbacks: CallbackAddresses;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: ProjectSites;
  readonly places: HandlerPlaces;
  readonly trustedRedirect: TrustedRedirect;
  readonly oauth: OAuth;
  readonly passkeys: Passkeys;
  readonly pendingLinks: PendingLinks;
  readonly hostConfirmations: HostConfirmations;
  readonly translator: () => Translator;
  /** How signing in uses them beside its other parts. */
  readonly signInDeps: SignInDeps;
}

export interface BrowserServicesDeps {
  readonly ports: Ports;
  readonly topics: Topics & { readonly links: Topic<LinkSummary[]> };
  readonly secrets: SecretStore;
  readonly connections: Pick<Connections, 'find'>;
  readonly notices: Notices;
  readonly copier: SecretCopier;
  readonly viewState: ViewState;
  readonly signInDeps: Omit<SignInDeps, 'callbackAddress'>;
  readonly newId: () => string;
  readonly onUnreadableFile: (what: UnreadableFile) => void;
}

export function createBrowserServices(parts: BrowserServicesDeps): BrowserServices {
  const { ports, topics, secrets, connections, newId, onUnreadableFile } = parts;
  const { clock, profileFolder, isTrustedPeer } = ports;
  const translator = () => createTranslator(languageOf(topics.settings.get().value.language));
  const handlerBase = (connectionId: string) => connections.find(connectionId).handlerBase;
  const pendingLinks = createPendingLinks({ topic: topics.links, connections: topics.connections, newId });
  const pages = createPasskeyPages(newId, translator);
  const confirmPages = createConfirmPages(newId, translator);
  const goLinks = createGoLinks(newId, clock);
  const callbackServer = createCallbackServer({
    clock,
    isTrustedPeer,
    file: listenerStateFile(profileFolder, clock, onUnreadableFile),
    wantedPort: () => topics.settings.get().value.handlerPort,
    bases: () => topics.connections.get().value.map((connection) => connection.handlerBase),
    translator,
    onLink: (link, text) => takeLink(link, text),
    pages: [createGoPages(goLinks, translator), pages, confirmPages],
  });
  const oauthStates = createOAuthStates({ secrets, clock, file: stateIndexFile(profileFolder, secrets.kind, clock, onUnreadableFile) });
  const goAddress = createGoAddress({ callbackServer, links: goLinks });
  const openUrl = createBrowserOpener(goAddress, ports.openUrl);
  const copier = ports.clipboard === null ? null : parts.copier;
  const browser = createBrowserFlows({ flows: parts.signInDeps.flows, clock, openUrl, copier, goAddress });
  const readTrustSettings = createReadTrustSettings(parts.signInDeps.sender, parts.signInDeps.timedTarget);
  const { destinationOf } = parts.signInDeps;
  const sites = createProjectSites({ viewState: parts.viewState, handlerBase });
  const places = createHandlerPlaces({ viewState: parts.viewState, sites, destinationOf });
  const callbackDeps = { callbackServer, readTrustSettings, sites, places, viewState: parts.viewState, destinationOf, handlerBase };
  const callbacks = createCallbackAddresses(callbackDeps);
  const signInDeps: SignInDeps = { ...parts.signInDeps, callbackAddress: callbacks.address };
  const trustedRedirect = createTrustedRedirect(readTrustSettings);
  const shared = { ...signInDeps, callbackServer, browser, readTrustSettings, trustedRedirect };
  const oauth = createOAuth({ ...shared, transport: ports.transport, states: oauthStates, handlerBase });
  const passkeys = createPasskeys({ ...shared, pages, environmentOf: (connectionId) => connections.find(connectionId).environment });
  const takeLink = createBrowserLinkHandler({ oauth, pendingLinks, notices: parts.notices, focusWindow: ports.focusWindow });
  const show = ports.confirm ?? showInBrowser(confirmPages, callbackServer, openUrl);
  const hostConfirmations = createHostConfirmations({ show, clock });
  return {
    callbackServer,
    oauthStates,
    openUrl,
    browser,
    callbacks,
    readTrustSettings,
    sites,
    places,
    trustedRedirect,
    oauth,
    passkeys,
    pendingLinks,
    hostConfirmations,
    translator,
    signInDeps,
  };
}

/** Shows confirmations on a page that the host itself opens. */
function showInBrowser(pages: ConfirmPages, callbackServer: CallbackServer, openUrl: Ports['openUrl']): ShowConfirmation {
  return async (confirmation, _caller, signal) => {
    const origin = await callbackServer.listenFor(hostConfirmationMillis);
    const { path, decision } = pages.offer(confirmation, signal);
    await openUrl(`${origin}${path}`);
    return decision;
  };
}
