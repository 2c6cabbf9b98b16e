/** The providers a project can offer (wire/endpoints 0.8), as the mock provider knows them. */

interface ProviderFacts {
  /** What people call it. */
  readonly name: string;
  /** What a sign-in asks for; a list in OAuth's form. */
  readonly scope: string;
  /** Sends the browser back with a form instead of a query. */
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
} as const satisfies Record<string, ProviderFacts>;

export type ProviderId = keyof typeof idpProviders;

export function isProviderId(id: string): id is ProviderId {
  return Object.hasOwn(idpProviders, id);
}

/** What the mock provider knows of a provider. */
export function providerFacts(provider: ProviderId): ProviderFacts {
  return idpProviders[provider];
}

/** How an application proves itself to a provider. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** What a project of this sandbox enters for keys of its own. Public by design, like the demonstration's password. */
export function standardClient(provider: ProviderId): ClientCredentials {
  return { client_id: `sandbox-${provider}`, client_secret: `sandbox-${provider}-secret` };
}

/** The service's own keys, for projects whose provider is shared. */
export function sharedClient(provider: ProviderId): ClientCredentials {
  return { client_id: `shared-${provider}`, client_secret: `shared-${provider}-secret` };
}

/** The secret of an application the mock provider knows. */
export function findClientSecret(provider: ProviderId, clientId: string): string | undefined {
  return [standardClient(provider), sharedClient(provider)].find(({ client_id }) => client_id === clientId)?.client_secret;
}
