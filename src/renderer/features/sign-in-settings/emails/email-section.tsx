import { Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFocusWhenClosed } from '../../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../../lib/use-messages';
import type { EmailList } from '../../../queries/account/own-emails';
import { useReadOnlyReason } from '../../../stores/read-only';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { OmittedNote } from '../../../ui/feedback/omitted-note';
import { Button } from '../../../ui/inputs/button';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { OwnAccount } from '../own-account';
import { AddEmailDialog } from './add-email-dialog';
import type { EmailRequest } from './email-request';
import { EmailTable } from './email-table';
import { RemoveEmailDialog } from './remove-email-dialog';
import { SendVerificationDialog } from './send-verification-dialog';
import { VerifyEmailDialog } from './verify-email-dialog';

/** The user’s email addresses, and everything that can be done with them. */
export function EmailSection({ emails: { items, omitted }, ...own }: OwnAccount & { emails: EmailList }) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(own.connectionId);
  const [request, setRequest] = useState<EmailRequest | null>(null);
  const card = useFocusWhenClosed(request !== null);
  const close = () => setRequest(null);
  const action = (
    <Button icon={Plus} disabledReason={readOnly} onClick={() => setRequest({ kind: 'add' })}>
      {t('own-emails.add')}
    </Button>
  );
  return (
    <PageSection title={t('own-emails.title')} text={t('own-emails.text')} action={action}>
      <Card ref={card} tabIndex={-1}>
        {items.length === 0 && omitted === undefined ? (
          <EmptyState icon={Mail} title={t('own-emails.none')} text={t('own-emails.none.text')} />
        ) : (
          <EmailTable own={own} emails={items} onRequest={setRequest} />
        )}
      </Card>
      <OmittedNote omitted={omitted} />
      {request?.kind === 'add' && <AddEmailDialog own={own} emails={items} onClose={close} />}
      {request?.kind === 'send' && <SendVerificationDialog own={own} email={request.email} onClose={close} />}
      {request?.kind === 'verify' && <VerifyEmailDialog own={own} email={request.email} onClose={close} />}
      {request?.kind === 'remove' && <RemoveEmailDialog own={own} email={request.email} onClose={close} />}
    </PageSection>
  );
}
