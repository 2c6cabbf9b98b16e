import { Download } from 'lucide-react';
import { reportOf } from '../../../lib/errors/error-text';
import { offerDownload } from '../../../lib/export/offer-download';
import { useMessages } from '../../../lib/use-messages';
import { useConnectionsExport } from '../../../queries/connections-export';
import { useConnections } from '../../../stores/connections';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Button } from '../../../ui/inputs/button';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import { PageSection } from '../../../ui/layout/page';
import styles from './transfer.module.css';

/** Exports all connections as a file or text, without keys. */
export function ExportSection() {
  const { t } = useMessages();
  const own = useConnections().filter(({ kind }) => kind === 'project');
  const { data, error, isFetching, refetch } = useConnectionsExport(own);
  if (error !== null) return <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />;
  const text = data?.text ?? null;
  const nothing = own.length === 0 ? t('transfer.export.nothing') : undefined;
  return (
    <PageSection title={t('transfer.export')} text={t('transfer.export.text')}>
      <div className={styles.buttons}>
        <Button
          icon={Download}
          disabledReason={nothing}
          busy={text === null}
          onClick={() => text !== null && offerDownload('latchkey-connections.json', 'application/json', text)}
        >
          {t('transfer.export.file')}
        </Button>
        <CopyTextButton value={() => text ?? ''} disabledReason={nothing}>
          {t('transfer.export.copy')}
        </CopyTextButton>
        <span className={styles.count}>{t('transfer.export.count', { count: own.length })}</span>
      </div>
    </PageSection>
  );
}
