/** What an update of a project says about signing in (wire/endpoints 7). */
import type { AdminProject, ProjectUpdate } from '#contract/service/models/project-models.ts';
import { type ProjectSignIn, type ProviderSetup, projectSignIn } from './project-sign-in';

type Config = AdminProject['config'];
type ConfigUpdate = NonNullable<ProjectUpdate['config']>;
type ProviderUpdate = NonNullable<ConfigUpdate['oauth_providers']>[number];

/**
 * Returns the update that makes a project, as it was just read, what is wanted; nothing else of it is in the update. The providers are
 * listed as a whole, with `enabled`, because an update replaces the list. Main adapts it to the release. A secret that wasn't entered again
 * is sent back as its reference.
 */
export function signInUpdate(latest: Config, wanted: ProjectSignIn): ConfigUpdate {
  const { password, code, passkey, signUp, merge, providers } = wanted;
  const before = projectSignIn(latest);
  const isSame = JSON.stringify(sorted(before.providers)) === JSON.stringify(sorted(providers));
  return {
    ...(password === before.password ? {} : { credential_enabled: password }),
    ...(code === before.code ? {} : { magic_link_enabled: code }),
    ...(passkey === before.passkey ? {} : { passkey_enabled: passkey }),
    ...(signUp === before.signUp ? {} : { sign_up_enabled: signUp }),
    ...(merge === before.merge ? {} : { oauth_account_merge_strategy: merge }),
    ...(isSame ? {} : { oauth_providers: sorted(providers).map(([id, setup]) => providerUpdate(id, setup, latest)) }),
  };
}

function sorted(providers: ProjectSignIn['providers']): (readonly [string, ProviderSetup])[] {
  return Object.entries(providers).sort(([one], [other]) => (one < other ? -1 : 1));
}

function providerUpdate(id: string, setup: ProviderSetup, { oauth_providers: stored }: Config): ProviderUpdate {
  const { isOn: enabled, keys, clientId, secret, configId, tenantId } = setup;
  if (keys === 'shared') return { id, type: 'shared', enabled };
  const before = stored.find((provider) => provider.id === id)?.client_secret;
  const clientSecret = secret.kind === 'new' ? secret.text : before;
  return {
    id,
    type: 'standard',
    enabled,
    ...(clientId === '' ? {} : { client_id: clientId }),
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(configId === '' ? {} : { facebook_config_id: configId }),
    ...(tenantId === '' ? {} : { microsoft_tenant_id: tenantId }),
  };
}
