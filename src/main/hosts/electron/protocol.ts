/** The page's files under `app://bundle/`. */
import { protocol } from 'electron';
import { type PageParts, pageFile } from '../../page';
import { isPageAddress } from './security';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the page; anything but a GET of one of its files is an empty 404. */
export function servePage(parts: PageParts): void {
  protocol.handle('app', async (request) => {
    const file = request.method === 'GET' && isPageAddress(request.url) ? await pageFile(parts, new URL(request.url).pathname) : null;
    if (file === null) return new Response(null, { status: 404 });
    return new Response(Buffer.from(file.bytes), { headers: { ...file.headers } });
  });
}
