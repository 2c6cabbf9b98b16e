import { TriangleAlert } from 'lucide-react';
import type { Omitted } from '#contract/definitions.ts';
import { now } from '#lib/now.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { CopyTextButton } from '../inputs/copy-button';
import styles from './omitted-note.module.css';

/** Says how many items of a list couldn’t be read, and where the first one failed. Shows nothing for a complete list. */
export function OmittedNote({ omitted }: { omitted: Omitted | undefined }) {
  const { t } = useMessages();
  if (omitted === undefined) return null;
  const text = t('ui.omitted', { count: omitted.count, path: omitted.path });
  return (
    <div className={styles.note}>
      <Icon of={TriangleAlert} size={14} />
      <span>{text}</span>
      <CopyTextButton size="sm" variant="plain" value={() => `${text}\ntime: ${new Date(now()).toISOString()}`}>
        {t('ui.copy-details')}
      </CopyTextButton>
    </div>
  );
}
