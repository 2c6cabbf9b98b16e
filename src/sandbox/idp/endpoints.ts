/** The mock provider over HTTP, for every provider id: `/sandbox/idp/{provider}/authorize`, `token` and `userinfo`. */
import { email as emailSchema } from '../../contract/service/fields';
import type { Surroundings } from '../server/context';
import { readText } from '../server/read-body';
import { offeredAccounts, typedAccount } from './idp-accounts';
import type { IdpAccount } from './idp-grant-store';
import { callbackAddress } from './idp-urls';
import { type ConsentRequest, consentPage, formPostPage, refusalPage } from './page';
import { factsOf, isProviderId, type ProviderId, secretOfClient, standardClient } from './providers';
import { accountOfToken, answerTokenRequest, issueProviderCode } from './tokens';

type Fields = Readonly<Record<string, string>>;

/** Scopes as RFC 6749 section 3.3 writes them. */
const scopes = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Answers a request below `/sandbox/idp/`; undefined for an address the mock provider does not have. */
export async function answerIdp(surroundings: Surroundings, request: Request, url: URL): Promise<Response | undefined> {
  const [, provider = '', action = ''] = /^\/sandbox\/idp\/([^/]+)\/(authorize|token|userinfo)$/.exec(url.pathname) ?? [];
  if (!isProviderId(provider)) return undefined;
  switch (`${request.method} ${action}`) {
    case 'GET authorize':
      return showConsent(surroundings, provider, url);
    case 'POST authorize':
      return takeDecision(surroundings, provider, url, await formOf(request));
    case 'POST token': {
      const answer = answerTokenRequest(surroundings, provider, await formOf(request));
      return json(surroundings, 'error' in answer ? (answer.error === 'invalid_client' ? 401 : 400) : 200, answer);
    }
    case 'GET userinfo':
      return tellUser(surroundings, provider, request);
    default:
      return undefined;
  }
}

async function formOf(request: Request): Promise<Fields> {
  return Object.fromEntries(new URLSearchParams(await readText(request)));
}

function json({ clock }: Surroundings, status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', date: new Date(clock.now()).toUTCString() };
  return new Response(JSON.stringify(body), { status, headers });
}

function tellUser(surroundings: Surroundings, provider: ProviderId, request: Request): Response {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const account = accountOfToken(surroundings, provider, token);
  if (account === undefined) return json(surroundings, 401, { error: 'invalid_token' });
  const { id, name, email, emailVerified } = account;
  return json(surroundings, 200, {
    sub: id,
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email, email_verified: emailVerified }),
  });
}

/** The page, or why there is none: an unknown application or a foreign address is told to the person, never redirected. */
function showConsent(surroundings: Surroundings, provider: ProviderId, url: URL): Response {
  const request = requestOf(Object.fromEntries(url.searchParams));
  const refusal = refusalOf(surroundings, provider, url, request);
  if (refusal !== undefined) return refusal;
  if (!scopes.test(request.scope)) return sendBack(surroundings, provider, request, { error: 'invalid_scope' });
  return consentPage(provider, request, offeredAccounts(surroundings.store, provider), surroundings.clock.now());
}

function requestOf({ client_id = '', redirect_uri = '', state = '', scope = '' }: Fields): ConsentRequest {
  return { client_id, redirect_uri, state, scope };
}

function refusalOf({ clock }: Surroundings, provider: ProviderId, url: URL, request: ConsentRequest): Response | undefined {
  const { name } = factsOf(provider);
  if (secretOfClient(provider, request.client_id) === undefined) {
    const { client_id, client_secret } = standardClient(provider);
    const hint = `The sandbox’s ${name} knows the client ID ${client_id} with the secret ${client_secret}. Enter them in the project’s sign-in methods.`;
    return refusalPage(400, `${name} does not know this application`, hint, clock.now());
  }
  if (request.redirect_uri === callbackAddress(url.origin, provider)) return undefined;
  const hint = 'The sandbox’s providers send browsers back to the sandbox only. Start again from the application.';
  return refusalPage(400, `${name} does not know this return address`, hint, clock.now());
}

function takeDecision(surroundings: Surroundings, provider: ProviderId, url: URL, fields: Fields): Response {
  const { store, clock } = surroundings;
  const request = requestOf(fields);
  const refusal = refusalOf(surroundings, provider, url, request);
  if (refusal !== undefined) return refusal;
  if (fields.decision !== 'allow') return sendBack(surroundings, provider, request, { error: 'access_denied' });
  const accounts = offeredAccounts(store, provider);
  const account = chosenAccount(surroundings, provider, accounts, fields);
  if (account === undefined) {
    const problem = 'Enter the e-mail address of the other account, or choose one of the list.';
    return consentPage(provider, request, accounts, clock.now(), { problem, typed: fields.email ?? '' });
  }
  const { client_id: clientId, redirect_uri: redirectUri, scope } = request;
  return sendBack(surroundings, provider, request, {
    code: issueProviderCode(surroundings, { provider, clientId, account, scope, redirectUri }),
  });
}

/** A typed address counts more than the list, of which one account is always chosen. */
function chosenAccount(
  { store }: Surroundings,
  provider: ProviderId,
  accounts: readonly IdpAccount[],
  fields: Fields,
): IdpAccount | undefined {
  const { account, email = '' } = fields;
  if (email === '') return accounts.find(({ id }) => id === account);
  return emailSchema.safeParse(email).success ? typedAccount(store, provider, email, fields.email_verified === 'true') : undefined;
}

function sendBack({ clock }: Surroundings, provider: ProviderId, request: ConsentRequest, outcome: Fields): Response {
  const fields = { ...outcome, state: request.state };
  if (factsOf(provider).formPost) return formPostPage(request.redirect_uri, fields, clock.now());
  const location = `${request.redirect_uri}?${new URLSearchParams(fields)}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', date: new Date(clock.now()).toUTCString() } });
}
