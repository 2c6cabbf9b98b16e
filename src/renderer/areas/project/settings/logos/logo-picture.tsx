import { useMemo } from 'react';
import { isDataUrl, pictureOf } from '#contract/pictures/picture.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { isForDarkMode, type Logo } from './logos';
import styles from './logos.module.css';

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
