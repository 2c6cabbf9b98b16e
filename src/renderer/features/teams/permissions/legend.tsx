import { cx } from '../../../lib/class-names';
import { useMessages } from '../../../lib/use-messages';
import styles from './matrix.module.css';

/** What the marks of the matrix mean. Screen readers get it with each cell. */
export function Legend() {
  const { t } = useMessages();
  return (
    <span className={styles.legend} aria-hidden="true">
      <span>
        <i className={cx(styles.mark, styles.sample, styles.direct)} />
        {t('matrix.legend.direct')}
      </span>
      <span>
        <i className={cx(styles.mark, styles.sample, styles.inherited)} />
        {t('matrix.legend.inherited')}
      </span>
      <span>
        <i className={cx(styles.mark, styles.sample, styles.gaining)} />
        {t('matrix.legend.gaining')}
      </span>
    </span>
  );
}
