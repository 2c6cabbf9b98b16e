import { Check, FileText } from 'lucide-react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './imports.module.css';

const importSteps = ['file', 'columns', 'check', 'import'] as const;
export type ImportStep = (typeof importSteps)[number];

interface StepBarProps {
  step: ImportStep;
  /** Name of the file; empty before one was chosen. */
  name: string;
  /** Number of lines; null before they were counted. */
  lines: number | null;
}

/** Where an import is between the file and the job, and what is imported. */
export function StepBar({ step, name, lines }: StepBarProps) {
  const { t, locale } = useMessages();
  const at = importSteps.indexOf(step);
  return (
    <div className={styles.stepBar}>
      <ol className={styles.steps} aria-label={t('imports.steps')}>
        {importSteps.map((one, index) => (
          <li key={one} className={styles.step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
            <span className={styles.stepMark}>{index < at ? <Icon of={Check} size={12} /> : index + 1}</span>
            {t(`imports.step.${one}`)}
            {index < at && <VisuallyHidden>{t('imports.step.done')}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      {name !== '' && (
        <p className={styles.stepFile}>
          <span className={styles.fileChip}>
            <Icon of={FileText} size={13} />
            <bdi data-personal="">{name}</bdi>
          </span>
          {lines !== null && t('imports.lines', { count: lines, shown: formatNumber(lines, locale) })}
        </p>
      )}
    </div>
  );
}
