import type { Invitation } from '../../../contract/service/models/team-models';
import { errorText } from '../../lib/errors/error-text';
import type { Translatable } from '../../lib/intl/translatable';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import type { AnyTeamRef } from '../../queries/cache/keys';
import type { ResendOutcome } from '../../queries/teams/resend-invitation';
import { useResendInvitation } from '../../queries/teams/team-invitations';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ActionDialog } from '../../ui/overlays/action-dialog';
import { EmailLinkTarget } from '../callback/email-link-target';
import { FormFailure } from '../form/form-failure';

interface ResendDialogProps {
  of: AnyTeamRef;
  invitation: Invitation;
  /** Whether the account may delete the old invitation. */
  canRevoke: boolean;
  onClose: () => void;
}

/** Sends an invitation again, and says what becomes of the old one. */
export function ResendDialog({ of, invitation, canRevoke, onClose }: ResendDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const tell = useResendToast();
  const { mutateAsync: resend } = useResendInvitation(of, canRevoke);
  const email = invitation.recipient_email;
  const sending = useAction(() => resend(invitation), {
    onDone: (outcome) => {
      tell(email, outcome);
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('team.resend.title', { email })}
      description={t(canRevoke ? 'team.resend.replaces' : 'team.resend.both')}
      environment={environment}
      actionLabel={t('team.resend.confirm')}
      busy={sending.isPending}
      action={() => void sending.run()}
      onClose={onClose}
    >
      {sending.failure !== null && <FormFailure report={sending.failure} />}
      <EmailLinkTarget connectionId={of.connectionId} purpose="team-invitation" />
    </ActionDialog>
  );
}

function useResendToast(): (email: string, outcome: ResendOutcome) => void {
  const show = useToasts((state) => state.show);
  return (email, outcome) => {
    const title: Translatable = ({ t }) => t('team.resend.done', { email });
    if (outcome.old === 'failed') {
      const { report } = outcome;
      show({
        tone: 'bad',
        title,
        text: (messages) => messages.t('team.resend.done.failed', { reason: errorText(messages, report).title }),
      });
    } else if (outcome.old === 'kept') show({ tone: 'neutral', title, text: 'team.resend.done.both' });
    else show({ tone: 'good', title });
  };
}
