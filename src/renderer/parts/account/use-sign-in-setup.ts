import { useOAuthProviders } from '#data/connected-accounts.ts';
import { useEmails } from '#data/emails.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useCurrentProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { type ProviderAccount, providerAccounts, type SignInSetup } from '#lib/rules/sign-in-method-removal.ts';

export interface OwnSignInSetup {
  /** Undefined until all of it is known, and if a part of it can’t be read. */
  readonly setup: SignInSetup | undefined;
  /** Whether a part of it is read for the first time. */
  readonly isLoading: boolean;
}

/** Returns the sign-in methods of an account, for the rule of the last one. */
export function useSignInSetup(connectionId: string, accountId: string): OwnSignInSetup {
  const of = { actor: 'account', connectionId, accountId } as const;
  const user = useOwnUser(connectionId, accountId);
  const emails = useEmails(of);
  const project = useCurrentProject(connectionId);
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'] === true;
  const isListed = hasObjects && (user.data?.oauth_providers.length ?? 0) > 0;
  const listed = useOAuthProviders(of, isListed);
  const isLoading = [user, emails, project, listed].some((query) => query.isLoading);
  if (user.data === undefined || emails.data === undefined || project.data === undefined || (isListed && listed.data === undefined))
    return { setup: undefined, isLoading };
  const providers: readonly ProviderAccount[] = providerAccounts(user.data, isListed ? listed.data?.items : undefined);
  return { setup: { user: user.data, emails: emails.data.items, providers, config: project.data.config }, isLoading };
}
