import { type ProviderAccount, providerAccounts, type SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useOwnEmails } from '../../queries/account/own-emails';
import { useOwnProviders } from '../../queries/account/own-providers';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentProject } from '../../queries/projects';
import { useConnection } from '../../stores/connections';

/** Returns the sign-in methods of an account, for the rule of the last one; undefined until all of them are known. */
export function useSignInSetup(connectionId: string, accountId: string): SignInSetup | undefined {
  const { data: user } = useOwnUser(connectionId, accountId);
  const { data: emails } = useOwnEmails(connectionId, accountId);
  const { data: project } = useCurrentProject(connectionId);
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'] === true;
  const hasProviders = (user?.oauth_providers.length ?? 0) > 0;
  const { data: listed } = useOwnProviders(connectionId, accountId, hasObjects && hasProviders);
  if (user === undefined || emails === undefined || project === undefined) return undefined;
  if (hasObjects && hasProviders && listed === undefined) return undefined;
  const providers: readonly ProviderAccount[] = providerAccounts(user, hasProviders && hasObjects ? listed?.items : undefined);
  return { user, emails: emails.items, providers, config: project.config };
}
