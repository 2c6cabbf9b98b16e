/** Links that wait for the user's decision, and accepting them. */

import type { Bridge } from '#contract/bridge/index.ts';
import type { LinkSummary } from '#contract/bridge/links.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Translator } from '#messages/translator.ts';
import type { Callback } from '../callback/create-callback';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Clock, Notify, Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { SignIn } from '../sign-in/create-sign-in';
import type { AcceptLinkDeps } from './accept-link';
import { createBrowserLinkHandler, createSystemLinks, waitWhileLocked } from './browser-links';
import { createLinkHandlers } from './link-handlers';
import { createPendingLinks, type PendingLinks } from './pending-links';
import { createSelfTest } from './self-test';

// Tells the user of a program that asks to sign in, while another program has the focus.

/** Minimum milliseconds between two notifications: any page can open such a link again and again. */
const pauseMillis = 30_000;

interface LoginRequestsDeps {
  /** Null where the host can't show notifications. */
  readonly notify: Notify | null;
  readonly translator: () => Translator;
  readonly windowCommands: Pick<Runtime['windowCommands'], 'deliver'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Returns a function that shows a notification for a link with which a program asks to sign in. A click opens the link. The notification names
 * nothing that the link says, because anyone can open one.
 */
export function createLoginRequests(deps: LoginRequestsDeps): (link: Pick<LinkSummary, 'id' | 'kind'>) => void {
  const { notify, translator, windowCommands, clock } = deps;
  let last = Number.NEGATIVE_INFINITY;
  return ({ id, kind }) => {
    const now = clock.monotonic();
    if (notify === null || kind !== 'cli-auth-confirm' || now - last < pauseMillis) return;
    last = now;
    const { t } = translator();
    notify({ title: t('shell.link.waiting.cli-auth-confirm'), body: t('link.cli.notification') }, ({ windowId }) =>
      windowCommands.deliver({ id: 'notices', linkId: id }, windowId),
    );
  };
}

interface LinksDeps {
  readonly ports: Pick<Ports, 'focusWindow' | 'clock' | 'linkRegistration' | 'notify'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'notices' | 'translator' | 'windowCommands'>;
  readonly sender: Sender;
  readonly connections: Pick<Connections, 'destinationOf' | 'find'>;
  readonly sessions: Sessions;
  readonly gateway: Pick<Gateway, 'assertWritable' | 'checkPresence' | 'sendWrite'>;
  readonly callback: Callback;
  readonly signIn: Pick<SignIn, 'codes' | 'oauth' | 'resolveAccount'>;
  /** Resolves when the app isn't locked. Links that reach the callback server wait until then. */
  readonly whenUnlocked: () => Promise<void>;
}

interface Links {
  readonly pendingLinks: PendingLinks;
  /** Takes a link from the system. Returns the path of a window that shows it, or null. Never throws. */
  readonly openFromSystem: (text: string) => string | null;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'links'>;
}

/** Creates the domain, and handles the links that reach the callback server from then on. */
export function createLinks(deps: LinksDeps): Links {
  const { ports, runtime, sender, connections, sessions, gateway, callback, signIn, whenUnlocked } = deps;
  const { assertWritable, checkPresence, sendWrite } = gateway;
  const { topics, newId, notices, translator, windowCommands } = runtime;
  const { codes, oauth, resolveAccount } = signIn;
  const { trustedRedirect, hostConfirmations, handlerSites } = callback;
  const accounts = topics['accounts.list'];
  const pendingLinks = createPendingLinks({ topic: topics['links.list'], connections: topics['connections.list'], newId });
  const { focusWindow, clock, notify } = ports;
  const tellOfLogin = createLoginRequests({ notify, translator, windowCommands, clock });
  const arrivals: Pick<PendingLinks, 'isKnown' | 'openFromSystem'> = {
    isKnown: pendingLinks.isKnown,
    openFromSystem(...arrived) {
      const id = pendingLinks.openFromSystem(...arrived);
      const link = topics['links.list'].get().value.find((one) => one.id === id);
      if (link !== undefined) tellOfLogin(link);
      return id;
    },
  };
  const handleLink = createBrowserLinkHandler({ oauth, pendingLinks: arrivals, notices, focusWindow, clock });
  callback.onLink(waitWhileLocked(handleLink, { isLocked: () => topics['lock.state'].get().value.locked, whenUnlocked, focusWindow }));
  const selfTest = createSelfTest({ registration: ports.linkRegistration, newId, clock });
  const acceptDeps: AcceptLinkDeps = {
    sender,
    sessions,
    destinationOf: connections.destinationOf,
    assertWritable,
    sendWrite,
    codes,
    oauth,
    resolveAccount,
    accounts,
    trustedRedirect,
    hostConfirmations,
    translator,
  };
  return {
    pendingLinks,
    openFromSystem: createSystemLinks({ pendingLinks: arrivals, selfTest, notices }),
    handlers: {
      links: createLinkHandlers({
        pendingLinks,
        acceptDeps,
        handlerSites,
        selfTest,
        findConnection: connections.find,
        checkPresence,
        topics,
      }),
    },
  };
}
