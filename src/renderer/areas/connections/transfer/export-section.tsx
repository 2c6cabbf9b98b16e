import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { exportFile, useForbiddenReason } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from './transfer.module.css';

/** Exports all connections as a file or text, without keys. */
export function ExportSection() {
  const { t } = useMessages();
  const own = useTopic('connections.list').filter(({ kind }) => kind === 'project');
  const forbidden = useForbiddenReason('export');
  const runTask = useBackgroundTask();
  const { data, error, isFetching, refetch } = useConnectionsExport(own, forbidden === undefined);
  if (error !== null) return <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />;
  const text = data?.text ?? null;
  const reason = forbidden ?? (own.length === 0 ? t('transfer.export.nothing') : undefined);
  return (
    <PageSection title={t('transfer.export')} text={t('transfer.export.text')}>
      <div className={styles.buttons}>
        <Button
          icon={Download}
          disabledReason={reason}
          busy={text === null && forbidden === undefined}
          onClick={() => text !== null && runTask(() => exportFile('latchkey-connections.json', 'application/json', text))}
        >
          {t('transfer.export.file')}
        </Button>
        <CopyTextButton value={() => text ?? ''} disabledReason={reason}>
          {t('transfer.export.copy')}
        </CopyTextButton>
        <span className={styles.count}>{t('transfer.export.count', { count: own.length })}</span>
      </div>
    </PageSection>
  );
}

/** Returns the export as text. Read ahead and again with every change, because a copy must follow its click at once. */
function useConnectionsExport(connections: readonly Connection[], isPermitted: boolean) {
  return useQuery({
    queryKey: queryKeys.connectionsExport(connections),
    queryFn: () => api.connections.exportAll({}),
    placeholderData: keepPreviousData,
    enabled: isPermitted,
  });
}
