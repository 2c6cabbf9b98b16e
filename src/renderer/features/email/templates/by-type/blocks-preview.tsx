import { useMemo } from 'react';
import { PreviewFrame } from '../../../../blocks/email-preview/preview-frame';
import { formatNames } from '../../../../lib/intl/format';
import { useMessages } from '../../../../lib/use-messages';
import { Callout } from '../../../../ui/feedback/callout';
import { fillPlaceholders } from '../placeholders';
import { type TemplateInput, templatePreview } from '../template-draft';
import styles from '../templates.module.css';
import { sampleValues } from './sample-values';

interface BlocksPreviewProps {
  label: string;
  input: TemplateInput;
  projectName: string;
}

/** How the email of a template looks, with sample values. */
export function BlocksPreview({ label, input, projectName }: BlocksPreviewProps) {
  const { t, locale } = useMessages();
  const values = useMemo(() => sampleValues(projectName), [projectName]);
  const preview = useMemo(() => templatePreview(input.source, values), [input.source, values]);
  return (
    <section className={styles.preview} aria-label={t('email.template.preview')}>
      <h3>{t('email.template.preview')}</h3>
      <p className={styles.subject}>
        <bdi>{fillPlaceholders(input.subject, values)}</bdi>
      </p>
      {preview === null ? (
        <Callout tone="warn" title={t('email.template.preview.none')}>
          {t('email.template.preview.none.text')}
        </Callout>
      ) : (
        <PreviewFrame title={t('email.template.preview.of', { name: label })} html={preview.html} />
      )}
      {preview !== null && preview.left.length > 0 && (
        <p className={styles.quiet}>
          {t('email.template.preview.left', { count: preview.left.length, names: formatNames(preview.left.slice(0, 5), locale) })}
        </p>
      )}
    </section>
  );
}
