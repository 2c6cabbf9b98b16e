import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { useSendVerificationTo } from '#data/emails.ts';
import { useIsImpersonating } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { useSentEmails } from '#window/sent-emails.ts';

/** The requested action and its address. */
export type EmailRequest =
  | { readonly kind: 'add' }
  | { readonly kind: 'send' | 'verify' | 'remove'; readonly email: ContactChannel }
  /** `old` is the address that is primary now. */
  | { readonly kind: 'make-primary'; readonly email: ContactChannel; readonly old: ContactChannel };

/** Returns for what a verification email is sent: to the reader, or to a user, who isn't at this computer. */
export function useVerificationPurpose({ actor, connectionId }: UserOf): CallbackPurpose {
  const isImpersonating = useIsImpersonating(connectionId);
  return actor === 'project' || isImpersonating ? 'user-verification' : 'contact-channel';
}

type Recipient = Pick<ContactChannel, 'id' | 'value'>;

/** Returns a function that emails a verification link and says so. Its failure is shown as a toast, because the dialog is closed. */
export function useSendEmail(of: UserOf): (email: Recipient) => Promise<void> {
  const send = useSendEmailOrThrow(of);
  const showFailure = useFailureToast();
  return (email) => send(email).catch(showFailure);
}

/** Returns a function that emails a verification link, says so, and throws when it fails. */
export function useSendEmailOrThrow(of: UserOf): (email: Recipient) => Promise<void> {
  const show = useToasts((state) => state.show);
  const mark = useSentEmails((state) => state.mark);
  const { mutateAsync: send } = useSendVerificationTo(of, useVerificationPurpose(of));
  return async ({ id, value }) => {
    await send(id);
    mark(id);
    show({ tone: 'good', title: ({ t }) => t('own-emails.sent-to', { email: value }) });
  };
}
