import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
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
  const { text, failure, read } = useExport(own);
  if (failure !== null) return <ErrorState report={failure} onRetry={read} />;
  const nothing = own.length === 0 ? t('transfer.export.nothing') : undefined;
  return (
    <PageSection title={t('transfer.export')} text={t('transfer.export.text')}>
      <div className={styles.buttons}>
        <Button icon={Download} disabledReason={nothing} busy={text === null} onClick={() => text !== null && download(text)}>
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

/** Read ahead and again with every change, because a copy must follow its click at once. */
function useExport(own: readonly unknown[]) {
  const [text, setText] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const [tries, setTries] = useState(0);
  const state = `${tries} ${JSON.stringify(own)}`;
  useEffect(() => {
    let isCurrent = state !== '';
    api.connections.exportAll({}).then(
      (exported) => isCurrent && setText(exported.text),
      (thrown: unknown) => isCurrent && setFailure(reportOf(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [state]);
  const read = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  return { text, failure, read };
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'latchkey-connections.json';
  link.click();
  URL.revokeObjectURL(url);
}
