import { Send } from 'lucide-react';
import { featureSince } from '#contract/features.ts';
import { type EmailResult, useSendUserEmail } from '#data/emails.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useIsShared } from '#parts/send-email/shared-server.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';

interface SendToSelfProps {
  connectionId: string;
  /** The email as it is previewed; undefined while there is none. */
  email: { readonly subject: string; readonly html: string } | undefined;
}

/** Sends the previewed email to the user's own account in the project, saved or not. */
export function SendToSelf({ connectionId, email }: SendToSelfProps) {
  const { t } = useMessages();
  const account = useCurrentAccount(connectionId);
  const show = useToasts((state) => state.show);
  const send = useSendUserEmail(connectionId, true);
  const reason = useReason(connectionId);
  const sending = useAction(
    async () => {
      if (email === undefined || account === undefined) return;
      const results: (EmailResult | null)[] = [];
      const body = { ...email, notification_category_name: 'Transactional' } as const;
      await send(body, [account.userId], (_user, result) => void results.push(result));
      const isDone = results.at(-1)?.state === 'done';
      const address = account.primaryEmail ?? '';
      show({ tone: isDone ? 'good' : 'neutral', title: ({ t }) => t(isDone ? 'email.self.sent' : 'email.self.unknown', { address }) });
    },
    { onFailure: useFailureToast() },
  );
  return (
    <Button
      size="sm"
      icon={Send}
      busy={sending.isPending}
      disabledReason={reason ?? (email === undefined ? t('email.self.nothing') : undefined)}
      onClick={() => void sending.run()}
    >
      {t('email.self.send')}
    </Button>
  );
}

/** Why nothing can be sent to oneself. */
function useReason(connectionId: string): string | undefined {
  const { t } = useMessages();
  const account = useCurrentAccount(connectionId);
  const features = useConnection(connectionId)?.features;
  const readOnly = useReadOnlyReason(connectionId);
  const isShared = useIsShared(connectionId);
  if (readOnly !== undefined) return readOnly;
  if (features?.['templates-by-id'] === false) return t('send-email.release', { release: featureSince['templates-by-id'] });
  if (isShared) return t('email.self.shared');
  return account?.primaryEmail ? undefined : t('email.self.no-account');
}
