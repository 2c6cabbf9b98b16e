import { useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import styles from './email-preview.module.css';

interface PreviewFrameProps {
  title: string;
  html: string;
}

/** Milliseconds without a change after which the preview follows. */
const restMillis = 300;

/** HTML that others wrote, in a frame without scripts and network: a document of its own, which knows nothing of this page. */
export function PreviewFrame({ title, html }: PreviewFrameProps) {
  const { t } = useMessages();
  const [path, setPath] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      try {
        const shown = await api.previews.show({ html });
        if (isCurrent) setPath(shown.path);
        if (isCurrent) setFailure(null);
      } catch (thrown) {
        if (isCurrent) setFailure(reportOf(thrown));
      }
    };
    const timer = setTimeout(() => void show(), isFirst.current ? 0 : restMillis);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [html]);
  if (failure !== null) return <ErrorCallout report={failure} />;
  if (path === null) return <LoadingStatus />;
  return (
    <>
      {/* A new frame, because another address of the same one would be a step back in the history. */}
      <iframe key={path} title={title} src={path} sandbox="" data-personal="" className={styles.frame} />
      <p className={styles.note}>{t('email.template.preview.text')}</p>
    </>
  );
}
