import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { errorDetails, errorText, reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import styles from './health.module.css';

/** The state of a request, as TanStack Query returns it. */
export interface PartQuery<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** What the column passes to each of its parts. */
export interface HealthPartSource<T> {
  hasAccess: boolean;
  query: PartQuery<T>;
  /** Whether all parts above are there. Before that, this one would move. */
  isNext: boolean;
}

interface HealthPartProps<T> extends HealthPartSource<T> {
  title: string;
  /** How many lines it has as a rule. */
  lines?: number;
  /** Beside the title. */
  badge?: ((data: T) => ReactNode) | undefined;
  children: (data: T) => ReactNode;
}

/** A part of the health column in all its states: without access, loading, failed, and loaded. */
export function HealthPart<T>({ title, lines = 3, hasAccess, query, isNext, badge, children }: HealthPartProps<T>) {
  const id = useId();
  const hasAppeared = useLatch(isNext);
  const data = hasAccess && hasAppeared ? query.data : undefined;
  const error = hasAccess && hasAppeared ? query.error : null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {data !== undefined && badge?.(data)}
      </div>
      {!hasAccess && <Locked />}
      {error !== null && (data === undefined ? <Failed error={error} query={query} /> : <Outdated error={error} query={query} />)}
      {hasAccess && data === undefined && error === null && <Loading lines={lines} />}
      {data !== undefined && children(data)}
    </section>
  );
}

function Locked() {
  const { t } = useMessages();
  return (
    <p className={styles.locked}>
      <Icon of={Lock} size={14} />
      {t('overview.locked.part')}
    </p>
  );
}

interface FailureProps {
  error: Error;
  query: PartQuery<unknown>;
}

function Outdated({ error, query }: FailureProps) {
  return <OutdatedMessage report={reportOf(error)} busy={query.isFetching} onRetry={() => void query.refetch()} />;
}

function Failed({ error, query }: FailureProps) {
  const messages = useMessages();
  const { t } = messages;
  const report = reportOf(error);
  const { title, next } = errorText(messages, report);
  return (
    <div role="alert" className={styles.failed}>
      <p className={styles.error}>{title}</p>
      <p className={styles.quiet}>{next}</p>
      <div className={styles.actions}>
        <RetryButton size="sm" report={report} busy={query.isFetching} onRetry={() => void query.refetch()} />
        <CopyTextButton size="sm" variant="plain" value={() => errorDetails(report)}>
          {t('ui.copy-details')}
        </CopyTextButton>
      </div>
    </div>
  );
}

const widths = ['82%', '64%', '73%'];

function Loading({ lines }: { lines: number }) {
  return (
    <div className={styles.loading}>
      <LoadingStatus />
      {Array.from({ length: lines }, (_none, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <Skeleton key={at} width={widths[at % widths.length] ?? '73%'} />
      ))}
    </div>
  );
}
