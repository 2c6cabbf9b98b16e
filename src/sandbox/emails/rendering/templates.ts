/** A project's templates: its own or the default ones (wire/endpoints 9.2). */
import { type Content, readContent, textsOf } from '#contract/email-template/content.ts';
import { type Rendered, renderBlocks } from '#contract/email-template/render.ts';
import { type Template, type TemplateType, templateTypes } from '#contract/service/models/mail-models.ts';
import type { Store } from '../../database/database';
import { listOwnTemplates } from '../../stores/email-store';
import { defaultTemplates } from './default-templates';
import { fillPlaceholders, isTemplate, type Values } from './placeholders';

/** Returns the templates in effect. */
export function listTemplates(store: Store, project: number): Template[] {
  const own = new Map(listOwnTemplates(store, project).map((template) => [template.type, template]));
  return templateTypes.map((type) => ({ type, ...(own.get(type) ?? defaultTemplates[type]), is_default: !own.has(type) }));
}

export function findTemplate(store: Store, project: number, type: TemplateType): Template {
  const own = listOwnTemplates(store, project).find((template) => template.type === type);
  return { type, ...(own ?? defaultTemplates[type]), is_default: own === undefined };
}

/** Whether a template can be rendered: valid content and valid placeholders. */
export function isUsable({ subject, content }: { readonly subject: string; readonly content: unknown }): boolean {
  const read = readContent(content);
  return read !== null && [subject, ...textsOf(read)].every(isTemplate);
}

/** Renders a content with its placeholders filled: escaped in HTML, verbatim in plain text. Throws `InvalidTemplate`. */
export function renderContent(content: Content, values: Values): Rendered {
  return renderBlocks(content, (text) => fillPlaceholders(text, values));
}
