/** Providers that a project can offer (wire/endpoints 0.8, wire/newer 2.3), and their properties at the mock provider. */

interface ProviderFacts {
  /** Display name. */
  readonly name: string;
  /** Default scope, as in OAuth. */
  readonly scope: string;
  /** Whether the response is `form_post` instead of a query. */
  readonly formPost?: true;
}

export const idpProviders = {
  google: { name: 'Google', scope: 'openid email profile' },
  github: { name: 'GitHub', scope: 'user:email' },
  microsoft: { name: 'Microsoft', scope: 'openid email profile User.Read' },
  spotify: { name: 'Spotify', scope: 'user-read-email user-read-private' },
  facebook: { name: 'Facebook', scope: 'public_profile email' },
  discord: { name: 'Discord', scope: 'identify email' },
  gitlab: { name: 'GitLab', scope: 'openid email read_user' },
  bitbucket: { name: 'Bitbucket', scope: 'account email' },
  linkedin: { name: 'LinkedIn', scope: 'openid email profile' },
  apple: { name: 'Apple', scope: 'name email', formPost: true },
  x: { name: 'X', scope: 'users.read users.email' },
  twitch: { name: 'Twitch', scope: 'user:read:email' },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderId = keyof typeof idpProviders;

export function isProviderId(id: string): id is ProviderId {
  return Object.hasOwn(idpProviders, id);
}

/** Returns the properties of a provider. */
export function providerFacts(provider: ProviderId): ProviderFacts {
  return idpProviders[provider];
}

/** OAuth client ID and secret. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Returns the client for a project's own keys. Public by design, like the demo password. */
export function standardClient(provider: ProviderId): ClientCredentials {
  return { client_id: `sandbox-${provider}`, client_secret: `sandbox-${provider}-secret` };
}

/** Returns the service's shared client. */
export function sharedClient(provider: ProviderId): ClientCredentials {
  return { client_id: `shared-${provider}`, client_secret: `shared-${provider}-secret` };
}

/** Returns the secret of a client that the mock provider knows. */
export function findClientSecret(provider: ProviderId, clientId: string): string | undefined {
  return [standardClient(provider), sharedClient(provider)].find(({ client_id }) => client_id === clientId)?.client_secret;
}
