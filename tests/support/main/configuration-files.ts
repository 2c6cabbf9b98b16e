/** Applying files of configuration by the calls of windows. */
import type { TransportRequest } from '#main/ports/ports.ts';
import type { LaunchedApp } from './launch-app';
import { startLibraryInProcess } from './library-in-process';
import type { StoredKey } from './release-app';

type Api = LaunchedApp['api'];

/** A text as a side of a comparison. */
export const file = (text: string) => ({ kind: 'file', text }) as const;
/** Has a journal and bases. */
export const spawnWorker = () => startLibraryInProcess();
export const allKeys: readonly StoredKey[] = ['client', 'server', 'admin'];

/** Returns the whole configuration of a project. */
export async function exported(api: Api, connectionId: string): Promise<string> {
  const result = await api.configuration.export({ connectionId, hasAllViews: true });
  if (result.state !== 'exported') throw new Error(JSON.stringify(result));
  return result.text;
}

/** Plans all that is ticked. */
export async function planned(api: Api, connectionId: string, text: string) {
  const compared = await api.configuration.compare({ source: file(text), target: { kind: 'project', connectionId } });
  if (compared.state !== 'compared') throw new Error(JSON.stringify(compared));
  const rows = compared.sections.flatMap((section) => section.rows).filter(({ isTicked }) => isTicked);
  const choice = { source: file(text), connectionId, rows: rows.map(({ section, key }) => ({ section, key })) };
  if (rows.length === 0) return { choice, steps: 0, apply: async () => ({ done: 0, of: 0, stop: null }) };
  const { id, fingerprint, steps } = await api.configuration.plan(choice);
  return { choice, steps: steps.length, apply: () => api.configuration.apply({ ...choice, id, fingerprint, secrets: {} }) };
}

/** Returns a configuration with another setting and two more permissions of users. */
export const definitions = (text: string) =>
  text
    .replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false')
    .replace(/^ {2}project:.*\n/m, '  project:\n    reader:\n      contains: []\n    writer:\n      contains:\n        - reader\n');

/** Whether a request changes the project. Some reads look like one too, before anything is applied. */
export const isWrite = ({ method, url }: TransportRequest) => method !== 'GET' && url.includes('/api/v1/') && !url.includes('/auth/');
