/** Links that wait for the user's decision, and using them. */
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { Callback } from '../callback/create-callback';
import type { Ports } from '../ports';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import type { SignIn } from '../sign-in/create-sign-in';
import { createBrowserLinkHandler } from './browser-links';
import { createLinkHandlers } from './link-handlers';
import { createPendingLinks, type PendingLinks } from './pending-links';

export interface LinksDeps {
  readonly ports: Pick<Ports, 'focusWindow'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'notices'>;
  readonly callback: Callback;
  readonly signIn: SignIn;
}

export interface Links {
  readonly pendingLinks: PendingLinks;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'links'>;
}

/** Creates the domain, and handles the links that reach the callback server from then on. */
export function createLinks({ ports, runtime, callback, signIn }: LinksDeps): Links {
  const { topics, newId, notices } = runtime;
  const { signInDeps, codes, oauth, resolveAccount } = signIn;
  const { trustedRedirect, hostConfirmations, translator, places } = callback;
  const pendingLinks = createPendingLinks({ topic: topics.links, connections: topics.connections, newId });
  callback.onLink(createBrowserLinkHandler({ oauth, pendingLinks, notices, focusWindow: ports.focusWindow }));
  const linkUse = {
    signInDeps,
    codes,
    oauth,
    resolveAccount,
    accounts: topics.accounts,
    trustedRedirect,
    hostConfirmations,
    translator,
  };
  return { pendingLinks, handlers: { links: createLinkHandlers({ pendingLinks, linkUse, places, topics }) } };
}
