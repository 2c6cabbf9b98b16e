import { History as HistoryIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { useActorName } from '../actor';
import { EntrySentence } from '../entry-sentence';
import { useJournalEntries } from '../use-entries';
import type { HistoryProps } from './history';
import styles from './history.module.css';
import { HistoryDialog } from './history-dialog';

interface HistoryButtonProps extends HistoryProps {
  /** What it is the history of. */
  title: string;
}

/** Opens the history of something that has no screen. */
export function HistoryButton(props: HistoryButtonProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={HistoryIcon} onClick={() => setOpen(true)}>
        {t('history.open')}
      </Button>
      {isOpen && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was last changed in Latchkey, by whom, and when, on one line that is there from the start. */
export function LastChanged(props: HistoryButtonProps) {
  const { t } = useMessages();
  const actorName = useActorName();
  const { entries, error, newCount, showNew } = useJournalEntries({ connectionId: props.connectionId, about: props.about });
  useEffect(() => {
    if (newCount > 0) showNew();
  });
  const last = entries?.find(({ outcome }) => outcome?.result === 'done');
  return (
    <div className={styles.last}>
      <span className={styles.lastText}>
        {last !== undefined && (
          <>
            <span>{t('history.last')}</span>
            <EntrySentence entry={last} />
            <RelativeTime millis={last.timeMillis} className={cx(styles.dotted)} />
            <bdi className={styles.dotted}>{t('history.by', { name: actorName(last.actor) })}</bdi>
          </>
        )}
        {last === undefined && (entries !== undefined || error !== null) && t('history.none')}
      </span>
      <HistoryButton {...props} />
    </div>
  );
}
