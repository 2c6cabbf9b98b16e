/** Emails that a project admin has the service send to a user, so that the user can sign in. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactChannel } from '../../../contract/service/models/models';
import { api, service } from '../../api';
import { queryKeys } from '../cache/keys';

export type SignInEmail = 'verification' | 'password-reset' | 'invitation';

/** For what the link of each email is sent. */
export const signInEmailPurpose = {
  verification: 'user-verification',
  'password-reset': 'user-password-reset',
  invitation: 'user-sign-in',
} as const;

/** Sends an email to one of a user's addresses (wire/flows 9 and 10, wire/newer 2.6). After a failure, the addresses are read again. */
export function useSendSignInEmail(connectionId: string, userId: string, kind: SignInEmail) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, value: email }: ContactChannel) {
      const { url: callback_url } = await api.callbacks.address({ connectionId, purpose: signInEmailPurpose[kind] });
      const asProject = { actor: 'project', connectionId } as const;
      const body = { email, callback_url };
      if (kind === 'invitation') await service.emails.sendSignInInvitation({ ...asProject, body });
      else if (kind === 'password-reset') await service.auth.sendPasswordReset({ actor: 'none', connectionId, body });
      else await service.contactChannels.sendVerification({ ...asProject, params: { user_id: userId, id }, body: { callback_url } });
    },
    onError: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.userEmails(connectionId, userId) }),
        client.invalidateQueries({ queryKey: queryKeys.project(connectionId) }),
      ]),
  });
}
