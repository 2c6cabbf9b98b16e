/** The account's own user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { ownUserUpdate } from '#contract/service/users.ts';
import { api, service } from './api';
import { queryKeys } from './keys';

type OwnUserUpdate = z.input<typeof ownUserUpdate>;

/** The own user of an account. */
export function useOwnUser(connectionId: string, accountId: string) {
  return useQuery(service.users.me.query({ actor: 'account', connectionId, accountId }));
}

/** Changes of the own user's profile, and reading it again before one. */
export function useProfileChanges(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const asAccount = { actor: 'account', connectionId, accountId } as const;
  const keep = (user: ClientUser) => client.setQueryData(service.users.me.query(asAccount).queryKey, user);
  const update = async (body: OwnUserUpdate) => void keep(await service.users.updateMe({ ...asAccount, body }));
  return {
    rename: (name: string) => update({ display_name: name === '' ? null : name }),
    setImage: (url: string | null) => update({ profile_image_url: url }),
    readMetadata: async () => (await service.users.me(asAccount)).client_metadata,
    writeMetadata: (value: JsonValue) => update({ client_metadata: value }),
  };
}

/** Has the service email a link that verifies the own user's primary address. */
export function useSendVerification(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const asAccount = { actor: 'account', connectionId, accountId } as const;
  return useMutation({
    async mutationFn() {
      const { items } = await service.contactChannels.list({ ...asAccount, query: { user_id: 'me' } });
      const primary = items.find(({ is_primary }) => is_primary);
      if (primary === undefined) throw fail('bad-response', { path: 'items' });
      const { url } = await api.callbacks.address({ connectionId, purpose: 'email-verification' });
      const params = { user_id: 'me', id: primary.id };
      await service.contactChannels.sendVerification({ ...asAccount, params, body: { callback_url: url } });
    },
    // It may have been verified in the meantime, which is why the service refused.
    onSettled: () => client.invalidateQueries({ queryKey: service.users.me.query(asAccount).queryKey }),
  });
}

// The sign-in methods of the account's own user.

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
