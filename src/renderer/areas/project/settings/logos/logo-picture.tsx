import { useMemo } from 'react';
import { isDataUrl, pictureOf } from '#contract/pictures/picture.ts';
import { type AdminProject, type LogoField, logoFields } from '#contract/service/models/project-models.ts';
import { parseUrl } from '#contract/urls.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './logos.module.css';

// The logos of a project (wire/later 8).

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
function isForDarkMode(field: LogoField): boolean {
  return field.includes('dark_mode');
}

/** Returns the URL that a text stands for; null if no web page could show a picture from there. */
export function logoUrl(text: string): string | null {
  const trimmed = text.trim();
  if (isDataUrl(trimmed)) return trimmed;
  const url = parseUrl(trimmed);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A logo on a ground as that of the pages it is for, or where it is: pictures of other servers aren't loaded. */
export function LogoPicture({ logo: { field, url } }: { logo: Logo }) {
  const { t } = useMessages();
  const picture = useMemo(() => (url === null ? null : pictureOf(url)), [url]);
  if (url === null) return <span className={styles.quiet}>{t('project-settings.logos.none')}</span>;
  if (picture !== null) {
    return (
      <span className={cx(styles.ground, isForDarkMode(field) && styles.dark)}>
        <img src={picture.url} alt={t('project-settings.logos.picture')} />
      </span>
    );
  }
  return isDataUrl(url) ? (
    <span className={styles.quiet}>{t('project-settings.logos.refused')}</span>
  ) : (
    <code className={styles.url} dir="ltr">
      {url}
    </code>
  );
}
