import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { mailServer, TemplateType } from '#contract/service/models/mail-models.ts';
import { service } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';

/** Returns the project's email templates by type, as releases up to 2.8.26 have them. Requires admin access. */
export function useTemplates(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emails.templates.query({ actor: 'project', connectionId }), enabled });
}

/** Reads one template from the service, not from the cache. */
export function readTemplate(connectionId: string, type: TemplateType) {
  return service.emails.template({ actor: 'project', connectionId, params: { type } });
}

interface TemplateChange {
  readonly subject: string;
  readonly content: { readonly [name: string]: JsonValue };
}

/** Replaces a template. Requires the project's own email server. */
export function updateTemplate(connectionId: string, type: TemplateType, body: TemplateChange) {
  return service.emails.updateTemplate({ actor: 'project', connectionId, params: { type }, body });
}

/** Restores the service's default template. */
export function resetTemplate(connectionId: string, type: TemplateType) {
  return service.emails.resetTemplate({ actor: 'project', connectionId, params: { type } });
}

/** Returns the project's email templates by ID, as releases from 2.8.27 on have them. Requires admin access. */
export function useTemplatesById(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emails.templatesById.query({ actor: 'project', connectionId }), enabled });
}

/** Reads the templates by ID from the service, not from the cache. */
export function readTemplatesById(connectionId: string) {
  return service.emails.templatesById({ actor: 'project', connectionId });
}

/** What an email is rendered from: a template's source or a stored template; a theme's source, a stored theme, or the project's. */
export interface RenderedSource {
  readonly source?: string | undefined;
  readonly templateId?: string | undefined;
  /** A theme's ID, or false for none. */
  readonly theme?: string | false | undefined;
  readonly themeSource?: string | undefined;
}

/** Returns the rendered form of sources that aren't saved; the last one stays until the next arrives. Requires admin access. */
export function useRenderedSource(connectionId: string, rendered: RenderedSource, enabled: boolean) {
  const { source, templateId, theme, themeSource } = rendered;
  const body = {
    ...(source === undefined ? {} : { template_tsx_source: source }),
    ...(templateId === undefined ? {} : { template_id: templateId }),
    ...(theme === undefined ? {} : { theme_id: theme }),
    ...(themeSource === undefined ? {} : { theme_tsx_source: themeSource }),
  };
  return useQuery({
    ...service.emails.render.query({ actor: 'project', connectionId, body }),
    enabled,
    placeholderData: keepPreviousData,
    // The same source is rendered the same way, and a broken one stays broken.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Replaces the source of a template, and returns the HTML that it is rendered to. */
export function updateTemplateById(connectionId: string, id: string, source: string) {
  return service.emails.updateTemplateById({ actor: 'project', connectionId, params: { id }, body: { tsx_source: source } });
}

/** Returns the domains that the service's email provider manages (2.8.72). Requires admin access. */
export function useManagedDomains(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emails.managedDomains.query({ actor: 'project', connectionId }), enabled });
}

/** Creates a template with the service's example as its source. */
export function createTemplateById(connectionId: string, name: string) {
  return service.emails.createTemplateById({ actor: 'project', connectionId, body: { display_name: name } });
}

/** Deletes a template. */
export function deleteTemplateById(connectionId: string, id: string) {
  return service.emails.deleteTemplateById({ actor: 'project', connectionId, params: { id } });
}

interface TestEmail {
  readonly recipient_email: string;
  readonly email_config: z.input<typeof mailServer>;
}

/** Sends a test email through a server. Resolves even if the delivery failed: then with the service's reason. */
export function sendTestEmail(connectionId: string, body: TestEmail) {
  return service.emails.sendTestEmail({ actor: 'project', connectionId, body });
}

/** Reads a theme or a draft. Throws `object-gone` where the service says that there is none with its ID (wire/later 3 and 4). */
export async function orGone<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, status } = reportOf(thrown);
    throw code === 'service-error' && status === 404 ? fail('object-gone', {}, thrown) : thrown;
  }
}
