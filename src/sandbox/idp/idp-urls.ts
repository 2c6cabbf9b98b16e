/** URLs of the service and the mock providers, on the origin that the browser uses. */
import type { ProviderId } from './providers';

/** Returns the callback URL to which a provider redirects. */
export function callbackUrl(origin: string, provider: ProviderId): string {
  return `${origin}/api/v1/auth/oauth/callback/${provider}`;
}

/** Returns the URL of a mock provider's endpoint. */
export function idpUrl(origin: string, provider: ProviderId, endpoint: 'authorize' | 'token' | 'userinfo'): string {
  return `${origin}/sandbox/idp/${provider}/${endpoint}`;
}
