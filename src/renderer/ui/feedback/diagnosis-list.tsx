import { CircleCheck, CircleX } from 'lucide-react';
import type { Diagnosis } from '../../../contract/bridge/diagnostics';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
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
      {diagnosis.steps.map(({ name, ok, found, millis }) => (
        <div key={name} className={cx(styles.step, !ok && styles.failed)}>
          <dt>
            <Icon of={ok ? CircleCheck : CircleX} size={14} />
            {t(`ui.diagnosis.${name}`)}
          </dt>
          <dd>
            {!ok && <VisuallyHidden>{t('ui.diagnosis.failed')} </VisuallyHidden>}
            {found}
          </dd>
          <dd className={styles.millis}>{t('ui.diagnosis.millis', { millis })}</dd>
        </div>
      ))}
    </dl>
  );
}
