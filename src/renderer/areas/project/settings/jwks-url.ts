/** Returns the URL of the public keys that verify the access tokens of a project (wire/flows 1.1). */
export function jwksUrl(baseUrl: string, projectId: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/projects/${encodeURIComponent(projectId)}/.well-known/jwks.json`;
}
