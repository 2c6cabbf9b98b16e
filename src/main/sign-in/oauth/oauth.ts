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
import type { Place } from '../../connections/records/place';
import type { Transport } from '../../ports';
import { clientSecretOf } from '../../remote/client-secret';
import { addressOf } from '../../remote/request';
import type { Target } from '../../remote/send';
import type { BrowserFlows } from '../browser-flows';
import { completeSignIn, placeOf, type SignInDeps, type SignInRequest } from '../complete-sign-in';
import { exchangeCode } from './oauth-exchange';
import type { OAuthStates, PendingOAuth } from './oauth-states';

export interface OAuthDeps extends SignInDeps {
  readonly transport: Transport;
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly browser: BrowserFlows;
  readonly states: OAuthStates;
  readonly readTrustSettings: ReadTrustSettings;
  readonly trustedRedirect: TrustedRedirect;
  /** The path below which a connection's handler pages lie. */
  readonly handlerBase: (connectionId: string) => string;
}

export interface OAuth {
  signIn(entry: SignInRequest, provider: string): Promise<BrowserStep>;
  /** Connects a provider's account to the user of an account. `scope` is what to ask for beyond the usual. */
  link(entry: SignInRequest, accountId: string, provider: string, scope: string | undefined): Promise<BrowserStep>;
  /** Takes the callback of a sign-in that a window waits for. `known` when the user has to decide first; `unknown` is not ours. */
  cameBack(link: ParsedLink): Promise<'finished' | 'failed' | 'known' | 'unknown'>;
  /**
   * Finishes a sign-in whose callback was pasted, or which was left before a restart; a window that waits for it ends with it. Fails with
   * `link-gone` when it was finished before.
   */
  finish(entry: SignInRequest, link: Pick<ParsedLink, 'code' | 'state'>): Promise<SignInStep>;
  /**
   * Ends the sign-in that an error is about, for a window that waits for it as well. Resolves to what has ended. Fails with the secret
   * store’s codes where no window waits.
   */
  end(link: Pick<ParsedLink, 'state' | 'error'>): Promise<Ended>;
}

/** A sign-in that a window waited for, or one that was left before: to sign in, or to connect a provider. `unknown` is not ours. */
export type Ended = 'waited-for' | 'sign-in' | 'link' | 'unknown';

/** Somebody who waits for a way back, by its state. */
interface Waiting {
  readonly entry: SignInRequest;
  readonly settle: (step: Promise<SignInStep>) => void;
}

interface Departure {
  readonly entry: SignInRequest & Place;
  readonly accountId: string | null;
  readonly provider: string;
  /** What the authorize endpoint is given beyond the usual. */
  readonly more: Readonly<Record<string, string>>;
}

export function createOAuth(parts: OAuthDeps): OAuth {
  const { states, browser } = parts;
  const waiting = new Map<string, Waiting>();

  const bound = (entry: SignInRequest) => ({ ...entry, ...placeOf(parts, entry) });
  const depart = async (departure: Departure): Promise<BrowserStep> => {
    const { entry, accountId, provider } = departure;
    const { url, trust, state, pending } = await plan(parts, departure);
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

  /** Returns the window that waits for a state, which no later callback can reach. */
  const waiterOf = (state: string): Waiting | undefined => {
    const waiter = waiting.get(state);
    waiting.delete(state);
    return waiter;
  };

  return {
    signIn: async (entry, provider) => depart({ entry: bound(entry), accountId: null, provider, more: {} }),
    async link(entry, accountId, provider, scope) {
      parts.assertWritable(entry.connectionId);
      const place = bound(entry);
      const { access } = await parts.sessions.source(accountId, entry.connectionId).tokens();
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
      waiter.settle(arrive(parts, waiter.entry, pending, link));
      return 'finished';
    },
    async finish(entry, link) {
      const { state } = link;
      const pending = state === null ? null : await states.find(state);
      if (state === null || pending?.connectionId !== entry.connectionId) throw fail('link-gone');
      const taken = await states.take(state);
      if (taken === null) throw fail('link-gone');
      const waiter = waiterOf(state);
      const step = arrive(parts, entry, taken, link);
      waiter?.settle(waiter.entry.windowId === entry.windowId ? step : seenFromElsewhere(step));
      return step;
    },
    async end(link) {
      const { state } = link;
      const waiter = state === null ? undefined : waiterOf(state);
      waiter?.settle(Promise.reject(reported(link)));
      if (state === null) return 'unknown';
      if (waiter !== undefined) {
        // Where the keychain can’t be read now, the state stays until it runs out.
        await states.take(state).catch(nullForAppError);
        return 'waited-for';
      }
      const taken = await states.take(state);
      if (taken === null) return 'unknown';
      return taken.accountId === null ? 'sign-in' : 'link';
    },
  };
}

/** What the window that waited hears of a sign-in that another window finishes: that window has its further steps. */
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

/** Everything is checked that can be before a browser opens: the service itself finds out last (wire/flows 5.4). */
async function plan(parts: OAuthDeps, { entry, accountId, provider, more }: Departure): Promise<Plan> {
  const { connectionId, destination } = entry;
  const target = await parts.sessions.target(connectionId, destination);
  const clientSecret = await clientSecretOf(target);
  if (clientSecret === null) throw fail('missing-credentials');
  if (!isSafe(target)) throw fail('address-not-secure');
  const origin = await parts.callbackServer.listenFor(oauthStateMillis);
  const base = `${origin}${parts.handlerBase(connectionId).replace(/\/$/, '')}`;
  const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
  const redirectUri = withoutAnswer(`${base}/oauth-callback?${connectionParameter}=${connectionId}&${flowParameter}=${state}`);
  const trust = trustStatusOf(redirectUri, await parts.readTrustSettings({ connectionId, destination }));
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

/** A code may not travel in the clear, but on this machine. */
function isSafe({ baseUrl }: Target): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' || isLoopback(url);
}

/** The service overwrites both in the address it leads back to (wire/flows 5.1). */
function withoutAnswer(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('code');
  url.searchParams.delete('state');
  return url.href;
}

/** Finishes a sign-in whose browser came back. `after_callback_redirect_url` is never sent, but followed where it is trusted. */
async function arrive(
  parts: OAuthDeps,
  entry: SignInRequest,
  pending: PendingOAuth,
  { code, state }: Pick<ParsedLink, 'code' | 'state'>,
): Promise<SignInStep> {
  const { connectionId, destination, accountId } = pending;
  const returns: (string | null)[] = [];
  const exchange = async (target: Target) => {
    if (code === null || state === null) throw fail('link-incomplete');
    const exchanged = await exchangeCode(parts.transport, target, pending, { code, state });
    returns.push(parseRedirectUrl(exchanged.after_callback_redirect_url));
    return exchanged;
  };
  const step = await completeSignIn(parts, { ...entry, destination, linkedAccountId: accountId }, exchange);
  const [returnTo = null] = returns;
  if (step.step !== 'signed-in' || returnTo === null) return step;
  return { ...step, goTo: await parts.trustedRedirect(returnTo, { connectionId, destination }) };
}

/** What the service's error redirect says (wire/flows 5.4). */
function reported({ error }: Pick<ParsedLink, 'error'>) {
  return error === null ? fail('service-error') : fail('known-error', { known: error.code, text: error.message });
}
