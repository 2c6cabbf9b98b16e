import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { templateById } from '../../../../../contract/service/models/mail-models';
import { PreviewFrame } from '../../../../blocks/email-preview/preview-frame';
import { reportOf } from '../../../../lib/errors/error-text';
import { useMessages } from '../../../../lib/use-messages';
import { useWhenResting } from '../../../../lib/use-when-resting';
import { useRenderedTemplate } from '../../../../queries/project/email-templates';
import { useConnection } from '../../../../stores/connections';
import { LoadingStatus } from '../../../../ui/feedback/skeleton';
import styles from '../templates.module.css';
import { RenderingFailure } from './rendering-failure';

interface SourcePreviewProps {
  connectionId: string;
  template: Pick<z.output<typeof templateById>, 'theme_id'>;
  label: string;
  /** The source as it is in the editor. */
  source: string;
  /** What the service returned for the last save; undefined if there was none since the screen was opened. */
  savedHtml: string | undefined;
}

/** What the service makes of the source, saved or not. Where it can't render without saving, that of the last save. */
export function SourcePreview(props: SourcePreviewProps) {
  const { t } = useMessages();
  const canRender = useConnection(props.connectionId)?.features?.['email-rendering'] !== false;
  return (
    <section className={styles.preview} aria-label={t('email.template.preview')}>
      <h3>{t(canRender ? 'email.template.preview' : 'email.template.preview.last')}</h3>
      {canRender ? <LivePreview {...props} /> : <SavedPreview {...props} />}
    </section>
  );
}

function LivePreview({ connectionId, template, label, source }: SourcePreviewProps) {
  const { t } = useMessages();
  const rendered = useRenderedTemplate(connectionId, { source: useRested(source), theme: template.theme_id }, true);
  const { subject, html } = rendered.data ?? {};
  return (
    <>
      <RenderingFailure report={rendered.error && reportOf(rendered.error)} broken="email.template.tsx.unrendered" />
      {subject !== undefined && <p className={styles.subject}>{subject}</p>}
      {rendered.isPending && <LoadingStatus />}
      {html !== undefined && <PreviewFrame title={t('email.template.preview.of', { name: label })} html={html} />}
    </>
  );
}

function SavedPreview({ label, savedHtml }: SourcePreviewProps) {
  const { t } = useMessages();
  if (savedHtml === undefined) return <p className={styles.quiet}>{t('email.template.preview.unsaved')}</p>;
  return <PreviewFrame title={t('email.template.preview.of', { name: label })} html={savedHtml} />;
}

/** Returns the text once no other follows for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  const rest = useWhenResting(setRested);
  useEffect(() => rest(text), [rest, text]);
  return rested;
}
