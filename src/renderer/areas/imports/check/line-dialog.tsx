import type { CheckedLine } from '#contract/imports/check.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import common from '../imports.module.css';
import styles from './check.module.css';
import { LineChanges } from './line-changes';
import { LineProblems } from './line-problems';

interface LineDialogProps {
  line: CheckedLine;
  onClose: () => void;
}

/** All that is said about a line of the file. */
export function LineDialog({ line, onClose }: LineDialogProps) {
  const { t, locale } = useMessages();
  const { name, email, status } = line;
  return (
    <Dialog
      open
      width={560}
      onOpenChange={onClose}
      title={t('imports.line', { line: formatNumber(line.line, locale) })}
      description={t(`imports.preview.${status}`)}
      footer={
        <Button data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className={styles.lineDetails}>
        <p data-personal="">
          <strong>{name ?? email ?? '–'}</strong> {name !== null && email !== null && <span className={common.quiet}>{email}</span>}
        </p>
        <LineProblems problems={line.problems} />
        <LineChanges line={line} />
      </div>
    </Dialog>
  );
}
