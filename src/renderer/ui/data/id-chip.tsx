import { Check, Copy } from 'lucide-react';
import { shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Tooltip } from '../feedback/tooltip';
import { CopiedStatus, useCopy } from '../inputs/copy-button';
import { Icon } from './icon';
import styles from './id-chip.module.css';

/** An id, shortened in the middle; a click copies all of it. */
export function IdChip({ value }: { value: string }) {
  const { t } = useMessages();
  const { copied, copy } = useCopy(value);
  return (
    <>
      <Tooltip content={value}>
        <button type="button" className={styles.chip} aria-label={t('ui.copy-id', { id: value })} onClick={copy}>
          {shortenMiddle(value)}
          <Icon of={copied ? Check : Copy} size={12} />
        </button>
      </Tooltip>
      <CopiedStatus copied={copied} />
    </>
  );
}
