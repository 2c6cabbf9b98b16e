import { Component, type ReactNode } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '../inputs/button';
import { CopyTextButton } from '../inputs/copy-button';
import { Callout } from './callout';
import styles from './crash-boundary.module.css';

interface CrashBoundaryProps {
  children: ReactNode;
  /** Where the failure belongs to: with another key, the content is tried again. */
  resetKey?: unknown;
  fallback: (error: unknown) => ReactNode;
}

interface CrashBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Shows the fallback when its content fails. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: CrashBoundaryProps, state: CrashBoundaryState) {
    return resetKey === state.resetKey ? null : { error: null, failed: false, resetKey };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
  }
}

interface PartBoundaryProps {
  children: ReactNode;
  /** Closes the part. One that can be closed has its own edges, from which a failure keeps its distance. */
  onClose?: () => void;
}

/** Contains a failure of a part of a screen, so that the rest stays usable. The part is tried again whenever it is drawn again. */
export function PartBoundary({ children, onClose }: PartBoundaryProps) {
  const failed = (error: unknown) => <FailedPart error={error} onClose={onClose} />;
  return (
    <CrashBoundary
      resetKey={children}
      fallback={(error) => (onClose ? <div className={styles.inset}>{failed(error)}</div> : failed(error))}
    >
      {children}
    </CrashBoundary>
  );
}

function FailedPart({ error, onClose }: { error: unknown; onClose: (() => void) | undefined }) {
  const { t } = useMessages();
  const { message, details } = failureText(error);
  return (
    <Callout
      tone="bad"
      title={t('ui.part-failed')}
      action={
        <>
          <CopyTextButton size="sm" variant="plain" value={details}>
            {t('ui.copy-details')}
          </CopyTextButton>
          {onClose && (
            <Button size="sm" variant="plain" onClick={onClose}>
              {t('ui.close')}
            </Button>
          )}
        </>
      }
    >
      {message}
    </Callout>
  );
}

/** Returns what was thrown as one line, and with its stack for a report. */
export function failureText(error: unknown): { message: string; details: string } {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { message, details: error instanceof Error ? (error.stack ?? message) : message };
}
