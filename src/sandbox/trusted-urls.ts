/** Which addresses may be mailed or redirected to (flows 6, the form up to 2.8.32). */
import { known } from './failures';
import type { ProjectConfig } from './store/projects';

/** Fails with REDIRECT_URL_NOT_WHITELISTED for an address that is not trusted. */
export function requireTrustedUrl(text: string, config: Pick<ProjectConfig, 'allow_localhost' | 'domains'>): void {
  if (!isTrustedUrl(text, config)) throw known('REDIRECT_URL_NOT_WHITELISTED');
}

/** True for localhost where the project allows it, and below its trusted domains. The port is not compared. */
export function isTrustedUrl(text: string, config: Pick<ProjectConfig, 'allow_localhost' | 'domains'>): boolean {
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
