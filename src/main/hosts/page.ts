/** The renderer's files as every host serves them: contained in one folder, with the same headers. */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { Settings } from '../../contract/bridge/settings';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

export interface PageFile {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageDeps {
  readonly folder: string;
  /** Fresh at each start; style tags that libraries insert must carry it. */
  readonly nonce: string;
  /** What the page may connect to: `'none'` where the bridge is not a connection. */
  readonly connectSource: string;
  readonly settings: () => Settings;
}

/** The policy of design 8; hosts differ only in what the page may connect to. */
export function contentSecurityPolicy(nonce: string, connectSource: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connectSource}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A file of the page by the path a browser asked for; null when there is none, or when it lies outside the folder. */
export async function pageFile(parts: PageDeps, path: string): Promise<PageFile | null> {
  const file = locate(parts.folder, path);
  if (file === null) return null;
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return null;
  const type = types[extname(file)] ?? 'application/octet-stream';
  const isIndex = type.startsWith('text/html');
  return { bytes: isIndex ? fillIn(bytes, parts) : bytes, headers: headersFor(parts, type, isIndex) };
}

function locate(folder: string, path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    if (decoded.includes('\0')) return null;
    const root = resolve(folder);
    const file = resolve(join(root, decoded === '/' ? 'index.html' : decoded));
    return file.startsWith(root + sep) ? file : null;
  } catch {
    return null;
  }
}

function fillIn(index: Uint8Array, parts: PageDeps): Uint8Array {
  const { theme, contrast } = parts.settings();
  const classes = contrast === 'more' ? `${theme} contrast-more` : theme;
  return Buffer.from(Buffer.from(index).toString('utf8').replaceAll('__CSP_NONCE__', parts.nonce).replaceAll('__THEME__', classes));
}

function headersFor(parts: PageDeps, type: string, isIndex: boolean): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy(parts.nonce, parts.connectSource),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    // The build names every other file by its content.
    'cache-control': isIndex ? 'no-store' : 'public, max-age=31536000, immutable',
  };
}
