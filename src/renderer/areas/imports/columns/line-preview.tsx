import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CheckedLine } from '#contract/imports/check.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { LineChanges } from '../check/line-changes';
import { LineProblems } from '../check/line-problems';
import common from '../imports.module.css';
import styles from './columns.module.css';
import { usePreviewedLine } from './use-mapping';

interface LinePreviewProps {
  id: string;
  mapping: ImportMapping;
  /** Number of lines that can be shown; none while the mapping has problems. */
  count: number;
}

/** What would become of one of the first lines. */
export function LinePreview({ id, mapping, count }: LinePreviewProps) {
  const { t, locale } = useMessages();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, count - 1));
  const { data: line, error, refetch, isFetching } = usePreviewedLine(id, mapping, at, count > 0);
  const end = t('imports.preview.end');
  return (
    <aside className={styles.preview} aria-label={t('imports.preview')}>
      <div className={styles.previewHead}>
        <h2>{t('imports.preview')}</h2>
        <span className={common.quiet}>
          {count > 0 && line !== undefined && t('imports.line', { line: formatNumber(line.line, locale) })}
        </span>
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label={t('imports.preview.before')}
          disabledReason={at === 0 ? end : undefined}
          onClick={() => setChosen(at - 1)}
        />
        <IconButton
          size="sm"
          icon={ChevronRight}
          label={t('imports.preview.next')}
          disabledReason={at >= count - 1 ? end : undefined}
          onClick={() => setChosen(at + 1)}
        />
      </div>
      {count === 0 && <p className={common.quiet}>{t('imports.preview.none')}</p>}
      {count > 0 && error !== null && line === undefined && (
        <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {count > 0 && line === undefined && error === null && (
        <>
          <LoadingStatus />
          <Skeleton height={120} />
        </>
      )}
      {count > 0 && line !== undefined && <Line line={line} />}
    </aside>
  );
}

function Line({ line }: { line: CheckedLine }) {
  const { t } = useMessages();
  return (
    <div className={styles.previewLine}>
      <div className={styles.previewName}>
        <Avatar id={line.id ?? undefined} name={line.name} email={line.email} size={32} />
        <span className={styles.previewText} data-personal="">
          <strong>{line.name ?? line.email ?? '–'}</strong>
          {line.name !== null && line.email !== null && <span className={common.quiet}>{line.email}</span>}
        </span>
      </div>
      <p className={common.quiet}>{t(`imports.preview.${line.status}`)}</p>
      <LineProblems problems={line.problems} />
      <LineChanges line={line} />
    </div>
  );
}
