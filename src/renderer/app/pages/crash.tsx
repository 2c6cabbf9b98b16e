import { CircleAlert, RotateCw, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { failureText } from '#ui/feedback/crash-boundary.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { reportDialog } from '../startup/parts';
import styles from './full-page.module.css';
import { reloadPage } from './reload-page';

const ReportDialog = reportDialog.component((module) => module.ReportDialog);

/** The whole window failed. */
export function Crash({ error }: { error: unknown }) {
  return (
    <main className={styles.page}>
      <CrashReport error={error} />
    </main>
  );
}

/** The failed part: the whole window, or a screen within its frame. */
export function CrashReport({ error }: { error: unknown }) {
  const { t } = useMessages();
  const { message, details } = failureText(error);
  const [isReporting, setReporting] = useState(false);
  const action = (
    <>
      <Button variant="primary" icon={RotateCw} onClick={reloadPage}>
        {t('shell.crash.reload')}
      </Button>
      <CopyTextButton value={details}>{t('ui.copy-details')}</CopyTextButton>
      <Button icon={CircleAlert} onClick={() => setReporting(true)}>
        {t('shell.command.report')}
      </Button>
      <Suspense fallback={<OpeningDialog />}>
        {isReporting && <ReportDialog error={details} onClose={() => setReporting(false)} />}
      </Suspense>
    </>
  );
  const text = (
    <>
      {t('shell.crash.text')}
      <pre className={styles.details}>{message}</pre>
    </>
  );
  return <EmptyState heading="h1" icon={TriangleAlert} title={t('shell.crash.title')} text={text} action={action} />;
}
