import { CircleAlert, Equal, type LucideIcon, Pencil, Plus } from 'lucide-react';
import { useId } from 'react';
import type { LineCounts, LineStatus } from '#contract/imports/check.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import common from '../imports.module.css';
import styles from './check.module.css';

/** Lines that can be sent. */
export type SentStatus = Extract<LineStatus, 'create' | 'change'>;

interface ResultCardsProps {
  kind: ImportKind;
  counts: LineCounts;
  /** What is sent. */
  chosen: readonly SentStatus[];
  onChange: (chosen: readonly SentStatus[]) => void;
}

const cards = [
  ['create', Plus, common.good],
  ['change', Pencil, styles.accent],
  ['same', Equal, undefined],
  ['impossible', CircleAlert, common.bad],
] as const satisfies readonly (readonly [LineStatus, LucideIcon, string | undefined])[];

/** How many lines there are of each status, and which of them are sent. */
export function ResultCards({ kind, counts, chosen, onChange }: ResultCardsProps) {
  const { t, locale } = useMessages();
  const id = useId();
  return (
    <ul className={styles.cards} aria-label={t('imports.result')}>
      {cards.map(([status, icon, tone]) => {
        const isSent = status === 'create' || status === 'change';
        const isChosen = isSent && chosen.includes(status);
        const toggle = () => isSent && onChange(isChosen ? chosen.filter((one) => one !== status) : [...chosen, status]);
        return (
          <li key={status} className={cx(styles.card, (isSent ? !isChosen : status === 'same') && styles.notSent)}>
            <div className={styles.cardHead}>
              <span className={tone}>
                <Icon of={icon} size={15} />
              </span>
              <span id={`${id}-${status}`}>{t(`imports.status.${status}`)}</span>
              {isSent && (
                <input
                  type="checkbox"
                  aria-labelledby={`${id}-${status}`}
                  aria-describedby={`${id}-${status}-text`}
                  checked={isChosen}
                  disabled={counts[status] === 0}
                  onChange={toggle}
                />
              )}
            </div>
            <p className={styles.cardCount}>{formatNumber(counts[status], locale)}</p>
            <p id={`${id}-${status}-text`} className={common.quiet}>
              {t(status === 'create' ? `imports.card.create.${kind}` : `imports.card.${status}`)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
