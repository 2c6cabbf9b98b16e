/** HTTP endpoints of the mock providers: `/sandbox/idp/{provider}/authorize`, `token` and `userinfo`. */
import { email as emailSchema } from '../../contract/service/models/fields';
import type { SandboxContext } from '../server/context';
import { readText } from '../server/read-body';
import { accountForEmail, listOfferedAccounts } from './idp-accounts';
import type { IdpAccount } from './idp-grant-store';
import { callbackUrl } from './idp-urls';
import { type ConsentRequest, consentPage, errorPage, formPostPage } from './page';
import { findClientSecret, isProviderId, type ProviderId, providerFacts, standardClient } from './providers';
import { accountOfToken, handleTokenRequest, issueProviderCode } from './tokens';

type Fields = Readonly<Record<string, string>>;

/** Scope syntax (RFC 6749 section 3.3). */
const scopes = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Handles a request below `/sandbox/idp/`. Returns undefined for unknown paths. */
export async function serveIdp(context: SandboxContext, request: Request, url: URL): Promise<Response | undefined> {
  const [, provider = '', action = ''] = /^\/sandbox\/idp\/([^/]+)\/(authorize|token|userinfo)$/.exec(url.pathname) ?? [];
  if (!isProviderId(provider)) return undefined;
  switch (`${request.method} ${action}`) {
    case 'GET authorize':
      return showConsent(context, provider, url);
    case 'POST authorize':
      return decideConsent(context, provider, url, await formOf(request));
    case 'POST token': {
      const answer = handleTokenRequest(context, provider, await formOf(request));
      return json(context, 'error' in answer ? (answer.error === 'invalid_client' ? 401 : 400) : 200, answer);
    }
    case 'GET userinfo':
      return serveUserInfo(context, provider, request);
    default:
      return undefined;
  }
}

async function formOf(request: Request): Promise<Fields> {
  return Object.fromEntries(new URLSearchParams(await readText(request)));
}

function json({ clock }: SandboxContext, status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', date: new Date(clock.now()).toUTCString() };
  return new Response(JSON.stringify(body), { status, headers });
}

function serveUserInfo(context: SandboxContext, provider: ProviderId, request: Request): Response {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const account = accountOfToken(context, provider, token);
  if (account === undefined) return json(context, 401, { error: 'invalid_token' });
  const { id, name, email, emailVerified } = account;
  return json(context, 200, {
    sub: id,
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email, email_verified: emailVerified }),
  });
}

/** Returns the consent page, or an error page. Errors about an unknown client or redirect URL are shown, never redirected. */
function showConsent(context: SandboxContext, provider: ProviderId, url: URL): Response {
  const request = requestOf(Object.fromEntries(url.searchParams));
  const refusal = refusalOf(context, provider, url, request);
  if (refusal !== undefined) return refusal;
  if (!scopes.test(request.scope)) return sendBack(context, provider, request, { error: 'invalid_scope' });
  return consentPage(provider, request, listOfferedAccounts(context.store, provider), context.clock.now());
}

function requestOf({ client_id = '', redirect_uri = '', state = '', scope = '' }: Fields): ConsentRequest {
  return { client_id, redirect_uri, state, scope };
}

function refusalOf({ clock }: SandboxContext, provider: ProviderId, url: URL, request: ConsentRequest): Response | undefined {
  const { name } = providerFacts(provider);
  if (findClientSecret(provider, request.client_id) === undefined) {
    const { client_id, client_secret } = standardClient(provider);
    const hint = `The sandbox’s ${name} accepts the client ID ${client_id} with the secret ${client_secret}. Enter them in the project’s sign-in methods.`;
    return errorPage(400, `Unknown client ID for ${name}`, hint, clock.now());
  }
  if (request.redirect_uri === callbackUrl(url.origin, provider)) return undefined;
  const hint = 'The sandbox’s providers only redirect to the sandbox. Start again in the application.';
  return errorPage(400, `Unknown redirect URL for ${name}`, hint, clock.now());
}

function decideConsent(context: SandboxContext, provider: ProviderId, url: URL, fields: Fields): Response {
  const { store, clock } = context;
  const request = requestOf(fields);
  const refusal = refusalOf(context, provider, url, request);
  if (refusal !== undefined) return refusal;
  if (fields.decision !== 'allow') return sendBack(context, provider, request, { error: 'access_denied' });
  const accounts = listOfferedAccounts(store, provider);
  const account = chosenAccount(context, provider, accounts, fields);
  if (account === undefined) {
    const problem = 'Enter the email address of another account, or choose an account from the list.';
    return consentPage(provider, request, accounts, clock.now(), { problem, typed: fields.email ?? '' });
  }
  const { client_id: clientId, redirect_uri: redirectUri, scope } = request;
  return sendBack(context, provider, request, {
    code: issueProviderCode(context, { provider, clientId, account, scope, redirectUri }),
  });
}

/** Returns the chosen account. A typed email takes precedence over the list, in which one account is always selected. */
function chosenAccount(
  { store }: SandboxContext,
  provider: ProviderId,
  accounts: readonly IdpAccount[],
  fields: Fields,
): IdpAccount | undefined {
  const { account, email = '' } = fields;
  if (email === '') return accounts.find(({ id }) => id === account);
  return emailSchema.safeParse(email).success ? accountForEmail(store, provider, email, fields.email_verified === 'true') : undefined;
}

function sendBack({ clock }: SandboxContext, provider: ProviderId, request: ConsentRequest, outcome: Fields): Response {
  const fields = { ...outcome, state: request.state };
  if (providerFacts(provider).formPost) return formPostPage(request.redirect_uri, fields, clock.now());
  const location = `${request.redirect_uri}?${new URLSearchParams(fields)}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', date: new Date(clock.now()).toUTCString() } });
}
