import { useQueryClient } from '@tanstack/react-query';
import type { OldEmailFate } from '../../lib/rules/removal/old-email';
import { emailsKey, readEmails, useChangeEmail, useRemoveEmail } from './emails';
import { retireEmail } from './retire-email';
import type { UserOf } from './user-of';

/** Returns a function that does to a user’s previous address what was chosen. */
export function useRetireEmail(of: UserOf): (value: string, fate: OldEmailFate) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync: change } = useChangeEmail(of);
  const { mutateAsync: remove } = useRemoveEmail(of);
  return (value, fate) => {
    const turnOff = (id: string) => change({ id, change: { used_for_auth: false } });
    const list = () => client.fetchQuery({ queryKey: emailsKey(of), queryFn: () => readEmails(of), staleTime: 0 });
    return retireEmail({ list, turnOff, remove }, value, fate);
  };
}
