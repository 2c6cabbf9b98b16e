import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { errorDetails, errorText, reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/status/outdated-message.tsx';
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
  /** How many lines each row of its list has, as a rule: the shape of what it loads. */
  rows: readonly number[];
  /** Beside the title. */
  badge?: ((data: T) => ReactNode) | undefined;
  children: (data: T) => ReactNode;
}

/** A part of the health column in all its states: without access, loading, failed, and loaded. */
export function HealthPart<T>({ title, hasAccess, query, isNext, rows, badge, children }: HealthPartProps<T>) {
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
      {hasAccess && data === undefined && error === null && <Loading rows={rows} />}
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

const widths = ['82%', '64%', '73%', '58%'];

function Loading({ rows }: { rows: readonly number[] }) {
  return (
    <div className={styles.loading}>
      <LoadingStatus />
      {rows.map((lines, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and their number never changes
        <div key={row} className={styles.loadingRow}>
          {widths.slice(0, lines).map((width, line) => (
            <Skeleton key={width} width={widths[(row + line) % widths.length] ?? width} />
          ))}
        </div>
      ))}
    </div>
  );
}
