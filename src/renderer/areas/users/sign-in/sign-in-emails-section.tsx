import { KeySquare, type LucideIcon, MailCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { featureSince } from '#contract/features.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { LinkTargetGate } from '#parts/email-link-target.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { type SignInEmail, signInEmailPurpose } from '../data';
import type { MethodUser } from './method-user';
import { recipientsOf, SendEmailDialog } from './send-email-dialog';

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
