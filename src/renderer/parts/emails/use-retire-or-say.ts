import { useRetireEmail } from '#data/emails.ts';
import type { UserOf } from '#data/users.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import type { OldEmailFate } from '#lib/rules/removal.ts';
import { useToasts } from '#ui/feedback/toasts.ts';

/**
 * Returns a function that does to the previous address what was chosen, after the other one was made primary. Resolves to whether it was
 * done; a failure is shown with what it means, because the change before it is stored.
 */
export function useRetireOrSay(of: UserOf): (email: string, fate: OldEmailFate) => Promise<boolean> {
  const show = useToasts((state) => state.show);
  const retire = useRetireEmail(of);
  return (email, fate) =>
    retire(email, fate).then(
      () => true,
      (thrown: unknown) => {
        const report = reportOf(thrown);
        const title = fate === 'remove' ? ('old-email.failed.remove' as const) : ('old-email.failed.turn-off' as const);
        const text = of.actor === 'account' ? ('old-email.failed.own' as const) : ('old-email.failed.text' as const);
        show({
          tone: 'bad',
          title: ({ t }) => t(title, { email }),
          text: (messages) => messages.t(text, { reason: errorText(messages, report).title }),
        });
        return false;
      },
    );
}
