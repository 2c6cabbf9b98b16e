/** The sign-in methods of the account's own user. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import { service } from './api';
import { queryKeys } from './keys';

/** What can be turned on or off. A passkey can only be removed, and two-factor authentication only be turned off. */
export type MethodChange =
  | { readonly otp_auth_enabled: boolean }
  | { readonly passkey_auth_enabled: false }
  | { readonly totp_secret_base64: null };

/** Turns a method on or off. After a failure, the user and the project are read again: the project may have turned the method off. */
export function useUpdateMethods(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const readAgain = useReadMethodsAgain(connectionId, accountId);
  return useMutation({
    mutationFn: (body: MethodChange) => service.users.updateMe({ actor: 'account', connectionId, accountId, body }),
    onSuccess: (user: ClientUser) =>
      client.setQueryData(service.users.me.query({ actor: 'account', connectionId, accountId }).queryKey, user),
    onError: readAgain,
  });
}

/** Sets the password (`from` is null) or changes it, and reads the user again in any case. */
export function useChangePassword(connectionId: string, accountId: string) {
  const readAgain = useReadMethodsAgain(connectionId, accountId);
  const asAccount = { actor: 'account', connectionId, accountId } as const;
  return useMutation({
    mutationFn: ({ from, to }: { readonly from: string | null; readonly to: string }) =>
      from === null
        ? service.auth.setPassword({ ...asAccount, body: { password: to } })
        : service.auth.updatePassword({ ...asAccount, body: { old_password: from, new_password: to } }),
    onSettled: readAgain,
  });
}

/** Returns a function that reads the user and the project's sign-in methods again. */
export function useReadMethodsAgain(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: service.users.me.query({ actor: 'account', connectionId, accountId }).queryKey }),
      client.invalidateQueries({ queryKey: queryKeys.project(connectionId) }),
    ]);
}
