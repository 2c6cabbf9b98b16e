/** The logos of a project (wire/later 8). */

import { parseUrl } from '#contract/parse-url.ts';
import { isDataUrl } from '#contract/pictures/picture.ts';
import { type AdminProject, type LogoField, logoFields } from '#contract/service/models/project-models.ts';

/** One logo; `url` is where its picture is, a `data:` URL for one that the project contains, and null for none. */
export interface Logo {
  readonly field: LogoField;
  readonly url: string | null;
}

/** Returns the logos that the project's release has. From 2.8.54 on, the wide one may be there under both of its names. */
export function logosOf(project: Partial<Pick<AdminProject, LogoField>>): readonly Logo[] {
  const fields = logoFields.filter((field) => project[field] !== undefined);
  const shown = fields.includes('logo_full_url') ? fields.filter((field) => field !== 'full_logo_url') : fields;
  return shown.map((field) => ({ field, url: project[field] || null }));
}

/** Whether a logo is for dark pages. */
export function isForDarkMode(field: LogoField): boolean {
  return field.includes('dark_mode');
}

/** Returns the URL that a text stands for; null if no web page could show a picture from there. */
export function logoUrl(text: string): string | null {
  const trimmed = text.trim();
  if (isDataUrl(trimmed)) return trimmed;
  const url = parseUrl(trimmed);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
