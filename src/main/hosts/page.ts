/** The renderer's files and the previews with their headers, shared by all hosts. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { previewPath } from '#contract/bridge/previews.ts';
import type { Picture } from '#contract/pictures/picture.ts';
import type { Settings } from '#contract/setting-rows.ts';

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
  /** Created at each start. Style tags that libraries insert must have it. */
  readonly nonce: string;
  /** Source list of `connect-src`: `'none'` if the bridge does not use the network. */
  readonly connectSource: string;
  /** The page's own addresses without a path, as the sources of its frames. */
  readonly origins: readonly string[];
  readonly settings: () => Settings;
  /** The user’s preferred locales by the system, the best first; null where the browser has its own. */
  readonly languages: (() => readonly string[]) | null;
  /** The time that windows show, in milliseconds since the epoch; null if their clocks run. */
  readonly fixedTime: number | null;
  /** Returns the document of a preview or a picture of it by its path; null if there is none. */
  readonly preview: (path: string) => string | Picture | null;
}

type PolicyDeps = Pick<PageDeps, 'nonce' | 'connectSource' | 'origins'>;

/**
 * Returns the policy of design 8. Hosts differ only in their addresses. Frames can show previews, and nothing else. `scripts` are the sources of
 * scripts.
 */
export function contentSecurityPolicy({ nonce, connectSource, origins }: PolicyDeps, scripts = "'self'"): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connectSource}`,
    `frame-src ${origins.map((origin) => `${origin}${previewPath}`).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * A document that others wrote: it has no scripts and no network, not even its own origin, and only the page can frame it. Its pictures are those
 * that were checked, which are below its path.
 */
function previewPolicy(images: string): string {
  return [
    "default-src 'none'",
    `img-src ${images}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ');
}

function previewFile(content: string | Picture, path: string, origins: readonly string[]): PageFile {
  const isDocument = typeof content === 'string';
  return {
    bytes: isDocument ? Buffer.from(content) : content.bytes,
    headers: {
      'content-type': isDocument ? 'text/html; charset=utf-8' : `image/${content.kind}`,
      'content-security-policy': previewPolicy(isDocument ? origins.map((origin) => `${origin}${path}/`).join(' ') : "'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-store',
    },
  };
}

/** Returns the file for a request path; null if it doesn't exist or is outside the folder. */
export async function pageFile(deps: PageDeps, path: string): Promise<PageFile | null> {
  if (path.startsWith(previewPath)) {
    const content = deps.preview(path);
    return content === null ? null : previewFile(content, path, deps.origins);
  }
  const file = locate(deps.folder, path);
  if (file === null) return null;
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return null;
  const type = types[extname(file)] ?? 'application/octet-stream';
  if (!type.startsWith('text/html')) {
    // The names of these files contain a hash of their content.
    return { bytes, headers: headersFor(type, contentSecurityPolicy(deps), 'public, max-age=31536000, immutable') };
  }
  const page = fillIn(bytes, deps);
  return { bytes: Buffer.from(page), headers: headersFor(type, contentSecurityPolicy(deps, scriptSources(page)), 'no-store') };
}

/** The sources of a page's scripts: its own files, and those that it contains itself, by their hashes. */
function scriptSources(page: string): string {
  const contained = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  return ["'self'", ...contained.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)].join(' ');
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

function fillIn(index: Uint8Array, deps: PageDeps): string {
  const { theme, contrast, privacyMode } = deps.settings();
  const classes = contrast === 'more' ? `${theme} contrast-more` : theme;
  const text = Buffer.from(index).toString('utf8').replaceAll('__CSP_NONCE__', deps.nonce).replaceAll('__THEME__', classes);
  const filled = text.replaceAll('__NOW__', String(deps.fixedTime ?? ''));
  const languages = (deps.languages?.() ?? []).filter((tag) => /^[\w-]+$/.test(tag)).join(' ');
  return filled.replaceAll('__LANGUAGES__', languages).replaceAll('__PRIVACY__', privacyMode ? 'on' : 'off');
}

function headersFor(type: string, policy: string, caching: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': caching,
  };
}
