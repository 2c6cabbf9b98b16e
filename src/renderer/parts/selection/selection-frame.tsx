import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import styles from './selection-frame.module.css';
import type { Selection } from './use-selection';

interface SelectionFrameProps {
  selection: Pick<Selection<unknown>, 'items' | 'isReading' | 'isAllMatching' | 'selectAllMatching'>;
  /** Number of all items of the list, if they can be selected at once; null if they can’t, or while it isn’t known. */
  matching?: number | null;
  /** Selects all items of a list that is in memory, or can be read as a whole. */
  onAll?: (() => void) | undefined;
  /** Says what it takes to select all items of the list. */
  onNeedsAll?: (() => void) | undefined;
  onClear: () => void;
  /** What can be done with the selected items. */
  children: ReactNode;
}

/** How many items of a list are selected, and what can be done with them. Replaces the toolbar. */
export function SelectionFrame({ selection, matching = null, onAll, onNeedsAll, onClear, children }: SelectionFrameProps) {
  const { t, locale } = useMessages();
  const isAll = matching !== null && (selection.isAllMatching || selection.items.size === matching);
  const count = isAll ? matching : selection.items.size;
  return (
    <ListToolbar label={t('selection')} className={styles.bar} end={<IconButton label={t('selection.clear')} icon={X} onClick={onClear} />}>
      <span role="status" className={styles.count}>
        {t(isAll ? 'selection.all' : 'selection.count', { count, shown: formatNumber(count, locale) })}
        {selection.isReading && <span className={styles.reading}>{t('ui.loading')}</span>}
      </span>
      {matching !== null && !isAll && matching > count && (
        <Button variant="plain" className={styles.all} onClick={onAll ?? selection.selectAllMatching}>
          {t('selection.select-all', { count: matching, shown: formatNumber(matching, locale) })}
        </Button>
      )}
      {onNeedsAll !== undefined && (
        <Button variant="plain" className={styles.all} onClick={onNeedsAll}>
          {t('selection.needs-all')}
        </Button>
      )}
      <span className={styles.actions}>{children}</span>
    </ListToolbar>
  );
}
