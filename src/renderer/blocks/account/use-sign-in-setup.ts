import { type ProviderAccount, providerAccounts, type SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentProject } from '../../queries/projects';
import { useEmails } from '../../queries/user/emails';
import { useOAuthProviders } from '../../queries/user/oauth-providers';
import { useConnection } from '../../stores/connections';

/** Returns the sign-in methods of an account, for the rule of the last one; undefined until all of them are known. */
export function useSignInSetup(connectionId: string, accountId: string): SignInSetup | undefined {
  const { data: user } = useOwnUser(connectionId, accountId);
  const { data: emails } = useEmails({ actor: 'account', connectionId, accountId });
  const { data: project } = useCurrentProject(connectionId);
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'] === true;
  const hasProviders = (user?.oauth_providers.length ?? 0) > 0;
  const { data: listed } = useOAuthProviders({ actor: 'account', connectionId, accountId }, hasObjects && hasProviders);
  if (user === undefined || emails === undefined || project === undefined) return undefined;
  if (hasObjects && hasProviders && listed === undefined) return undefined;
  const providers: readonly ProviderAccount[] = providerAccounts(user, hasProviders && hasObjects ? listed?.items : undefined);
  return { user, emails: emails.items, providers, config: project.config };
}
