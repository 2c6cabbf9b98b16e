/** Which addresses a project lets people be led to (flows 6, the form up to 2.8.32). */

/** What of a project's configuration decides it. */
export interface TrustConfig {
  readonly allow_localhost: boolean;
  readonly domains: readonly { readonly domain: string }[];
}

/** True for localhost where the project allows it, and below its trusted domains. The port is not compared. */
export function isTrustedUrl(text: string, config: TrustConfig): boolean {
  const url = parsed(text);
  if (url === null) return false;
  if (config.allow_localhost && isLocalhost(url.hostname)) return true;
  return config.domains.some(({ domain }) => {
    const trusted = parsed(domain);
    if (trusted === null) return false;
    return trusted.protocol === url.protocol && trusted.hostname === url.hostname && url.pathname.startsWith(pathOf(trusted));
  });
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function pathOf(url: URL): string {
  return url.pathname === '/' ? '' : url.pathname;
}
