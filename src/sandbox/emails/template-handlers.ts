/** Endpoints of email templates by ID (wire/newer 2.6, wire/corrections 2.8.86: templates). */
import type { RowOf } from '#contract/service/index.ts';
import { newThemeSource, templateSource } from '../configuration/default-emails';
import type { Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { reply, widerReply } from '../http/respond';
import { uuid } from '../random';
import type { Project } from '../stores/project-store';
import { renderSource, requireThemeSource } from './rendering/tsx';
import { type StoredTemplate, type StoredTheme, templatesOf, themesOf, writeTemplate, writeTheme } from './stored-templates';

type TemplateContext = SandboxContext & { readonly project: Project };

/** From 2.8.27 on, templates can only be changed with the project's own mail server. */
function requireOwnServer({ release, project }: TemplateContext): void {
  if (project.config.email_config.type === 'shared' && release.has('templates-by-id')) throw knownError('REQUIRES_CUSTOM_EMAIL_SERVER');
}

function requireTemplate(context: TemplateContext, id: string): StoredTemplate {
  const found = templatesOf(context, context.project).find((template) => template.id === id.toLowerCase());
  // The text is not documented.
  if (found === undefined) throw plainFailure(404, 'Email template not found');
  return found;
}

export const listTemplatesById: Handler<RowOf<'emails.templatesById'>> = {
  async run(call) {
    return reply({ templates: [...templatesOf(call, call.project)] });
  },
};

export const createTemplateById: Handler<RowOf<'emails.createTemplateById'>> = {
  ignoresQuery: true,
  async run(call) {
    requireOwnServer(call);
    const id = uuid(call.random);
    const { display_name } = call.body;
    writeTemplate(call, call.project, id, { display_name, tsx_source: templateSource(display_name) });
    return reply({ id });
  },
};

/** Changes source and theme. A theme of null is that of the project again; an absent one stays. */
export const updateTemplateById: Handler<RowOf<'emails.updateTemplateById'>> = {
  async run(call) {
    requireOwnServer(call);
    const { theme_id: current, id, display_name } = requireTemplate(call, call.params.id);
    const { tsx_source, theme_id: theme = current } = call.body;
    const { html } = renderSource(tsx_source);
    writeTemplate(call, call.project, id, {
      display_name,
      tsx_source,
      ...(theme === undefined || theme === null ? {} : { theme_id: theme }),
    });
    return reply({ rendered_html: html });
  },
};

export const deleteTemplateById: Handler<RowOf<'emails.deleteTemplateById'>> = {
  async run(call) {
    writeTemplate(call, call.project, requireTemplate(call, call.params.id).id, null);
    return widerReply({ success: true });
  },
};

/** Renders a template or a source, and stores nothing (wire/corrections 2.8.86: POST /emails/render-email). */
export const renderEmail: Handler<RowOf<'emails.render'>> = {
  ignoresQuery: true,
  async run(call) {
    const { template_id: id, template_tsx_source: tsx, theme_id: theme, theme_tsx_source: themeTsx } = call.body;
    if (typeof theme === 'string' && !themesOf(call, call.project).some((known) => known.id === theme.toLowerCase()))
      throw plainFailure(400, 'No theme found with given id');
    if (themeTsx !== undefined) requireThemeSource(themeTsx);
    const source = tsx ?? templatesOf(call, call.project).find((template) => template.id === id?.toLowerCase())?.tsx_source;
    if (source === undefined) throw plainFailure(400, 'No template found with given id');
    const { html, subject, category } = renderSource(source);
    return reply({ html, ...(subject === undefined ? {} : { subject }), notification_category: category });
  },
};

/** Endpoints of email themes, which also work with the shared mail server (wire/later 3). */
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

/** A new theme has the source of the built-in one. */
const createTheme: Handler<RowOf<'emailThemes.create'>> = {
  ignoresQuery: true,
  async run(call) {
    const themeId = uuid(call.random);
    writeTheme(call, call.project, themeId, { display_name: call.body.display_name, tsx_source: newThemeSource });
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
