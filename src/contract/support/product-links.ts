import { parseUrl } from '../urls';

/** Where the project is on the web. Placeholders, which a publisher of packages replaces (docs/packaging.md). */
const website = 'https://latchkey.example';
const repository = `${website}/source`;

export const productLinks = {
  website,
  repository,
  documentation: `${website}/docs`,
  releaseNotes: `${repository}/releases`,
  /** Takes `title` and `body` as query parameters. */
  newIssue: `${repository}/issues/new`,
} as const;

// Hosts that a window can open in the system's browser without a confirmation (docs/page-security.md).

/** The pages of Latchkey itself. */
const documented: ReadonlySet<string> = new Set(Object.values(productLinks).flatMap((link) => parseUrl(link)?.host ?? []));

/**
 * Whether a URL is one of this machine, at the host and port of one of the sites, or one of Latchkey's pages, or only opens a mail program.
 * Sites that aren't exact, such as patterns, and those without encryption know nothing. What a URL has before an @ may be to deceive.
 */
export function isKnownLink(text: string, sites: readonly string[]): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  if (url.protocol !== 'https:') return url.protocol === 'mailto:' || url.protocol === 'http:';
  if (url.username !== '' || url.password !== '') return false;
  return documented.has(url.host) || sites.some((site) => isSiteOf(site, url));
}

function isSiteOf(text: string, { host }: URL): boolean {
  const site = text.includes('*') ? null : parseUrl(text);
  return site?.protocol === 'https:' && site.host === host;
}
