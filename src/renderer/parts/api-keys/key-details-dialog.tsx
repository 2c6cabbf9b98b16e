import type { ReactNode } from 'react';
import type { ReadRaw } from '#data/raw.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { StatusCell } from './key-columns';
import styles from './key-details.module.css';
import { isNever } from './key-expiry';
import { type ListedKey, statusOf } from './key-rows';

interface KeyDetailsDialogProps<K extends ListedKey & { readonly id: string }> {
  connectionId: string;
  /** The key as its list has it. */
  listed: K;
  /** The key as it was read by its ID. */
  read: { data: K | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Reads the key with all that the service says of it. */
  readJson: ReadRaw;
  nameOf: (key: K) => string;
  /** The definitions of what the service says about the text of the key. */
  keys: (key: K) => ReactNode;
  onClose: () => void;
}

/** All that the service says about a key, read by its ID. */
export function KeyDetailsDialog<K extends ListedKey & { readonly id: string }>(props: KeyDetailsDialogProps<K>) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { connectionId, listed, read, readJson, nameOf, keys, onClose } = props;
  const { data: key = listed, error, isFetching, refetch } = read;
  const { expires_at_millis: expiresAt, manually_revoked_at_millis: revokedAt } = key;
  const status = statusOf(key, useNow());
  const footer = (
    <>
      <CopyTextButton value={async () => JSON.stringify(await readJson(), null, 2)}>{t('email.sent.copy')}</CopyTextButton>
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  const report = error && reportOf(error);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('api-keys.details')}
      environment={useConnection(connectionId)?.environment}
      footer={footer}
      width={560}
    >
      <div className={styles.details}>
        <ErrorCallout
          report={report}
          action={report && <RetryButton size="sm" report={report} busy={isFetching} onRetry={() => void refetch()} />}
        />
        <DefinitionList>
          <Definition label={t('api-keys.column.name')}>
            <bdi className={styles.name}>{nameOf(key)}</bdi>
          </Definition>
          <Definition label={t('api-keys.column.status')}>
            <StatusCell status={status} messages={messages} />
          </Definition>
          {keys(key)}
          <Definition label={t('api-keys.column.created')}>{dateTime(key.created_at_millis, locale)}</Definition>
          <Definition label={t('api-keys.column.expires')}>
            {expiresAt === undefined || isNever(expiresAt) ? t('api-keys.expires.never') : dateTime(expiresAt, locale)}
          </Definition>
          {revokedAt !== undefined && <Definition label={t('api-keys.status.revoked')}>{dateTime(revokedAt, locale)}</Definition>}
          <Definition label={t('email.sent.id')}>
            <IdChip value={key.id} />
          </Definition>
        </DefinitionList>
      </div>
    </Dialog>
  );
}
