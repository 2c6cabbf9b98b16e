/** Reads what the document of a project is made of. */
import { isEarlyProject, type ProjectReading, type ThemeReading } from '#contract/configuration/document-of.ts';
import { fail } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import type { Template } from '#contract/service/models/mail-models.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';

/** Calls an endpoint of the catalog as the project, and resolves to its response. */
export type CallProject = (endpoint: string, input: { readonly params?: object; readonly body?: unknown }) => Promise<unknown>;

/** The parts that are read by requests of their own. */
export type ServicePart = 'project' | 'team-definitions' | 'project-definitions' | 'templates' | 'themes';
export const serviceParts: readonly ServicePart[] = ['project', 'team-definitions', 'project-definitions', 'templates', 'themes'];

type Has = (feature: Feature) => boolean;

/**
 * Reads some parts, all at once. Rejects with the errors of the requests, and with `bad-response` if an item couldn't be read: a document without
 * it would say that there is none.
 */
export async function readParts(call: CallProject, has: Has, parts: readonly ServicePart[]): Promise<Partial<ProjectReading>> {
  const read: Record<ServicePart, () => Promise<Partial<ProjectReading>>> = {
    project: async () => ({ project: (await call('projects.read', {})) as AdminProject }),
    'team-definitions': async () => ({ teamDefinitions: await listed<PermissionDefinition>(call, 'permissions.teamDefinitions', 'items') }),
    'project-definitions': async () => ({
      projectDefinitions: await listed<PermissionDefinition>(call, 'permissions.projectDefinitions', 'items'),
    }),
    templates: async () =>
      has('templates-by-id')
        ? { templatesById: await listed<NonNullable<ProjectReading['templatesById']>[number]>(call, 'emails.templatesById', 'templates') }
        : { templatesByType: await listed<Template>(call, 'emails.templates', 'items') },
    themes: async () => (has('email-themes') ? { themes: await readThemes(call) } : {}),
  };
  return Object.assign({}, ...(await Promise.all(parts.map((part) => read[part]()))));
}

async function listed<T>(call: CallProject, endpoint: string, field: 'items' | 'templates' | 'themes'): Promise<readonly T[]> {
  const response = (await call(endpoint, {})) as Readonly<Record<string, unknown>>;
  const omitted = response.omitted as { readonly path: string } | undefined;
  if (omitted !== undefined) throw fail('bad-response', { path: omitted.path });
  return response[field] as readonly T[];
}

/** The list of themes has no sources. */
async function readThemes(call: CallProject): Promise<readonly ThemeReading[]> {
  const themes = await listed<Pick<ThemeReading, 'id' | 'display_name'>>(call, 'emailThemes.list', 'themes');
  const read: ThemeReading[] = [];
  for (const { id } of themes) read.push({ ...((await call('emailThemes.read', { params: { id } })) as ThemeReading), id });
  return read;
}

/** What a release can do, as comparing and planning ask for it. */
export function factsOf({ project }: Pick<ProjectReading, 'project'>, has: Has) {
  return { isEarly: isEarlyProject(project), has };
}
