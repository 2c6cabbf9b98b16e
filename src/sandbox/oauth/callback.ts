/** The end of a round through a provider (wire/endpoints 2.2, wire/flows 5.3 and 5.4). */
import type { RowOf } from '../../contract/service';
import { isTrustedUrl } from '../../contract/trusted-urls';
import { type ConfiguredProvider, enabledProvider, exchangeProviderCode, type ProviderTokenAnswer, providerPerson } from '../idp/client';
import { findProject, type Project } from '../projects/project-store';
import type { Call, Handler } from '../server/context';
import { Failure, known, plain } from '../server/failures';
import { type Reply, redirect } from '../server/respond';
import { findRound, insertAuthorizationCode, type Round, type RoundRequest } from './authorization-store';
import { innerCookieName } from './authorize';
import { type AccountKey, storeProviderTokens } from './oauth-account-store';
import { linkAccount, type Owner, ownerOfAccount, type ProviderIdentity } from './provider-accounts';

/** Five minutes (wire/limits 2). */
const codeMillis = 5 * 60_000;

export const callback: Handler<RowOf<'oauth.callback'>> = { run: (call) => finishRound(call, call.query) };
export const callbackByForm: Handler<RowOf<'oauth.callbackByForm'>> = { ignoresQuery: true, run: (call) => finishRound(call, call.body) };

type CallbackCall = Call<RowOf<'oauth.callback'>> | Call<RowOf<'oauth.callbackByForm'>>;
interface ProviderAnswer {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

/** Known errors go to the application where it may be sent to; all others stay here, as text or JSON. */
async function finishRound(call: CallbackCall, answer: ProviderAnswer): Promise<Reply<never>> {
  const round = roundOf(call, answer.state ?? '');
  const project = findProject(call.store, round.projectId);
  if (project === undefined) throw invalidCookie();
  try {
    return redirect(await applicationAddress(call, project, round, answer));
  } catch (error) {
    const address = error instanceof Failure ? errorAddress(project, round.request, error) : null;
    if (address === null) throw error;
    return redirect(address);
  }
}

/** Only the browser that began the round has its cookie, which is gone with the first attempt. */
function roundOf({ header, setHeader, store }: CallbackCall, state: string): Round {
  const name = innerCookieName(state);
  // A state that was not made here could bring more than a cookie's name with it.
  if (!/^[\w-]{1,100}$/.test(state)) throw noCookie();
  setHeader('set-cookie', `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
  const cookies = (header('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  if (!cookies.includes(`${name}=true`)) throw noCookie();
  const round = findRound(store, state);
  if (round === undefined) throw invalidCookie();
  return round;
}

const noCookie = () =>
  plain(
    400,
    'Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again',
  );
const invalidCookie = () => plain(400, 'Invalid OAuth cookie. Please try signing in again.');

async function applicationAddress(call: CallbackCall, project: Project, round: Round, answer: ProviderAnswer): Promise<string> {
  const { store, clock, params } = call;
  const { request } = round;
  if (round.expiresAt <= clock.now()) throw known('OUTER_OAUTH_TIMEOUT');
  const provider = enabledProvider(project.config.oauth_providers, params.provider_id);
  if (provider === undefined) throw known('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  const tokens = await tokensOf(call, provider, answer);
  const person = await providerPerson(call, provider.id, tokens.access_token);
  if (!isTrustedUrl(request.redirectUri, project.config)) throw known('REDIRECT_URL_NOT_WHITELISTED');
  requireOrdinaryRequest(request);
  const code = Buffer.from(call.random(32)).toString('hex');
  store.transaction(() => {
    const owner = ownerFor(call, project, request, { provider: provider.id, person });
    keepTokens(call, { user: owner.user, provider: provider.id, account_id: person.sub }, tokens);
    insertAuthorizationCode(store, authorizationCode(code, project, owner, request, clock.now()), clock.now());
  });
  return withParameters(request.redirectUri, { code, state: request.state });
}

async function tokensOf(call: CallbackCall, provider: ConfiguredProvider, answer: ProviderAnswer): Promise<ProviderTokenAnswer> {
  if (answer.error !== undefined) throw refusalOf(answer.error);
  const outcome = await exchangeProviderCode(call, provider, call.url.origin, answer.code ?? '');
  if ('error' in outcome) throw refusalOf(outcome.error);
  return outcome.tokens;
}

/** What a provider's OAuth error means; one that no rule names becomes a 500, as any surprise does. */
function refusalOf(error: string): Error {
  switch (error) {
    case 'access_denied':
    case 'consent_required':
      return known('OAUTH_PROVIDER_ACCESS_DENIED');
    case 'invalid_grant':
      return plain(400, 'Inner OAuth callback failed due to invalid grant. Please try again.');
    case 'invalid_client':
      return plain(
        400,
        'Invalid client credentials for this OAuth provider. Please ensure the configuration in the Stack Auth dashboard is correct.',
      );
    case 'unauthorized_scope_error':
      return plain(400, 'The OAuth provider does not allow the requested scope for this application.');
    case 'invalid_scope':
      return invalidScope();
    default:
      return new Error(`The provider answered with the error "${error}".`);
  }
}

const invalidScope = () => plain(400, 'Invalid scope requested. Please check the scopes you are requesting.');

/** The fixed values the authorize endpoint took as they came (wire/endpoints 2.1). Judged before anything is written. */
function requireOrdinaryRequest({ scope, state, responseType, codeChallengeMethod }: RoundRequest): void {
  if (scope !== 'legacy') throw invalidScope();
  if (state === '') throw new Error('An OAuth request needs a state.');
  if (responseType !== 'code') throw new Error(`The response type is "code", not "${responseType}".`);
  if (codeChallengeMethod !== 'S256' && codeChallengeMethod !== 'plain') {
    throw new Error(`The challenge method is S256 or plain, not "${codeChallengeMethod}".`);
  }
}

function ownerFor(call: CallbackCall, project: Project, { linkUserId }: RoundRequest, identity: ProviderIdentity): Owner {
  return linkUserId === null ? ownerOfAccount(call, project, identity) : linkAccount(call, project, linkUserId, identity);
}

function keepTokens({ store, clock }: CallbackCall, account: AccountKey, tokens: ProviderTokenAnswer): void {
  const { scope, access_token, expires_in, refresh_token = null } = tokens;
  storeProviderTokens(store, account, { scope, access_token, refresh_token, expires_at: clock.now() + expires_in * 1000 });
}

function authorizationCode(code: string, project: Project, owner: Owner, request: RoundRequest, now: number) {
  return {
    code,
    project: project.key,
    user: owner.user,
    is_new_user: owner.isNew ? 1 : 0,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallengeMethod,
    after_callback_redirect_url: request.afterCallbackRedirectUrl,
    expires_at: now + codeMillis,
  };
}

/** Where a known error is told, if the application named a place the project trusts (wire/flows 5.4). */
function errorAddress(project: Project, { errorRedirectUrl }: RoundRequest, { body }: Failure): string | null {
  if (body.kind !== 'known' || errorRedirectUrl === null || !isTrustedUrl(errorRedirectUrl, project.config)) return null;
  return withParameters(errorRedirectUrl, {
    errorCode: body.code,
    message: body.error,
    details: JSON.stringify(body.details ?? {}),
  });
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
