/** The service as an OAuth client of the mock providers. */
import { z } from 'zod';
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { SandboxContext } from '../http/context';
import type { OAuthProvider } from '../stores/project-store';
import { callbackUrl, idpUrl, serveIdp } from './endpoints';
import { type ClientCredentials, isProviderId, type ProviderId, providerFacts, sharedClient } from './providers';

/** A provider of a project with its OAuth client. */
export interface ConfiguredProvider {
  /** The name in the project's configuration, by which users and requests refer to it. */
  readonly configId: string;
  readonly id: ProviderId;
  readonly isShared: boolean;
  readonly client: ClientCredentials;
}

/** Returns the project's provider with this ID if it is enabled. */
export function enabledProvider(providers: readonly OAuthProvider[], id: string): ConfiguredProvider | undefined {
  const found = providers.find((provider) => provider.id === id && provider.enabled);
  const { type, provider = id, client_id = '', client_secret = '' } = found ?? {};
  if (!isProviderId(provider) || type === undefined) return undefined;
  return {
    configId: id,
    id: provider,
    isShared: type === 'shared',
    client: type === 'shared' ? sharedClient(provider) : { client_id, client_secret },
  };
}

/** Returns the provider's authorization URL. `extraScope` is added to the default scope. */
export function providerAuthorizeUrl(origin: string, { id, client }: ConfiguredProvider, state: string, extraScope: string): string {
  const query = new URLSearchParams({
    client_id: client.client_id,
    scope: scopeOf(id, extraScope),
    response_type: 'code',
    redirect_uri: callbackUrl(origin, id),
    state,
    ...(providerFacts(id).formPost ? { response_mode: 'form_post' } : {}),
  });
  return `${idpUrl(origin, id, 'authorize')}?${query}`;
}

function scopeOf(id: ProviderId, extra: string): string {
  return [...new Set([...providerFacts(id).scope.split(' '), ...extra.split(' ')])].filter((scope) => scope !== '').join(' ');
}

const tokens = z.object({ access_token: z.string(), expires_in: z.number(), scope: z.string(), refresh_token: z.string().optional() });
const tokenError = z.object({ error: z.string() });
const profile = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
});

export type ProviderTokenResponse = z.output<typeof tokens>;
export type ProviderProfile = z.output<typeof profile>;

/** Result of a token request: tokens, or the provider's OAuth error. */
type TokenOutcome = { readonly tokens: ProviderTokenResponse } | { readonly error: string };

/** Exchanges a provider's code. `origin` is the origin from which the browser was redirected. */
export function exchangeProviderCode(
  context: SandboxContext,
  provider: ConfiguredProvider,
  origin: string,
  code: string,
): Promise<TokenOutcome> {
  const redirect_uri = callbackUrl(origin, provider.id);
  return requestTokens(context, provider, { grant_type: 'authorization_code', code, redirect_uri });
}

/** Requests new tokens with a refresh token. */
export function refreshProviderTokens(context: SandboxContext, provider: ConfiguredProvider, token: string): Promise<TokenOutcome> {
  return requestTokens(context, provider, { grant_type: 'refresh_token', refresh_token: token });
}

async function requestTokens(
  context: SandboxContext,
  { id, client }: ConfiguredProvider,
  grant: Readonly<Record<string, string>>,
): Promise<TokenOutcome> {
  const body = new URLSearchParams({ ...grant, client_id: client.client_id, client_secret: client.client_secret });
  const response = await callProvider(context, id, 'token', { method: 'POST', body });
  const answer: unknown = await response.json();
  return response.ok ? { tokens: tokens.parse(answer) } : tokenError.parse(answer);
}

/** Returns the profile of the user to whom an access token belongs. */
export async function fetchProviderProfile(context: SandboxContext, id: ProviderId, accessToken: string): Promise<ProviderProfile> {
  const response = await callProvider(context, id, 'userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
  return profile.parse(await response.json());
}

/** Thrown if the service can't reach the provider. */
export class ProviderUnreachable extends Error {}

const unreachable = (id: ProviderId) => `unreachable provider ${id}`;

/** Sets whether the service can reach a provider. The provider's pages work in either case, since the browser opens them. */
export function setReachable(store: Store, id: ProviderId, isReachable: boolean): void {
  writeSetting(store, unreachable(id), String(!isReachable));
}

/** Calls the provider directly: it runs in the same process. Throws {@link ProviderUnreachable}. */
async function callProvider(context: SandboxContext, id: ProviderId, endpoint: 'token' | 'userinfo', init: RequestInit): Promise<Response> {
  if (readSetting(context.store, unreachable(id)) === 'true') throw new ProviderUnreachable(`${id} can't be reached.`);
  const address = idpUrl(context.baseUrl, id, endpoint);
  const response = await serveIdp(context, new Request(address, init), new URL(address));
  if (response === undefined) throw new Error(`The mock provider has no ${endpoint} endpoint for ${id}.`);
  return response;
}
