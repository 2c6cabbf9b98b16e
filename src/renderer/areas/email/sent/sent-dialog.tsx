import type { ReactNode } from 'react';
import { readRawEmail } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../email.module.css';
import { causeOf, ServiceWords } from '../server/delivery-failure';
import { type SentRow, SentStatus } from './sent-columns';

interface SentDialogProps {
  connectionId: string;
  row: SentRow;
  onClose: () => void;
}

/** All that the service says about an email that was sent. */
export function SentDialog({ connectionId, row, onClose }: SentDialogProps) {
  const { t, locale } = useMessages();
  const { email, recipients, error } = row;
  const footer = (
    <>
      <CopyTextButton value={async () => JSON.stringify(await readRawEmail(connectionId, email.id), null, 2)}>
        {t('email.sent.copy')}
      </CopyTextButton>
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('email.sent.details')}
      environment={useConnection(connectionId)?.environment}
      footer={footer}
      width={560}
    >
      <div className={styles.details}>
        {error !== null && <SentFailure row={row} error={error} />}
        <DefinitionList>
          <Definition label={t('email.sent.status')}>
            <SentStatus isFailed={error !== null} t={t} />
          </Definition>
          <TextDefinition label={t('email.sent.recipient')} text={recipients} none={t('overview.emails.unknown')} />
          <TextDefinition label={t('email.sent.subject')} text={email.subject} none={t('email.sent.no-subject')} />
          <Definition label={t('email.sent.time')}>{dateTime(email.sent_at_millis, locale)}</Definition>
          {email.sender_config && <Sender of={email.sender_config} />}
          <Definition label={t('email.sent.id')}>
            <IdChip value={email.id} />
          </Definition>
        </DefinitionList>
      </div>
    </Dialog>
  );
}

function SentFailure({ row: { email }, error }: { row: SentRow; error: string }) {
  const { t } = useMessages();
  const cause = causeOf(error);
  const canRetry = typeof email.error === 'object' && email.error?.canRetry === true;
  return (
    <Callout tone="warn" title={cause === 'other' ? t('email.sent.failed') : t(`email.failure.${cause}`)}>
      <ServiceWords words={error} />
      {canRetry && <p>{t('email.sent.temporary')}</p>}
    </Callout>
  );
}

function Sender({ of: sender }: { of: NonNullable<SentRow['email']['sender_config']> }) {
  const { t } = useMessages();
  const { type, host, port, sender_name: name, sender_email: email } = sender;
  const address = [name, email === undefined ? undefined : `<${email}>`].filter((part) => part !== undefined).join(' ');
  const server = host === undefined ? '' : `${host}${port === undefined ? '' : `:${port}`}`;
  return (
    <>
      <TextDefinition label={t('email.sent.sender')} text={address} none="–" />
      <Definition label={t('email.server.type')}>
        <TextLine>{t(type === 'shared' ? 'email.server.type.shared' : 'email.server.type.standard')}</TextLine>
        {type === 'standard' && server !== '' && <TextLine>{server}</TextLine>}
      </Definition>
    </>
  );
}

function TextDefinition({ label, text, none }: { label: string; text: string; none: string }) {
  return <Definition label={label}>{text === '' ? none : <TextLine>{text}</TextLine>}</Definition>;
}

function TextLine({ children }: { children: ReactNode }) {
  return (
    <div className={styles.line}>
      <bdi>{children}</bdi>
    </div>
  );
}
