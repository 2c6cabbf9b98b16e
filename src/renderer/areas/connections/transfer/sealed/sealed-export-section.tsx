import { FileLock } from 'lucide-react';
import { useState } from 'react';
import { useForbiddenReason } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from '../transfer.module.css';
import { ExportDialog } from './export-dialog';

/** Exports all connections with their keys as a sealed file. */
export function SealedExportSection() {
  const { t } = useMessages();
  const { length: count } = useTopic('connections.list').filter(({ kind }) => kind === 'project');
  const forbidden = [useForbiddenReason('export'), useForbiddenReason('reveal')].find((reason) => reason !== undefined);
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection title={t('sealed.export')} text={t('sealed.export.text')}>
      <div className={styles.buttons}>
        <Button
          icon={FileLock}
          disabledReason={forbidden ?? (count === 0 ? t('transfer.export.nothing') : undefined)}
          onClick={() => setOpen(true)}
        >
          {t('sealed.export.choose')}
        </Button>
      </div>
      {isOpen && <ExportDialog count={count} onClose={() => setOpen(false)} />}
    </PageSection>
  );
}
