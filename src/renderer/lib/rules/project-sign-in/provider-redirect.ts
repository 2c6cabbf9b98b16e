/** Returns the URL to register at an OAuth provider for a project of a service (wire/endpoints 2.2). */
export function providerRedirectUrl(baseUrl: string, providerId: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`;
}
