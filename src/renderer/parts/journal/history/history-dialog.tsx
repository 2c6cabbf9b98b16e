import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { History, type HistoryProps } from './history';
import styles from './history.module.css';

interface HistoryDialogProps extends HistoryProps {
  /** What it is the history of. */
  title: string;
  onClose: () => void;
}

/** The history of something that has no screen. */
export function HistoryDialog({ title, onClose, ...of }: HistoryDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('history.of', { name: title })}
      environment={useConnection(of.connectionId)?.environment}
      width={640}
    >
      <div className={styles.inDialog}>
        <History {...of} />
      </div>
    </Dialog>
  );
}
