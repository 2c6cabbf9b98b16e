/** Signing in by way of the project's own site, which hands the session over (wire/flows 12): for projects that lead nobody back here. */
import type { BrowserStep, SignInStep } from '../../contract/bridge/sign-in';
import { fail } from '../../contract/errors';
import { cliPollMillis } from '../../contract/limits';
import { catalogue } from '../../contract/service/index';
import { sitesOf } from '../callback/callback-address';
import { isSite, type ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import type { Place } from '../connections/records/place';
import { wait } from '../remote/cancellation';
import { refreshAccessToken } from '../session/session-calls';
import { type BrowserFlows, browserFlowMillis } from './browser-flows';
import { completeSignIn, placeOf, type SignInDeps, type SignInRequest } from './complete-sign-in';
import type { SignedIn } from './finish';
import { subjectOf } from './oauth/oauth-exchange';

export interface CliLoginDeps extends SignInDeps {
  readonly browser: BrowserFlows;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: ProjectSites;
}

/** Fails with `bad-input` at `appUrl` where the site is not known, or is no address a login code may be sent to. */
export async function signInWithCli(parts: CliLoginDeps, entry: SignInRequest, appUrl: string | undefined): Promise<BrowserStep> {
  const place = placeOf(parts, entry);
  const target = await parts.sessions.target(place.connectionId, place.destination);
  const page = await pageOf(parts, place, appUrl);
  const body = { expires_in_millis: browserFlowMillis };
  const login = await parts.sender.send(catalogue.cli.create, 'none', target, { body });
  page.searchParams.set('login_code', login.login_code);
  // A sign-in must not fail because of what only makes the next one easier.
  if (appUrl !== undefined) await parts.sites.remember(place, appUrl).catch(() => undefined);
  const bound = { ...entry, ...place };
  return parts.browser.begin(bound, {
    purpose: 'cli',
    provider: null,
    // The site hands the session over by way of the service, so that nobody has to be led back.
    trust: 'trusted',
    url: page.href,
    outcome: (signal): Promise<SignInStep> =>
      completeSignIn(parts, bound, () => handedOver(parts, place, login.polling_code, signal), { isShared: true }),
  });
}

/** The page that asks the person, on the site given or on the first that the project trusts. */
async function pageOf({ readTrustSettings, sites }: CliLoginDeps, place: Place, appUrl: string | undefined): Promise<URL> {
  const named = appUrl !== undefined && isSite(appUrl) ? sites.handlerOf(place.connectionId, appUrl) : undefined;
  const handler = appUrl === undefined ? sitesOf(await readTrustSettings(place)).find(isSite) : named;
  if (handler === undefined) throw fail('bad-input', { path: 'appUrl' });
  return new URL(`${handler}/cli-auth-confirm`);
}

/** Asks every two seconds until the session is there; its token comes once. */
async function handedOver(parts: CliLoginDeps, place: Place, code: string, signal: AbortSignal): Promise<SignedIn> {
  const { sender, clock, sessions } = parts;
  for (;;) {
    await wait(clock, cliPollMillis, { signal });
    const target = await sessions.target(place.connectionId, place.destination);
    const answer = await sender.send(catalogue.cli.poll, 'none', target, { body: { polling_code: code } }, { signal });
    if (answer.status === 'expired') throw fail('login-code-expired');
    if (answer.status === 'used') throw fail('login-code-spent');
    if ('refresh_token' in answer) {
      const { refresh_token } = answer;
      const access_token = await refreshAccessToken(sender, target, refresh_token);
      return { refresh_token, access_token, user_id: subjectOf(access_token), is_new_user: false };
    }
  }
}
