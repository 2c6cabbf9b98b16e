/** Themes of emails (wire/later 3). They require admin access. */
import { useQuery } from '@tanstack/react-query';
import { service } from '#data/api.ts';
import { updateProject } from '#data/project.ts';
import { orGone } from '../data';

/** Returns the project's themes; doesn't read before `enabled`. */
export function useThemes(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emailThemes.list.query({ actor: 'project', connectionId }), enabled });
}

/** Returns a theme with its source. */
export function useTheme(connectionId: string, id: string) {
  const { queryFn, ...query } = service.emailThemes.read.query({ actor: 'project', connectionId, params: { id } });
  return useQuery({ ...query, queryFn: () => orGone(queryFn()) });
}

/** Reads a theme from the service, not from the cache. Throws `object-gone` if there is none with this ID. */
export function readTheme(connectionId: string, id: string) {
  return orGone(service.emailThemes.read({ actor: 'project', connectionId, params: { id } }));
}

/** Creates a theme with the source of the default one. */
export function createTheme(connectionId: string, name: string) {
  return service.emailThemes.create({ actor: 'project', connectionId, body: { display_name: name } });
}

/** Replaces the source of a theme. */
export function updateTheme(connectionId: string, id: string, source: string) {
  return service.emailThemes.update({ actor: 'project', connectionId, params: { id }, body: { tsx_source: source } });
}

/** Makes a theme that of all emails which don't name another one. */
export function chooseTheme(connectionId: string, id: string) {
  return updateProject(connectionId, { config: { email_theme: id } });
}
