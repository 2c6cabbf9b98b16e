import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useWidth } from '#ui/chart/bar-chart.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import styles from './email-preview.module.css';

interface PreviewFrameProps {
  title: string;
  html: string;
  /** CSS pixels that the email has; as many as there is room for if absent. More than that are shown smaller. */
  width?: number;
}

/** Milliseconds without a change after which the preview follows. */
const restMillis = 300;

/** Shows untrusted HTML in a frame without scripts and network: a separate document without access to this page. */
export function PreviewFrame({ title, html, width }: PreviewFrameProps) {
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
      <Sized width={width}>
        {(style) => <iframe key={path} title={title} src={path} sandbox="" data-personal="" className={styles.frame} style={style} />}
      </Sized>
      <p className={styles.note}>{t('email.template.preview.text')}</p>
    </>
  );
}

interface SizedProps {
  width: number | undefined;
  children: (style: CSSProperties) => ReactNode;
}

/** Gives a frame the width of a screen, scaled down where there is less room. Its own height stays. */
function Sized({ width, children }: SizedProps) {
  const [room, ref] = useWidth();
  if (width === undefined) return children({});
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={styles.sized}>
      {children({ width, height: `calc(var(--preview-height, 520px) / ${scale})`, scale: String(scale) })}
    </div>
  );
}
