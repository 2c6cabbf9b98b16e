/** Templates and themes of a project, which are part of its configuration (wire/later 3 and 7.4). */
import { colorfulThemeId, paymentTemplateIds } from '../configuration/default-emails';
import { renderConfig } from '../configuration/levels';
import { writeKeys } from '../configuration/project-config';
import type { SandboxContext } from '../http/context';
import type { Project } from '../stores/project-store';

export interface StoredTemplate {
  readonly id: string;
  readonly display_name: string;
  readonly tsx_source: string;
  /** `false` is no theme; absent is the project's own. */
  readonly theme_id?: string | false;
}

export type StoredTheme = Omit<StoredTemplate, 'theme_id'>;

interface Entry {
  readonly displayName?: string;
  readonly tsxSource?: string;
  readonly themeId?: string | false;
}

interface Emails {
  readonly selectedThemeId: string;
  readonly themes: Readonly<Record<string, Entry>>;
  readonly templates: Readonly<Record<string, Entry>>;
}

type Context = Pick<SandboxContext, 'store' | 'release'>;

function emailsOf({ store }: Context, project: Project): Emails {
  return (renderConfig(store, project.key) as { readonly emails: Emails }).emails;
}

/** Returns the templates: first the service's own ones, which later releases have more of. */
export function templatesOf(context: Context, project: Project): readonly StoredTemplate[] {
  const entries = Object.entries(emailsOf(context, project).templates);
  const known = entries.filter(([id]) => context.release.has('queued-emails') || !paymentTemplateIds.includes(id));
  return known.map(([id, { displayName = '', tsxSource = '', themeId }]) => ({
    id,
    display_name: displayName,
    tsx_source: tsxSource,
    ...(themeId === undefined ? {} : { theme_id: themeId }),
  }));
}

export function themesOf(context: Context, project: Project): readonly StoredTheme[] {
  const entries = Object.entries(emailsOf(context, project).themes);
  const known = entries.filter(([id]) => context.release.has('colorful-theme') || id !== colorfulThemeId);
  return known.map(([id, { displayName = '', tsxSource = '' }]) => ({
    id,
    display_name: displayName,
    tsx_source: tsxSource,
  }));
}

/** Stores a template as a whole, or deletes it. */
export function writeTemplate({ store }: Context, project: Project, id: string, template: Omit<StoredTemplate, 'id'> | null): void {
  writeEntry({ store }, project, `emails.templates.${id}`, template);
}

export function writeTheme({ store }: Context, project: Project, id: string, theme: Omit<StoredTheme, 'id'>): void {
  writeEntry({ store }, project, `emails.themes.${id}`, theme);
}

function writeEntry({ store }: Pick<Context, 'store'>, project: Project, key: string, entry: Omit<StoredTemplate, 'id'> | null): void {
  const value = entry && {
    displayName: entry.display_name,
    tsxSource: entry.tsx_source,
    ...(entry.theme_id === undefined ? {} : { themeId: entry.theme_id }),
  };
  store.transaction(() => writeKeys(store, project.key, { [key]: value }));
}
