import { KeySquare, type LucideIcon, MailCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { featureSince } from '#contract/features.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { EmailLinkTarget, LinkTargetGate } from '#parts/email-link-target.tsx';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { useSentEmails } from '#window/sent-emails.ts';
import { type SignInEmail, signInEmailPurpose, useSendSignInEmail } from '../data';
import type { MethodUser } from './method-user';
import styles from './user-sign-in.module.css';

const rows: readonly { readonly kind: SignInEmail; readonly icon: LucideIcon; readonly name: MessageKey; readonly text: MessageKey }[] = [
  { kind: 'verification', icon: MailCheck, name: 'users.send.verification', text: 'users.send.verification.text' },
  { kind: 'password-reset', icon: KeySquare, name: 'users.send.password-reset', text: 'users.send.password-reset.text' },
  { kind: 'invitation', icon: UserRoundPlus, name: 'users.send.invitation', text: 'users.send.invitation.text' },
];

/** Emails with a link that the service sends to the user. */
export function SignInEmailsSection(of: MethodUser) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(of.connectionId);
  const lackOf = useLack(of);
  const [open, setOpen] = useState<SignInEmail | null>(null);
  return (
    <PageSection title={t('users.send.title')} text={t('users.send.help')}>
      <Card>
        {rows.map(({ kind, icon, name, text }) => {
          const lack = lackOf(kind);
          return (
            <SettingRow key={kind} icon={icon} name={t(name)} state={lack ?? t(text)}>
              <Button disabledReason={readOnly ?? lack} aria-label={t('users.send.of', { name: t(name) })} onClick={() => setOpen(kind)}>
                {t('users.send')}
              </Button>
            </SettingRow>
          );
        })}
      </Card>
      {open !== null && (
        <LinkTargetGate connectionId={of.connectionId} purpose={signInEmailPurpose[open]}>
          <SendEmailDialog of={of} kind={open} onClose={() => setOpen(null)} />
        </LinkTargetGate>
      )}
    </PageSection>
  );
}

/** Returns a function that says why an email can’t be sent; undefined where it can. */
function useLack({ connectionId, config, emails, user }: MethodUser): (kind: SignInEmail) => string | undefined {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  return (kind) => {
    if (kind === 'password-reset' && !config.credential_enabled) return t('methods.off');
    if (kind === 'verification' && user.primary_email === null) return t('users.emails.send.needs-primary');
    if (kind === 'invitation') {
      if (connection?.features?.['sign-in-invitation'] === false)
        return t('users.send.invitation.release', { release: featureSince['sign-in-invitation'] });
      if (connection !== undefined && !hasAdminAccess(connection)) return t('users.send.invitation.admin');
    }
    return recipientsOf(kind, emails.items).length === 0 ? t(noRecipient[kind]) : undefined;
  };
}

const noRecipient: Readonly<Record<SignInEmail, MessageKey>> = {
  verification: 'users.send.verification.none',
  'password-reset': 'users.send.password-reset.none',
  invitation: 'users.send.invitation.none',
};

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
function recipientsOf(kind: SignInEmail, emails: readonly ContactChannel[]): readonly ContactChannel[] {
  const fits = ({ is_verified, used_for_auth }: ContactChannel) =>
    kind === 'verification' ? !is_verified : kind === 'password-reset' ? used_for_auth : true;
  return emails.filter(fits).sort((one, other) => Number(other.is_primary) - Number(one.is_primary));
}

/** Sends an email to one of the user’s addresses, after it was chosen where its link opens. */
function SendEmailDialog({ of: { connectionId, user, emails }, kind, onClose }: SendEmailDialogProps) {
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
    { onDone: onClose, toastsLate: true },
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
