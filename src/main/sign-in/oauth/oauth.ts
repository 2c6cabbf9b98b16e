/** Signing in through a provider, and connecting one, in the system browser (wire/flows 5). */
import type { BrowserStep } from '#contract/bridge/sign-in.ts';
import type { AssertWritable } from '../../gateway/safety';
import { pinConnection } from '../../records/pinned-connection';
import type { BrowserFlows } from '../browser-flows';
import type { SignInRequest } from '../complete-sign-in';
import { type Authorization, type AuthorizeRequestDeps, createAuthorizeRequest } from './authorize-request';
import { createOAuthCallbacks, createWaitingWindows, type OAuthCallbackDeps, type OAuthCallbacks } from './oauth-callbacks';

export interface OAuthDeps extends OAuthCallbackDeps, AuthorizeRequestDeps {
  readonly browser: BrowserFlows;
  readonly assertWritable: AssertWritable;
}

export interface OAuth extends OAuthCallbacks {
  /** Signs in. `goTo` is where to continue afterwards; it isn't known to be trusted. */
  signIn(request: SignInRequest, provider: string, goTo?: string | null): Promise<BrowserStep>;
  /** Connects a provider account to the user of an account. `scope` contains additional scopes to request. */
  link(request: SignInRequest, accountId: string, provider: string, scope: string | undefined): Promise<BrowserStep>;
}

/** Creates the sign-in through providers. */
export function createOAuth(deps: OAuthDeps): OAuth {
  const { sessions, states, browser, assertWritable } = deps;
  const windows = createWaitingWindows();
  const openBrowser = async (entry: SignInRequest, authorization: Authorization): Promise<BrowserStep> => {
    const { accountId, provider } = authorization;
    const { url, trust, state, pending } = await createAuthorizeRequest(deps, authorization);
    await states.keep(state, pending);
    return browser.begin(entry, {
      purpose: accountId === null ? 'provider' : 'link',
      provider,
      trust,
      url,
      giveUp: () => void states.take(state).catch(() => undefined),
      outcome: (signal) => windows.wait(state, entry, signal),
    });
  };
  return {
    async signIn(request, provider, goTo = null) {
      const pinned = pinConnection(deps, request);
      return openBrowser({ ...request, ...pinned }, { pinned, accountId: null, provider, goTo, more: {} });
    },
    async link(request, accountId, provider, scope) {
      assertWritable(request.connectionId);
      const pinned = pinConnection(deps, request);
      const { access } = await sessions.source(accountId, request.connectionId).tokens();
      const more = { type: 'link', token: access, ...(scope === undefined || scope.trim() === '' ? {} : { provider_scope: scope.trim() }) };
      return openBrowser({ ...request, ...pinned }, { pinned, accountId, provider, goTo: null, more });
    },
    ...createOAuthCallbacks(deps, windows),
  };
}
