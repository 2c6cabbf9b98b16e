import { Mail, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../lib/use-messages';
import type { EmailList } from '../../queries/user/emails';
import { useSignInChangeReason } from '../../stores/sign-in-changes';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { LinkTargetGate } from '../callback/link-target-gate';
import { type EmailOwner, emailTexts } from './email-owner';
import type { EmailRequest } from './email-request';
import { EmailTable } from './email-table';
import { MakePrimaryDialog } from './make-primary-dialog';
import { RemoveEmailDialog } from './remove-email-dialog';
import { SendVerificationDialog } from './send-verification-dialog';
import { useVerificationPurpose } from './use-verification-purpose';

interface EmailSectionProps {
  owner: EmailOwner;
  emails: EmailList;
  /** The dialogs that accounts and project admins don’t share: adding an address, and verifying it by its code. */
  dialogFor: (request: EmailRequest, close: () => void) => ReactNode;
}

/** The user’s email addresses, and everything that can be done with them. */
export function EmailSection({ owner, emails: { items, omitted }, dialogFor }: EmailSectionProps) {
  const { t } = useMessages();
  const { of } = owner;
  const texts = emailTexts[of.actor];
  const readOnly = useSignInChangeReason(of.connectionId);
  const purpose = useVerificationPurpose(of);
  const [request, setRequest] = useState<EmailRequest | null>(null);
  const card = useFocusWhenClosed(request !== null);
  const close = () => setRequest(null);
  const action = (
    <Button icon={Plus} disabledReason={readOnly} onClick={() => setRequest({ kind: 'add' })}>
      {t('own-emails.add')}
    </Button>
  );
  return (
    <PageSection title={t('own-emails.title')} text={t(texts.text)} action={action}>
      <Card ref={card} tabIndex={-1}>
        {items.length === 0 && omitted === undefined ? (
          <EmptyState icon={Mail} title={t('own-emails.none')} text={t(texts.none)} />
        ) : (
          <EmailTable owner={owner} emails={items} onRequest={setRequest} />
        )}
      </Card>
      <OmittedNote omitted={omitted} />
      {request?.kind === 'send' && (
        <LinkTargetGate connectionId={of.connectionId} purpose={purpose}>
          <SendVerificationDialog of={of} email={request.email} onClose={close} />
        </LinkTargetGate>
      )}
      {request?.kind === 'remove' && <RemoveEmailDialog owner={owner} email={request.email} onClose={close} />}
      {request?.kind === 'make-primary' && <MakePrimaryDialog owner={owner} {...request} onClose={close} />}
      {request !== null && dialogFor(request, close)}
    </PageSection>
  );
}
