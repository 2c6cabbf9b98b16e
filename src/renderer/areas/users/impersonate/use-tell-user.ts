import type { ErrorReport } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type EmailResult, useSendUserEmail } from '#data/emails.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf, wholeErrorText } from '#lib/errors/error-text.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { refusalOf } from '#parts/send-email/recipients.ts';
import { useIsShared } from '#parts/send-email/shared-server.tsx';
import { useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { htmlOfText, type NoticeEmail } from './notice-email';

/** Returns why no email can be sent to the user; undefined if one can. */
export function useNoEmailReason(connectionId: string, user: ServerUser): string | undefined {
  const { t } = useMessages();
  const { disabledReason } = useSendEmail(connectionId);
  const features = useConnection(connectionId)?.features;
  const isShared = useIsShared(connectionId);
  if (user.primary_email === null) return t('send-email.no-address');
  if (disabledReason !== undefined) return disabledReason;
  if (isShared) return t('send-email.shared');
  return features?.['templates-by-id'] === undefined ? t('send-email.release.unknown') : undefined;
}

/** Returns a function that sends the email, and says what became of it. It never rejects: the session has started by then. */
export function useTellUser(connectionId: string, user: ServerUser): (email: NoticeEmail) => Promise<void> {
  const isTogether = useConnection(connectionId)?.features?.['templates-by-id'] === true;
  const send = useSendUserEmail(connectionId, isTogether);
  const show = useToasts((state) => state.show);
  const name = useUserName()(user);
  return async ({ subject, text }) => {
    const outcome: { result: EmailResult | null } = { result: null };
    const body = { subject, html: htmlOfText(text), notification_category_name: 'Transactional' } as const;
    try {
      await send(body, [user.id], (_userId, result) => {
        outcome.result = result;
      });
    } catch (thrown) {
      outcome.result = { state: 'failed', report: reportOf(thrown) };
    }
    const { result } = outcome;
    if (result?.state === 'done') return show({ tone: 'good', title: ({ t }) => t('impersonation.email.sent', { name }) });
    const isUnclear = result?.state !== 'failed';
    show({
      tone: 'bad',
      title: ({ t }) => t(isUnclear ? 'impersonation.email.unclear' : 'impersonation.email.failed', { name }),
      text: isUnclear ? 'impersonation.email.unclear.text' : reasonOf(result.report),
    });
  };
}

function reasonOf(report: ErrorReport): Translatable {
  const refusal = refusalOf(report);
  return (messages) => (refusal === null ? wholeErrorText(messages, report) : messages.t(`send-email.refusal.${refusal}`));
}
