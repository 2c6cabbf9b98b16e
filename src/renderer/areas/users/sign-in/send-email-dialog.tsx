import { useState } from 'react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { useSentEmails } from '#window/sent-emails.ts';
import { type SignInEmail, signInEmailPurpose, useSendSignInEmail } from '../data';
import type { MethodUser } from './method-user';
import styles from './user-sign-in.module.css';

interface SendEmailDialogProps {
  of: MethodUser;
  kind: SignInEmail;
  onClose: () => void;
}

const texts: Readonly<Record<SignInEmail, { readonly title: MessageKey; readonly text: MessageKey; readonly action: MessageKey }>> = {
  verification: { title: 'own-emails.send.title', text: 'users.send.verification.dialog', action: 'own-emails.send' },
  'password-reset': {
    title: 'users.send.password-reset.title',
    text: 'users.send.password-reset.dialog',
    action: 'forgot.submit',
  },
  invitation: { title: 'users.send.invitation.title', text: 'users.send.invitation.dialog', action: 'team.invite.send' },
};

/** Returns the addresses to which an email can go, the primary one first. */
export function recipientsOf(kind: SignInEmail, emails: readonly ContactChannel[]): readonly ContactChannel[] {
  const fits = ({ is_verified, used_for_auth }: ContactChannel) =>
    kind === 'verification' ? !is_verified : kind === 'password-reset' ? used_for_auth : true;
  return emails.filter(fits).sort((one, other) => Number(other.is_primary) - Number(one.is_primary));
}

/** Sends an email to one of the user’s addresses, after it was chosen where its link opens. */
export function SendEmailDialog({ of: { connectionId, user, emails }, kind, onClose }: SendEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const mark = useSentEmails((state) => state.mark);
  const recipients = recipientsOf(kind, emails.items);
  const [chosen, setChosen] = useState(recipients[0]?.id);
  const recipient = recipients.find(({ id }) => id === chosen) ?? recipients[0];
  const { mutateAsync: send } = useSendSignInEmail(connectionId, user.id, kind);
  const sending = useAction(
    async (to: ContactChannel) => {
      await send(to);
      if (kind === 'verification') mark(to.id);
      show({ tone: 'good', title: ({ t }) => t('users.send.done', { email: to.value }) });
    },
    { onDone: onClose },
  );
  return (
    <ActionDialog
      title={t(texts[kind].title)}
      description={t(texts[kind].text)}
      environment={environment}
      actionLabel={t(texts[kind].action)}
      busy={sending.isPending}
      disabledReason={recipient === undefined ? t('users.send.no-address') : undefined}
      action={() => recipient && void sending.run(recipient)}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field label={t('users.send.to')}>
          {(control) => (
            <Select {...control} value={recipient?.id ?? ''} onChange={(event) => setChosen(event.target.value)}>
              {recipients.map(({ id, value }) => (
                <option key={id} value={id}>
                  {value}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <EmailLinkTarget connectionId={connectionId} purpose={signInEmailPurpose[kind]} />
        <FailureLine report={sending.failure} unknown="users.emails.send.unknown" />
      </div>
    </ActionDialog>
  );
}
