/** The protocol handler that serves the page's files under `app://bundle/`. */
import { protocol } from 'electron';
import { contentSecurityPolicy, type PageDeps, pageFile } from '../page';
import { crashAddress, isPageAddress } from './security';

/** Registers the `app:` scheme. Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the page's files, previews, and the crash page. All other requests get an empty 404. */
export function servePage(deps: PageDeps, crashPage: () => string): void {
  protocol.handle('app', async ({ method, url }) => {
    if (method === 'GET' && url === crashAddress) return plainPage(crashPage(), deps);
    const file = method === 'GET' && isPageAddress(url) ? await pageFile(deps, new URL(url).pathname) : null;
    if (file === null) return new Response(null, { status: 404 });
    return new Response(Buffer.from(file.bytes), { headers: { ...file.headers } });
  });
}

function plainPage(html: string, deps: PageDeps): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(deps, "'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Response(html.replaceAll('__CSP_NONCE__', deps.nonce), { headers });
}
