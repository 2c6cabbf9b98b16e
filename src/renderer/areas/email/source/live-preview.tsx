import { useEffect, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { PreviewFrame } from '#parts/email-preview/preview-frame.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { type RenderedSource, useRenderedSource } from '../data';
import { PreviewHead, usePreviewWidth } from './preview-head';
import { SendToSelf } from './send-to-self';
import styles from './source.module.css';

interface LivePreviewProps {
  connectionId: string;
  title: string;
  /** What is rendered, for screen readers. */
  label: string;
  /** Sources as they are in an editor: they are rendered after a pause in typing. */
  rendered: RenderedSource;
  /** What a source that can't be rendered means for what is edited. */
  broken: MessageKey;
}

/** An email as the service renders it from sources that aren't saved. */
export function LivePreview({ connectionId, title, label, rendered: { source, themeSource, ...rest }, broken }: LivePreviewProps) {
  const { t } = useMessages();
  const sources = { source: useRested(source), themeSource: useRested(themeSource) };
  const rendered = useRenderedSource(connectionId, { ...rest, ...sources }, true);
  const { subject, html } = rendered.data ?? {};
  const preview = usePreviewWidth();
  const email = html === undefined || rendered.error !== null ? undefined : { subject: subject || label, html };
  return (
    <>
      <PreviewHead title={title} preview={preview} action={<SendToSelf connectionId={connectionId} email={email} />} />
      <RenderingFailure report={rendered.error && reportOf(rendered.error)} broken={broken} />
      {subject !== undefined && <p className={styles.subject}>{subject}</p>}
      {rendered.isPending && <LoadingStatus />}
      {html !== undefined && <PreviewFrame title={t('email.template.preview.of', { name: label })} html={html} width={preview.width} />}
    </>
  );
}

/** Returns the last text after a pause in typing. */
function useRested<T extends string | undefined>(text: T): T {
  const [rested, setRested] = useState(text);
  const rest = useDebounced(setRested);
  useEffect(() => rest(text), [rest, text]);
  return rested;
}

interface RenderingFailureProps {
  report: ErrorReport | null;
  /** What a source that can't be rendered means for what is edited. */
  broken: MessageKey;
}

/** Why a source couldn't be saved or previewed, with the service's message about it. */
export function RenderingFailure({ report, broken }: RenderingFailureProps) {
  const { t } = useMessages();
  const details = report?.known === 'EMAIL_RENDERING_ERROR' ? report.details : undefined;
  const error = typeof details === 'object' && details !== null && !Array.isArray(details) ? details.error : undefined;
  if (typeof error !== 'string') return <ErrorCallout report={report} />;
  const next = (
    <>
      <p>{t(broken)}</p>
      <p className={styles.fault} dir="ltr">
        {error}
      </p>
    </>
  );
  return <ErrorCallout report={report} next={next} />;
}
