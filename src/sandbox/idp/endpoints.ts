/** HTTP endpoints of the mock providers: `/sandbox/idp/{provider}/authorize`, `token` and `userinfo`. */

import { createHash } from 'node:crypto';
import { email as emailSchema } from '#contract/service/models/fields.ts';
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { readText } from '../http/read-body';
import { secretText } from '../random';
import { deleteGrant, findConnectedAccountId, findGrant, type IdpAccount, type IdpGrant, insertGrant } from '../stores/idp-grant-store';
import { type ConsentRequest, consentPage, errorPage, formPostPage } from './page';
import { findClientSecret, isProviderId, type ProviderId, providerFacts, standardClient } from './providers';

// URLs of the service and the mock providers, on the origin that the browser uses.

/** Returns the callback URL to which a provider redirects. */
export function callbackUrl(origin: string, provider: ProviderId): string {
  return `${origin}/api/v1/auth/oauth/callback/${provider}`;
}

/** Returns the URL of a mock provider's endpoint. */
export function idpUrl(origin: string, provider: ProviderId, endpoint: 'authorize' | 'token' | 'userinfo'): string {
  return `${origin}/sandbox/idp/${provider}/${endpoint}`;
}

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

/** Accounts at the mock providers: some named users of the seed, some unknown to the project, and one for any email that is typed. */
interface OfferedAccount {
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

const offered: readonly OfferedAccount[] = [
  { name: 'Ada Lovelace', email: 'ada@analytical.example', emailVerified: true },
  { name: 'Grace Hopper', email: 'grace.hopper@analytical.example', emailVerified: true },
  { name: 'Charles Babbage', email: 'charles.babbage@analytical.example', emailVerified: true },
  { name: 'Alan Turing', email: 'alan.turing@analytical.example', emailVerified: true },
  { name: "Sinéad O'Néill-D'Arcy", email: "sinead.o'neill@darcy.example", emailVerified: true },
  { name: 'שפרה ב. 🧮 O’Brien-山田', email: 'shifra@abacus.example', emailVerified: true },
  { name: 'Mary Somerville', email: 'mary.somerville@royal-society.example', emailVerified: true },
  { name: 'Luigi Menabrea', email: 'luigi.menabrea@torino.example', emailVerified: false },
  { name: 'Ángela Ruiz Robles', email: null, emailVerified: false },
];

/** Returns the accounts of the consent page, in its order. */
function listOfferedAccounts(store: Store, provider: ProviderId): IdpAccount[] {
  return offered.map((person) => ({ id: accountId(store, provider, person.email ?? person.name), ...person }));
}

/** Returns the account for a typed email: an offered one, or one without a name. */
function accountForEmail(store: Store, provider: ProviderId, email: string, emailVerified: boolean): IdpAccount {
  const name = offered.find((person) => person.email === email)?.name ?? null;
  return { id: accountId(store, provider, email), name, email, emailVerified };
}

/** Returns the account's ID: that of the connected account if there is one, otherwise a number derived from the email. */
function accountId(store: Store, provider: ProviderId, key: string): string {
  const number = createHash('sha256').update(`${provider} ${key}`).digest().readUIntBE(0, 6);
  return findConnectedAccountId(store, provider, key) ?? String(number);
}

/** 5 minutes. */
const codeTtlMillis = 5 * 60_000;
const accessTokenSeconds = 3600;

/** Issues a code for a confirmed authorization. */
function issueProviderCode({ store, clock, random }: SandboxContext, grant: IdpGrant): string {
  const secret = secretText(random);
  insertGrant(store, { ...grant, secret, kind: 'code', expiresAt: clock.now() + codeTtlMillis });
  return secret;
}

interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token: string;
}

interface TokenError {
  readonly error: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
}

/** Handles a token request. A code works once, and only for its client and redirect URL. */
function handleTokenRequest(
  context: SandboxContext,
  provider: ProviderId,
  fields: Readonly<Record<string, string>>,
): TokenResponse | TokenError {
  const { client_id = '', client_secret, grant_type } = fields;
  const secret = findClientSecret(provider, client_id);
  if (secret === undefined || secret !== client_secret) return { error: 'invalid_client' };
  if (grant_type === 'authorization_code') {
    const grant = consumeGrant(context, provider, fields.code ?? '', 'code');
    if (grant?.clientId !== client_id || grant.redirectUri !== fields.redirect_uri) return { error: 'invalid_grant' };
    return issueTokens(context, grant);
  }
  if (grant_type !== 'refresh_token') return { error: 'unsupported_grant_type' };
  const grant = consumeGrant(context, provider, fields.refresh_token ?? '', 'refresh');
  return grant?.clientId === client_id ? issueTokens(context, grant) : { error: 'invalid_grant' };
}

/** Returns the account to which an access token belongs. */
function accountOfToken({ store, clock }: SandboxContext, provider: ProviderId, accessToken: string): IdpAccount | undefined {
  return findGrant(store, accessToken, 'access', provider, clock.now())?.account;
}

/** Returns and deletes a grant: codes and refresh tokens work once. */
function consumeGrant(
  { store, clock }: SandboxContext,
  provider: ProviderId,
  secret: string,
  kind: 'code' | 'refresh',
): IdpGrant | undefined {
  const grant = findGrant(store, secret, kind, provider, clock.now());
  if (grant !== undefined) deleteGrant(store, secret);
  return grant;
}

function issueTokens({ store, clock, random }: SandboxContext, grant: IdpGrant): TokenResponse {
  const access = secretText(random);
  const refresh = secretText(random);
  insertGrant(store, { ...grant, secret: access, kind: 'access', expiresAt: clock.now() + accessTokenSeconds * 1000 });
  insertGrant(store, { ...grant, secret: refresh, kind: 'refresh', expiresAt: null });
  return { access_token: access, token_type: 'Bearer', expires_in: accessTokenSeconds, scope: grant.scope, refresh_token: refresh };
}
