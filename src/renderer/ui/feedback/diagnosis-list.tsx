import { CircleCheck, CircleX } from 'lucide-react';
import type { Diagnosis, DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import { cx } from '#lib/class-names.ts';
import { stepText } from '#lib/errors/diagnosis-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './diagnosis-list.module.css';

/** The connection to a service, step by step, and where it failed. */
export function DiagnosisList({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useMessages();
  return (
    <dl className={styles.list} aria-label={t('ui.diagnosis')}>
      {diagnosis.proxy !== null && (
        <div className={styles.step}>
          <dt>{t('ui.diagnosis.proxy')}</dt>
          <dd>{diagnosis.proxy}</dd>
        </div>
      )}
      {diagnosis.steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </dl>
  );
}

function Step({ step }: { step: DiagnosisStep }) {
  const messages = useMessages();
  const { t } = messages;
  const { name, ok, millis } = step;
  const { text, code, certificate, advice } = stepText(messages, step);
  return (
    <div className={cx(styles.step, !ok && styles.failed)}>
      <dt>
        <Icon of={ok ? CircleCheck : CircleX} size={14} />
        {t(`ui.diagnosis.${name}`)}
      </dt>
      <dd>
        {!ok && <VisuallyHidden>{t('ui.diagnosis.failed')} </VisuallyHidden>}
        <span className={styles.found}>{text}</span>
        {certificate !== undefined && <p>{certificate}</p>}
        {advice !== undefined && <p>{advice}</p>}
        {code !== undefined && <code className={styles.code}>{code}</code>}
      </dd>
      <dd className={styles.millis}>{t('ui.diagnosis.millis', { millis })}</dd>
    </div>
  );
}
