/** What an address says of a project. */
import type { PastedField } from './pasted-field';

type Finding = readonly [PastedField, string];

const projectPath = /\/projects\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|internal)(?:\/|$)/i;
const hosted = { dashboard: 'app.stack-auth.com', api: 'https://api.stack-auth.com' };

/** The address of the service, the project's id, or both; the dashboard's own address is not that of the service. */
export function readUrl(text: string): readonly Finding[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const id = projectPath.exec(url.pathname)?.[1];
  const project: readonly Finding[] = id === undefined ? [] : [['projectId', id.toLowerCase()]];
  const address = addressOf(url, id !== undefined);
  return address === null ? project : [['baseUrl', address], ...project];
}

/** Names, passwords and questions in an address stay: the form says that they do not belong there. */
function addressOf(url: URL, hasProject: boolean): string | null {
  if (url.hostname === hosted.dashboard) return hosted.api;
  const api = /^(.*?)\/api(\/|$)/.exec(url.pathname);
  if (api !== null) return `${url.origin}${api[1]}`;
  return hasProject ? null : url.href.replace(/\/$/, '');
}
