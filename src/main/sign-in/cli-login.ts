/** Sign-in on the project's own site, which hands the session over (wire/flows 12): for projects that don't redirect to this machine. */
import type { BrowserStep, SignInStep } from '#contract/bridge/sign-in.ts';
import { AppError, fail } from '#contract/errors.ts';
import { cliPollMillis } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import { sitesOf } from '../callback/callback-candidates';
import { isSite, type ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import { wait } from '../remote/cancellation';
import { mayRepeat } from '../remote/retry';
import { refreshAccessToken } from '../session/session-calls';
import { type BrowserFlows, browserFlowMillis } from './browser-flows';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest } from './complete-sign-in';
import type { SignedIn } from './finish';
import { subjectOf } from './oauth/oauth-exchange';

export interface CliLoginDeps extends CompleteSignInDeps {
  readonly browser: BrowserFlows;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: ProjectSites;
}

/**
 * Starts the sign-in in the browser. Throws `bad-input` at `appUrl` when the site is unknown, or is a URL to which a login code must not be
 * sent.
 */
export async function signInWithCli(deps: CliLoginDeps, request: SignInRequest, appUrl: string | undefined): Promise<BrowserStep> {
  const pinned = pinConnection(deps, request);
  const target = await deps.sessions.target(pinned.connectionId, pinned.destination);
  const page = await pageOf(deps, pinned, appUrl);
  const body = { expires_in_millis: browserFlowMillis };
  const login = await deps.sender.send(catalog.cli.create, 'none', target, { body });
  page.searchParams.set('login_code', login.login_code);
  // Saving the site only saves typing next time, so a failure must not fail the sign-in.
  if (appUrl !== undefined) await deps.sites.remember(pinned, appUrl).catch(() => undefined);
  const bound = { ...request, ...pinned };
  return deps.browser.begin(bound, {
    purpose: 'cli',
    provider: null,
    // The site hands the session over through the service, so no redirect is needed.
    trust: 'trusted',
    url: page.href,
    outcome: (signal): Promise<SignInStep> =>
      completeSignIn(deps, bound, () => handedOver(deps, pinned, login.polling_code, signal), { isShared: true }),
  });
}

/** Returns the URL of the confirmation page, on the given site or on the first one that the project trusts. */
async function pageOf({ readTrustSettings, sites }: CliLoginDeps, pinned: PinnedConnection, appUrl: string | undefined): Promise<URL> {
  const named = appUrl !== undefined && isSite(appUrl) ? sites.handlerOf(pinned.connectionId, appUrl) : undefined;
  const handler = appUrl === undefined ? sitesOf(await readTrustSettings(pinned)).find(isSite) : named;
  if (handler === undefined) throw fail('bad-input', { path: 'appUrl' });
  return new URL(`${handler}/cli-auth-confirm`);
}

/**
 * Polls every two seconds until the service returns the session's refresh token, which it does once. A poll that gets no response doesn't end
 * the sign-in: the user may be on the site for minutes.
 */
async function handedOver(deps: CliLoginDeps, pinned: PinnedConnection, code: string, signal: AbortSignal): Promise<SignedIn> {
  const { sender, clock, sessions } = deps;
  for (;;) {
    await wait(clock, cliPollMillis, { signal });
    const target = await sessions.target(pinned.connectionId, pinned.destination);
    const polling = sender.send(catalog.cli.poll, 'none', target, { body: { polling_code: code } }, { signal, once: true });
    const response = await polling.catch(nullIfPassing);
    if (response === null) continue;
    if (response.status === 'expired') throw fail('login-code-expired');
    if (response.status === 'used') throw fail('login-code-spent');
    if ('refresh_token' in response) {
      const { refresh_token } = response;
      const access_token = await refreshAccessToken(sender, target, refresh_token);
      return { refresh_token, access_token, user_id: subjectOf(access_token), is_new_user: false };
    }
  }
}

/** Returns null for a failure that a later request may not have. Throws any other one. */
function nullIfPassing(thrown: unknown): null {
  if (thrown instanceof AppError && mayRepeat(thrown, true)) return null;
  throw thrown;
}
