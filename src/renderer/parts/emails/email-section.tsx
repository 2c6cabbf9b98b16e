import { Mail, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { type EmailList, useChangeEmail, useRemoveEmail } from '#data/emails.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import type { OldEmailFate } from '#lib/rules/removal.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmailLinkTarget, LinkTargetGate } from '../email-link-target';
import { FailureLine } from '../form/form-failure';
import { OwnUserCallout } from '../removal/removal-callouts';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { type EmailOwner, emailTexts } from './email-owner';
import { EmailRow } from './email-row';
import styles from './emails.module.css';
import { OldEmailField } from './old-email-field';
import { useRetireOrSay } from './use-retire-or-say';
import { type EmailRequest, useSendEmailOrThrow, useVerificationPurpose } from './use-send-email';

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

interface EmailTableProps {
  owner: EmailOwner;
  emails: readonly ContactChannel[];
  onRequest: (request: EmailRequest) => void;
}

/** The addresses with their state, the oldest first. */
function EmailTable({ owner, emails, onRequest }: EmailTableProps) {
  const { t } = useMessages();
  const primary = emails.find(({ is_primary }) => is_primary);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={t('own-emails.title')}>
        <thead>
          <tr>
            <th scope="col">{t('own-emails.column.address')}</th>
            <th scope="col">{t('own-emails.column.status')}</th>
            <th scope="col">{t('own-emails.column.sign-in')}</th>
            <th scope="col">
              <VisuallyHidden>{t('own-emails.column.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {emails.map((email) => (
            <EmailRow key={email.id} owner={owner} email={email} primary={primary} onRequest={onRequest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SendVerificationDialogProps {
  of: UserOf;
  email: ContactChannel;
  onClose: () => void;
}

/** Emails a verification link, after the user has seen where it opens. */
function SendVerificationDialog({ of, email, onClose }: SendVerificationDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const send = useSendEmailOrThrow(of);
  const purpose = useVerificationPurpose(of);
  const sending = useAction(() => send(email), { onDone: onClose, toastsLate: true });
  return (
    <ActionDialog
      title={t('own-emails.send.title')}
      description={t('own-emails.send.text', { email: email.value })}
      environment={environment}
      actionLabel={t('own-emails.send')}
      busy={sending.isPending}
      action={() => void sending.run()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <EmailLinkTarget connectionId={of.connectionId} purpose={purpose} />
        <FailureLine report={sending.failure} unknown={emailTexts[of.actor].sendUnknown} />
      </div>
    </ActionDialog>
  );
}

interface RemoveEmailDialogProps {
  owner: EmailOwner;
  email: ContactChannel;
  onClose: () => void;
}

/** Asks before an address is removed. */
function RemoveEmailDialog({ owner: { of, setup }, email, onClose }: RemoveEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const texts = emailTexts[of.actor];
  const { mutateAsync: remove } = useRemoveEmail(of);
  const { value, is_primary: isPrimary, used_for_auth: isUsed } = email;
  const { warning } = useRemovalEffect(of.actor, setup)({ kind: 'email', id: email.id });
  const consequences = [
    isPrimary && t(texts.removePrimary),
    isUsed && t(texts.removeSignIn),
    !isPrimary && !isUsed && t(texts.removePlain),
    warning,
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('own-emails.remove.title', { email: value })}
      consequence={consequences.filter(Boolean).join(' ')}
      confirmLabel={t('own-emails.remove')}
      danger
      environment={environment}
      onConfirm={async () => {
        await remove(email.id);
        show({ tone: 'good', title: ({ t }) => t('own-emails.removed', { email: value }) });
      }}
    >
      <OwnUserCallout of={of} />
    </ConfirmDialog>
  );
}

interface MakePrimaryDialogProps {
  owner: EmailOwner;
  email: ContactChannel;
  /** The address that is primary now. */
  old: ContactChannel;
  onClose: () => void;
}

/** Makes an address primary, after choosing what to do with the previous one, which can still be used to sign in. */
function MakePrimaryDialog({ owner: { of, setup }, email, old, onClose }: MakePrimaryDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [fate, setFate] = useState<OldEmailFate>('keep');
  const { mutateAsync: change } = useChangeEmail(of);
  const retire = useRetireOrSay(of);
  const { blocked, warning } = useRemovalEffect(of.actor, setup)({ kind: 'email', id: old.id });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('own-emails.make-primary.title', { email: email.value })}
      consequence={t('own-emails.make-primary.text', { email: old.value })}
      confirmLabel={t('own-emails.make-primary')}
      environment={environment}
      onConfirm={async () => {
        await change({ id: email.id, change: { is_primary: true } });
        const isDone = await retire(old.value, fate);
        if (isDone) show({ tone: 'good', title: ({ t }) => t(emailTexts[of.actor].madePrimary, { email: email.value }) });
      }}
    >
      <OldEmailField email={old.value} isUsed isKept fate={fate} onChange={setFate} blocked={blocked} />
      {fate !== 'keep' && warning !== undefined && <p>{warning}</p>}
    </ConfirmDialog>
  );
}
