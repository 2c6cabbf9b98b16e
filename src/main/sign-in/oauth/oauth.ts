/** Signing in through a provider, and connecting one, in the system browser (wire/flows 5). */
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { BrowserStep, SignInStep } from '../../../contract/bridge/sign-in';
import { fail, nullForAppError } from '../../../contract/errors';
import { oauthStateMillis } from '../../../contract/limits';
import { isLoopback } from '../../../contract/loopback';
import { catalogue } from '../../../contract/service/index';
import type { CallbackServer } from '../../callback/callback-server';
import { connectionParameter, flowParameter } from '../../callback/link-parameters';
import type { ParsedLink } from '../../callback/parse-link';
import { parseRedirectUrl } from '../../callback/parse-redirect-url';
import { type ReadTrustSettings, trustStatusOf } from '../../callback/project-trust';
import type { TrustedRedirect } from '../../callback/trusted-redirect';
import { type Place, placeOf } from '../../connections/records/place';
import type { AssertWritable } from '../../gateway/safety';
import type { Transport } from '../../ports';
import { clientSecretOf } from '../../remote/client-secret';
import { addressOf } from '../../remote/request';
import type { Target } from '../../remote/send';
import type { BrowserFlows } from '../browser-flows';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest } from '../complete-sign-in';
import { exchangeCode } from './oauth-exchange';
import type { OAuthStates, PendingOAuth } from './oauth-states';

export interface OAuthDeps extends CompleteSignInDeps {
  readonly transport: Transport;
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly browser: BrowserFlows;
  readonly states: OAuthStates;
  readonly readTrustSettings: ReadTrustSettings;
  readonly trustedRedirect: TrustedRedirect;
  /** Returns the path below which a connection's handler pages are. */
  readonly handlerBaseOf: (connectionId: string) => string;
  readonly assertWritable: AssertWritable;
}

export interface OAuth {
  signIn(request: SignInRequest, provider: string): Promise<BrowserStep>;
  /** Connects a provider account to the user of an account. `scope` contains additional scopes to request. */
  link(request: SignInRequest, accountId: string, provider: string, scope: string | undefined): Promise<BrowserStep>;
  /**
   * Handles the callback of a sign-in that a window waits for. Resolves to `known` when the user has to decide first, and to `unknown` when
   * the state isn't one of this profile.
   */
  cameBack(link: ParsedLink): Promise<'finished' | 'failed' | 'known' | 'unknown'>;
  /**
   * Finishes a sign-in whose callback was pasted, or that started before a restart, and ends the wait of another window for it. Throws
   * `link-gone` when it was finished before.
   */
  finish(request: SignInRequest, link: Pick<ParsedLink, 'code' | 'state'>): Promise<SignInStep>;
  /**
   * Ends the sign-in that an error is about, also for a window that waits for it. Resolves to what has ended. Throws the secret store’s
   * codes when no window waits.
   */
  end(link: Pick<ParsedLink, 'state' | 'error'>): Promise<Ended>;
}

/**
 * What has ended: a sign-in that a window waited for, or one from before, to sign in or to connect a provider. `unknown` when the state
 * isn't one of this profile.
 */
export type Ended = 'waited-for' | 'sign-in' | 'link' | 'unknown';

/** A window that waits for a callback; stored by state. */
interface Waiting {
  readonly entry: SignInRequest;
  readonly settle: (step: Promise<SignInStep>) => void;
}

interface Departure {
  readonly entry: SignInRequest & Place;
  readonly accountId: string | null;
  readonly provider: string;
  /** Additional parameters for the authorize endpoint. */
  readonly more: Readonly<Record<string, string>>;
}

export function createOAuth(deps: OAuthDeps): OAuth {
  const { states, browser } = deps;
  const waiting = new Map<string, Waiting>();

  const bound = (request: SignInRequest) => ({ ...request, ...placeOf(deps, request) });
  const depart = async (departure: Departure): Promise<BrowserStep> => {
    const { entry, accountId, provider } = departure;
    const { url, trust, state, pending } = await plan(deps, departure);
    await states.keep(state, pending);
    return browser.begin(entry, {
      purpose: accountId === null ? 'provider' : 'link',
      provider,
      trust,
      url,
      giveUp: () => void states.take(state).catch(() => undefined),
      outcome: (signal) =>
        new Promise((resolve) => {
          waiting.set(state, { entry, settle: resolve as Waiting['settle'] });
          signal.addEventListener('abort', () => waiting.delete(state), { once: true });
        }),
    });
  };

  /** Returns the window that waits for a state, and removes it so that no later callback reaches it. */
  const waiterOf = (state: string): Waiting | undefined => {
    const waiter = waiting.get(state);
    waiting.delete(state);
    return waiter;
  };

  return {
    signIn: async (request, provider) => depart({ entry: bound(request), accountId: null, provider, more: {} }),
    async link(request, accountId, provider, scope) {
      deps.assertWritable(request.connectionId);
      const place = bound(request);
      const { access } = await deps.sessions.source(accountId, request.connectionId).tokens();
      const more = { type: 'link', token: access, ...(scope === undefined || scope.trim() === '' ? {} : { provider_scope: scope.trim() }) };
      return depart({ entry: place, accountId, provider, more });
    },
    async cameBack(link) {
      const { state } = link;
      if (state === null) return 'unknown';
      const waiter = waiterOf(state);
      if (waiter === undefined) return (await states.find(state)) === null ? 'unknown' : 'known';
      const failed = (thrown: unknown) => {
        waiter.settle(Promise.reject(thrown));
        return 'failed' as const;
      };
      const pending = await states.take(state).catch(failed);
      if (pending === 'failed') return 'failed';
      if (pending === null) return failed(fail('flow-over'));
      waiter.settle(arrive(deps, waiter.entry, pending, link));
      return 'finished';
    },
    async finish(request, link) {
      const { state } = link;
      const pending = state === null ? null : await states.find(state);
      if (state === null || pending?.connectionId !== request.connectionId) throw fail('link-gone');
      const taken = await states.take(state);
      if (taken === null) throw fail('link-gone');
      const waiter = waiterOf(state);
      const step = arrive(deps, request, taken, link);
      waiter?.settle(waiter.entry.windowId === request.windowId ? step : seenFromElsewhere(step));
      return step;
    },
    async end(link) {
      const { state } = link;
      const waiter = state === null ? undefined : waiterOf(state);
      waiter?.settle(Promise.reject(reported(link)));
      if (state === null) return 'unknown';
      if (waiter !== undefined) {
        // If the keychain can’t be read now, the state is kept until it expires.
        await states.take(state).catch(nullForAppError);
        return 'waited-for';
      }
      const taken = await states.take(state);
      if (taken === null) return 'unknown';
      return taken.accountId === null ? 'sign-in' : 'link';
    },
  };
}

/** Returns the result for the window that waited, when another window finishes the sign-in: further steps continue in the other window. */
async function seenFromElsewhere(finished: Promise<SignInStep>): Promise<SignInStep> {
  const step = await finished;
  if (step.step !== 'signed-in') throw fail('flow-over');
  return step;
}

interface Plan {
  readonly url: string;
  readonly trust: BrowserStep['trust'];
  readonly state: string;
  readonly pending: PendingOAuth;
}

/**
 * Creates the request. Checks everything that can be checked before the browser opens, because the service checks it at the end (wire/flows
 * 5.4).
 */
async function plan(deps: OAuthDeps, { entry, accountId, provider, more }: Departure): Promise<Plan> {
  const { connectionId, destination } = entry;
  const target = await deps.sessions.target(connectionId, destination);
  const clientSecret = await clientSecretOf(target);
  if (clientSecret === null) throw fail('missing-credentials');
  if (!isSafe(target)) throw fail('address-not-secure');
  const origin = await deps.callbackServer.listenFor(oauthStateMillis);
  const base = `${origin}${deps.handlerBaseOf(connectionId).replace(/\/$/, '')}`;
  const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
  const redirectUri = withoutAnswer(`${base}/oauth-callback?${connectionParameter}=${connectionId}&${flowParameter}=${state}`);
  const trust = trustStatusOf(redirectUri, await deps.readTrustSettings({ connectionId, destination }));
  if (trust === 'untrusted') throw fail('return-not-trusted');
  const query = {
    client_id: target.projectId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    error_redirect_uri: `${base}/error?${connectionParameter}=${connectionId}&state=${state}`,
    ...more,
  };
  const url = addressOf(target.baseUrl, catalogue.oauth.authorize, { params: { provider_id: provider }, query });
  return { url, trust, state, pending: { connectionId, destination, accountId, provider, verifier, redirectUri } };
}

/** Whether codes are sent encrypted, or stay on this machine. */
function isSafe({ baseUrl }: Target): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' || isLoopback(url);
}

/** Removes `code` and `state`, which the service overwrites in the redirect URL (wire/flows 5.1). */
function withoutAnswer(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('code');
  url.searchParams.delete('state');
  return url.href;
}

/** Finishes a sign-in after its callback. `after_callback_redirect_url` is never sent, but followed if it is trusted. */
async function arrive(
  deps: OAuthDeps,
  request: SignInRequest,
  pending: PendingOAuth,
  { code, state }: Pick<ParsedLink, 'code' | 'state'>,
): Promise<SignInStep> {
  const { connectionId, destination, accountId } = pending;
  const returns: (string | null)[] = [];
  const exchange = async (target: Target) => {
    if (code === null || state === null) throw fail('link-incomplete');
    const exchanged = await exchangeCode(deps.transport, target, pending, { code, state });
    returns.push(parseRedirectUrl(exchanged.after_callback_redirect_url));
    return exchanged;
  };
  const step = await completeSignIn(deps, { ...request, destination, linkedAccountId: accountId }, exchange);
  const [returnTo = null] = returns;
  if (step.step !== 'signed-in' || returnTo === null) return step;
  return { ...step, goTo: await deps.trustedRedirect(returnTo, { connectionId, destination }) };
}

/** Returns the error that the service's redirect reports (wire/flows 5.4). */
function reported({ error }: Pick<ParsedLink, 'error'>) {
  return error === null ? fail('service-error') : fail('known-error', { known: error.code, text: error.message });
}
