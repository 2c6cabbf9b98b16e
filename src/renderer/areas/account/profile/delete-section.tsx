import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useCurrentProject } from '#data/project.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useReadsGrants, useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { fromHere } from '#window/open-path.ts';

interface DeleteSectionProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** Deletes the own user. Disabled with the reason where the project doesn’t allow it. */
export function DeleteSection({ user, connectionId, accountId }: DeleteSectionProps) {
  const messages = useMessages();
  const { t } = messages;
  const show = useToasts((state) => state.show);
  const { signedOut } = useTargetPaths();
  const connection = useConnection(connectionId);
  const reason = useDisabledReason(connectionId);
  const [isAsking, setAsking] = useState(false);
  const readsGrants = useReadsGrants(connectionId) && isAsking;
  const { texts, checking } = useRemovalRisks({ connectionId, userId: user.id, teamId: null, readsGrants, isOwn: true });
  const remove = async (typed: string) => {
    const open = fromHere();
    await api.accounts.deleteUser({ accountId, typed });
    show({ tone: 'good', title: (messages) => messages.t('profile.delete.done', { name: ownUserName(messages, user) }) });
    open(signedOut(connectionId, accountId), { replace: true, isGone: true });
  };
  return (
    <DangerSection
      title={t('profile.delete')}
      icon={Trash2}
      disabledReason={reason}
      question={t('profile.delete.title', { name: ownUserName(messages, user) })}
      consequence={t('profile.delete.consequence', { connection: connection?.name ?? '' })}
      environment={connection?.environment}
      typeToConfirm={shownNameToType(user.primary_email, user.id)}
      warning={<RiskCallout texts={texts} />}
      waitReason={checking}
      onOpenChange={setAsking}
      onConfirm={remove}
    >
      {reason ?? t('profile.delete.text')}
    </DangerSection>
  );
}

function useDisabledReason(connectionId: string): string | undefined {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(connectionId);
  const { data: project, isError } = useCurrentProject(connectionId);
  if (readOnly !== undefined) return readOnly;
  if (project === undefined) return t(isError ? 'profile.delete.unknown' : 'ui.loading');
  return project.config.client_user_deletion_enabled ? undefined : t('profile.delete.off');
}

/** Returns the name of an account’s user, with a description where there is none. */
function ownUserName({ t }: Translator, user: ClientUser): string {
  return user.display_name || user.primary_email || t(isAnonymous(user) ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}
