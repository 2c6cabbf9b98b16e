import { Mail, X } from 'lucide-react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { maxRecipients } from '../../../blocks/send-email/recipients';
import type { SendEmail } from '../../../blocks/send-email/use-send-email';
import { formatNumber } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import { IconButton } from '../../../ui/inputs/icon-button';
import { ListToolbar } from '../../../ui/layout/list-frame';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection';

interface SelectionBarProps {
  selection: Selection;
  email: SendEmail;
  /** Reads users as the service has them. */
  readJson: (ids: readonly string[]) => Promise<readonly object[]>;
  onClear: () => void;
}

/** What can be done with the selected users. Replaces the toolbar. */
export function SelectionBar({ selection, email, readJson, onClear }: SelectionBarProps) {
  const { t, locale } = useMessages();
  const count = selection.items.size;
  const users = (): ServerUser[] => [...selection.items.values()];
  const emails = () => users().flatMap(({ primary_email: email }) => email ?? []);
  const tooMany = count > maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  const reading = selection.isReading ? t('ui.loading') : undefined;
  return (
    <ListToolbar
      label={t('users.selection')}
      className={styles.bar}
      end={<IconButton label={t('users.selection.clear')} icon={X} onClick={onClear} />}
    >
      <span role="status" className={styles.count}>
        {t('users.selection.count', { count, shown: formatNumber(count, locale) })}
        {selection.isReading && <span className={styles.reading}>{t('ui.loading')}</span>}
      </span>
      <Button icon={Mail} disabledReason={email.disabledReason ?? reading ?? tooMany} onClick={() => email.open(users())}>
        {t('send-email.title')}
      </Button>
      <CopyTextButton
        value={() =>
          users()
            .map(({ id }) => id)
            .join('\n')
        }
      >
        {t('users.selection.copy-ids')}
      </CopyTextButton>
      <CopyTextButton value={() => emails().join('\n')} disabledReason={emails().length === 0 ? t('users.selection.no-emails') : undefined}>
        {t('users.selection.copy-emails')}
      </CopyTextButton>
      <CopyTextButton value={async () => JSON.stringify(await readJson([...selection.items.keys()]), null, 2)}>
        {t('users.selection.copy-json')}
      </CopyTextButton>
    </ListToolbar>
  );
}
