import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { ConnectionCheck } from '../../../../contract/bridge/connection-test';
import type { MessageKey } from '../../../../messages/translator';
import { cx } from '../../../lib/class-names';
import { errorText } from '../../../lib/errors/error-text';
import { formatNames } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { DiagnosisList } from '../../../ui/feedback/diagnosis-list';
import styles from './test-panel.module.css';

const icons: Readonly<Record<ConnectionCheck['outcome'], LucideIcon>> = {
  ok: CircleCheck,
  refused: CircleX,
  missing: CircleDashed,
  'not-needed': CircleCheck,
  'not-checked': CircleDashed,
};

const areaTexts = {
  ok: 'connect.check.opens',
  refused: 'connect.check.opens',
  missing: 'connect.check.missing',
  'not-needed': 'connect.check.not-needed',
} as const satisfies Partial<Record<ConnectionCheck['outcome'], MessageKey>>;

/** One check: what it was about, what came of it, and what to do where it failed. */
export function CheckRow({ check, isProjectMissing }: { check: ConnectionCheck; isProjectMissing: boolean }) {
  const { t } = useMessages();
  const { name, outcome, millis, error } = check;
  return (
    <li className={cx(styles.row, styles[outcome])}>
      <Icon of={icons[outcome]} size={16} />
      <div className={styles.words}>
        <p className={styles.name}>
          {t(`connect.check.${name}`)}
          {outcome === 'ok' && <span className={styles.millis}>{t('ui.diagnosis.millis', { millis })}</span>}
        </p>
        <Outcome check={check} isProjectMissing={isProjectMissing} />
        {error?.diagnosis !== undefined && <DiagnosisList diagnosis={error.diagnosis} />}
      </div>
    </li>
  );
}

function Outcome({ check, isProjectMissing }: { check: ConnectionCheck; isProjectMissing: boolean }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { name, outcome, error, unlocks } = check;
  if (error !== undefined) {
    const { title, next } = errorText(messages, error);
    // A credential that the service turned down is answered by its own advice.
    const isTurnedDown = error.code === 'known-error' && name !== 'reach' && name !== 'project';
    return (
      <p className={styles.outcome}>{t('connect.check.failed', { title, next: isTurnedDown ? t(`connect.refused.${name}`) : next })}</p>
    );
  }
  if (outcome === 'not-checked') {
    return <p className={styles.outcome}>{t(isProjectMissing ? 'connect.check.not-checked.project' : 'connect.check.not-checked')}</p>;
  }
  const areas = formatNames(
    unlocks.map((area) => t(`connect.unlocks.${area}`)),
    locale,
  );
  if (areas === '') return null;
  return <p className={styles.outcome}>{t(areaTexts[outcome], { areas })}</p>;
}
