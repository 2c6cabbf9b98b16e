/** Endpoints of email themes, which also work with the shared mail server (wire/later 3). */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import { id } from '#contract/service/models/fields.ts';
import type { Handler, SandboxContext } from '../http/context';
import { plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import type { Project } from '../stores/project-store';
import { requireThemeSource } from './rendering/tsx';
import { type StoredTheme, themesOf, writeTheme } from './stored-templates';

const path = '/internal/email-themes';
const params = z.strictObject({ id });
const named = z.object({ id, display_name: z.string() });

export const themeRows = {
  list: endpoint({ method: 'GET', path, actors: { project: { access: 'admin', response: z.object({ themes: z.array(named) }) } } }),
  create: endpoint({
    method: 'POST',
    offered: false,
    path,
    actors: { project: { access: 'admin', body: z.strictObject({ display_name: z.string() }), response: z.object({ id }) } },
  }),
  read: endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    params,
    actors: { project: { access: 'admin', response: named.extend({ tsx_source: z.string() }) } },
  }),
  update: endpoint({
    method: 'PATCH',
    offered: false,
    path: `${path}/{id}`,
    params,
    actors: {
      project: { access: 'admin', body: z.strictObject({ tsx_source: z.string() }), response: z.object({ display_name: z.string() }) },
    },
  }),
};

function requireTheme(context: SandboxContext & { readonly project: Project }, themeId: string): StoredTheme {
  const found = themesOf(context, context.project).find((theme) => theme.id === themeId.toLowerCase());
  if (found === undefined) throw plainFailure(404, 'No theme found with given id');
  return found;
}

export const listThemes: Handler<typeof themeRows.list> = {
  async run(call) {
    return reply({ themes: themesOf(call, call.project).map(({ id: themeId, display_name }) => ({ id: themeId, display_name })) });
  },
};

/** A new theme has the source of the default one. */
export const createTheme: Handler<typeof themeRows.create> = {
  ignoresQuery: true,
  async run(call) {
    const themeId = uuid(call.random);
    const [standard] = themesOf(call, call.project);
    writeTheme(call, call.project, themeId, { display_name: call.body.display_name, tsx_source: standard?.tsx_source ?? '' });
    return reply({ id: themeId });
  },
};

export const readTheme: Handler<typeof themeRows.read> = {
  async run(call) {
    return reply(requireTheme(call, call.params.id));
  },
};

export const updateTheme: Handler<typeof themeRows.update> = {
  async run(call) {
    const { id: themeId, display_name } = requireTheme(call, call.params.id);
    requireThemeSource(call.body.tsx_source);
    writeTheme(call, call.project, themeId, { display_name, tsx_source: call.body.tsx_source });
    return reply({ display_name });
  },
};
