import { Download, Mail } from 'lucide-react';
import type { SendEmail } from '../../../blocks/send-email/use-send-email';
import { toCsv } from '../../../lib/export/csv';
import { offerDownload } from '../../../lib/export/offer-download';
import { useMessages } from '../../../lib/use-messages';
import { useSettings } from '../../../stores/settings';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { IconButton } from '../../../ui/inputs/icon-button';
import { SearchInput } from '../../../ui/inputs/search-input';
import { Segmented } from '../../../ui/inputs/segmented';
import { ListToolbar } from '../../../ui/layout/list-frame';
import styles from '../email.module.css';
import { type SentFilter, type SentRow, sentTable } from './sent-rows';

interface SentToolbarProps {
  filter: SentFilter;
  rows: readonly SentRow[];
  isLoading: boolean;
  email: SendEmail;
  onFilter: (filter: SentFilter) => void;
}

/** Search and filter of the sent emails, the export of those that match, and a new email. */
export function SentToolbar({ filter, rows, isLoading, email, onFilter }: SentToolbarProps) {
  const { t } = useMessages();
  const { privacyMode } = useSettings();
  const show = useToasts((state) => state.show);
  const nothing = !isLoading && rows.length === 0 ? t('email.sent.export.nothing') : undefined;
  const buttons = (
    <>
      <IconButton
        icon={Download}
        label={t('email.sent.export')}
        disabledReason={isLoading ? t('ui.loading') : nothing}
        onClick={() => {
          offerDownload('sent-emails.csv', 'text/csv', toCsv(sentTable(rows)));
          if (privacyMode) show({ tone: 'neutral', title: 'email.sent.export.real' });
        }}
      />
      <Button icon={Mail} disabledReason={email.disabledReason} onClick={() => email.open([])}>
        {t('send-email.title')}
      </Button>
    </>
  );
  return (
    <ListToolbar label={t('email.sent.toolbar')} end={buttons}>
      <SearchInput
        className={styles.search}
        label={t('email.sent.search')}
        placeholder={t('email.sent.search.hint')}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
      />
      <Segmented
        label={t('email.sent.status')}
        value={filter.status}
        options={[
          { value: 'any', label: t('email.sent.status.any') },
          { value: 'failed', label: t('email.sent.status.failed') },
        ]}
        onValueChange={(status) => onFilter({ ...filter, status })}
      />
    </ListToolbar>
  );
}
