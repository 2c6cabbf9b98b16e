import { RotateCw } from 'lucide-react';
import type { ErrorReport } from '#contract/errors.ts';
import { canRetry } from '#lib/errors/can-retry.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '../inputs/button';

interface RetryButtonProps {
  report: ErrorReport;
  onRetry: () => void;
  /** Whether the retry is in progress. */
  busy?: boolean | undefined;
  size?: 'sm';
}

/** A button that repeats what failed; nothing where that can't help. */
export function RetryButton({ report, onRetry, ...rest }: RetryButtonProps) {
  const { t } = useMessages();
  if (!canRetry(report)) return null;
  return (
    <Button icon={RotateCw} onClick={onRetry} {...rest}>
      {t('ui.retry')}
    </Button>
  );
}
