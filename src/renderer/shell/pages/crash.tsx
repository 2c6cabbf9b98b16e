import { CircleAlert, RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../../lib/use-messages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import { CopyTextButton } from '../../ui/inputs/copy-button';
import { reportDialog } from '../startup/parts';
import styles from './full-page.module.css';

const ReportDialog = reportDialog.component((module) => module.ReportDialog);

interface CrashBoundaryProps {
  children: ReactNode;
  /** Where the failure belongs to: at another place, the content is tried again. */
  place?: string;
  fallback: (error: unknown) => ReactNode;
}

interface CrashBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
  readonly place: string | undefined;
}

/** Shows the fallback when its content fails. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { error: null, failed: false, place: this.props.place };

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashBoundaryState) {
    return place === state.place ? null : { error: null, failed: false, place };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
  }
}

/** The whole window failed. */
export function Crash({ error }: { error: unknown }) {
  return (
    <main className={styles.page}>
      <CrashReport error={error} />
    </main>
  );
}

/** What failed: the window, or a screen, while the frame around it lives on. */
export function CrashReport({ error }: { error: unknown }) {
  const { t } = useMessages();
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = error instanceof Error ? (error.stack ?? message) : message;
  const [isReporting, setReporting] = useState(false);
  const action = (
    <>
      <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
        {t('shell.crash.reload')}
      </Button>
      <CopyTextButton value={details}>{t('ui.copy-details')}</CopyTextButton>
      <Button icon={CircleAlert} onClick={() => setReporting(true)}>
        {t('shell.command.report')}
      </Button>
      <Suspense fallback={null}>{isReporting && <ReportDialog error={details} onClose={() => setReporting(false)} />}</Suspense>
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
