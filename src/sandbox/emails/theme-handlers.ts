/** Endpoints of email themes, which also work with the shared mail server (wire/later 3). */
import type { RowOf } from '#contract/service/index.ts';
import type { Handler, SandboxContext } from '../http/context';
import { plainFailure } from '../http/failures';
import type { HandlersOf } from '../http/handler-types';
import { reply } from '../http/respond';
import { uuid } from '../random';
import type { Project } from '../stores/project-store';
import { requireThemeSource } from './rendering/tsx';
import { type StoredTheme, themesOf, writeTheme } from './stored-templates';

function requireTheme(context: SandboxContext & { readonly project: Project }, themeId: string): StoredTheme {
  const found = themesOf(context, context.project).find((theme) => theme.id === themeId.toLowerCase());
  if (found === undefined) throw plainFailure(404, 'No theme found with given id');
  return found;
}

const listThemes: Handler<RowOf<'emailThemes.list'>> = {
  async run(call) {
    return reply({ themes: themesOf(call, call.project).map(({ id: themeId, display_name }) => ({ id: themeId, display_name })) });
  },
};

/** A new theme has the source of the default one. */
const createTheme: Handler<RowOf<'emailThemes.create'>> = {
  ignoresQuery: true,
  async run(call) {
    const themeId = uuid(call.random);
    const [standard] = themesOf(call, call.project);
    writeTheme(call, call.project, themeId, { display_name: call.body.display_name, tsx_source: standard?.tsx_source ?? '' });
    return reply({ id: themeId });
  },
};

const readTheme: Handler<RowOf<'emailThemes.read'>> = {
  async run(call) {
    return reply(requireTheme(call, call.params.id));
  },
};

const updateTheme: Handler<RowOf<'emailThemes.update'>> = {
  async run(call) {
    const { id: themeId, display_name } = requireTheme(call, call.params.id);
    requireThemeSource(call.body.tsx_source);
    writeTheme(call, call.project, themeId, { display_name, tsx_source: call.body.tsx_source });
    return reply({ display_name });
  },
};

export const themeHandlers: HandlersOf<'emailThemes'> = {
  'emailThemes.list': listThemes,
  'emailThemes.create': createTheme,
  'emailThemes.read': readTheme,
  'emailThemes.update': updateTheme,
};
