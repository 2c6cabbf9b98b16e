/** What an address says of a project. */
import { baseUrlOf, parseUrl } from '#contract/urls.ts';
import type { PastedField } from './paste-names';

type Finding = readonly [PastedField, string];

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const projectPath = new RegExp(`/projects/(${id}|internal)(?:/|$)`, 'i');
/** Public keys and issuers of tokens: endpoints with the project in their path. */
const projectEndpoint = new RegExp(`^(.*?)/api/(?:v1|latest)/projects(?:-(?:anonymous|restricted)-users)?/(${id}|internal)(?:/|$)`, 'i');
/** Pages of applications that the service hosts, with the project in their host. */
const hostedPages = new RegExp(`^(${id})\\.built-with-(stack-auth|hexclave)\\.com$`, 'i');
/** A URL that a template or a shell has yet to complete. */
const isTemplate = /\$[A-Z_(]|[{}]/i;
const hostedHost = /^(app|api\d?|r|docs)\.((?:dev\.|staging\.)?(?:stack-auth|hexclave)\.com)$/i;

/** Base URLs of the hosted service, under both of its names. */
export const hostedUrls = { stack: 'https://api.stack-auth.com', hexclave: 'https://api.hexclave.com' } as const;

/** The address of the service, the project's ID, or both; the address of the dashboard or the documentation isn't that of the service. */
export function readUrl(text: string): readonly Finding[] {
  const url = parseUrl(text.replace(/^<(.*)>$/, '$1'));
  if (url === null || !/^https?:$/.test(url.protocol) || isTemplate.test(text)) return [];
  const pages = hostedPages.exec(url.hostname);
  if (pages !== null) {
    return [
      ['baseUrl', `https://api.${pages[2]}.com`.toLowerCase()],
      ['projectId', (pages[1] ?? '').toLowerCase()],
    ];
  }
  const endpoint = projectEndpoint.exec(url.pathname);
  if (endpoint !== null) {
    return [
      ['baseUrl', baseUrlOf({ origin: url.origin, pathname: endpoint[1] ?? '' })],
      ['projectId', (endpoint[2] ?? '').toLowerCase()],
    ];
  }
  const projectId = projectPath.exec(url.pathname)?.[1];
  const project: readonly Finding[] = projectId === undefined ? [] : [['projectId', projectId.toLowerCase()]];
  const address = addressOf(url, projectId !== undefined);
  return address === null ? project : [['baseUrl', address], ...project];
}

/** Whether an address is one of the hosted service's own, which names it without doubt. */
export function isHosted(baseUrl: string): boolean {
  return hostedHost.test(parseUrl(baseUrl)?.hostname ?? '');
}

/** Returns the base URL of the hosted service that the clients use under the names in a text; null if it contains none of the new ones. */
export function hostedUrlOfNames(text: string): string | null {
  return /hexclave/i.test(text) ? hostedUrls.hexclave : null;
}

/** Names, passwords, and queries in an address stay: the form says that they don't belong there. */
function addressOf(url: URL, hasProject: boolean): string | null {
  const [, kind = '', domain = ''] = hostedHost.exec(url.hostname) ?? [];
  if (/^app$/i.test(kind)) return `https://api.${domain}`;
  // The address of one of its endpoints, as in a command.
  if (/^api/i.test(kind) && url.pathname.startsWith('/api/')) return url.origin;
  if (/^(r|docs)$/i.test(kind) || hasProject) return null;
  const hasExtras = url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '';
  return hasExtras ? url.href.replace(/\/$/, '') : baseUrlOf(url);
}
