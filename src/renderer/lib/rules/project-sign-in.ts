/** How the users of a project sign in, as its configuration says (wire/endpoints 0.8). */
import type { AdminProject } from '#contract/service/models/project-models.ts';
import type { MessageKey, MessageValues } from '#messages/translator.ts';
import { providerName } from './sign-in-methods';

type Config = AdminProject['config'];
export type MergeStrategy = Config['oauth_account_merge_strategy'];

/** The client secret of a provider: none, the stored one with its last four characters if it is long enough, or a new one. */
export type ProviderSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly lastFour: string | undefined }
  | { readonly kind: 'new'; readonly text: string };

/** An OAuth provider of a project. */
export interface ProviderSetup {
  readonly isOn: boolean;
  /** The service's keys, or the project's own. */
  readonly keys: 'shared' | 'own';
  readonly clientId: string;
  readonly secret: ProviderSecret;
  /** Only of Facebook. */
  readonly configId: string;
  /** Only of Microsoft. */
  readonly tenantId: string;
}

/** The switches for everything but providers. */
export const signInSwitches = ['password', 'code', 'passkey', 'signUp'] as const;
export type SignInSwitch = (typeof signInSwitches)[number];

export type ProjectSignIn = Readonly<Record<SignInSwitch, boolean>> & {
  readonly merge: MergeStrategy;
  /** By ID. */
  readonly providers: Readonly<Record<string, ProviderSetup>>;
};

/** Returns what a project's configuration says. */
export function projectSignIn(config: Config): ProjectSignIn {
  return {
    password: config.credential_enabled,
    code: config.magic_link_enabled,
    passkey: config.passkey_enabled,
    signUp: config.sign_up_enabled,
    merge: config.oauth_account_merge_strategy,
    providers: Object.fromEntries(config.oauth_providers.map((provider) => [provider.id, providerSetup(provider)])),
  };
}

function providerSetup(provider: Config['oauth_providers'][number]): ProviderSetup {
  const { type, enabled = true, client_id, facebook_config_id, microsoft_tenant_id } = provider;
  return {
    isOn: enabled,
    keys: type === 'shared' ? 'shared' : 'own',
    clientId: client_id ?? '',
    secret: providerSecret(provider.client_secret),
    configId: facebook_config_id ?? '',
    tenantId: microsoft_tenant_id ?? '',
  };
}

/** Main withholds the secret, so that a text is one that it doesn't know. */
function providerSecret(secret: Config['oauth_providers'][number]['client_secret']): ProviderSecret {
  if (secret === undefined || typeof secret === 'string') return { kind: 'none' };
  return { kind: 'stored', lastFour: secret.last_four };
}

/**
 * Whether turning a provider off keeps its keys. Up to 2.8.10, a project lists the providers that are off as well, and its configuration has
 * an ID (wire/newer 3). Later releases remove them.
 */
export function keepsProvidersThatAreOff(config: Pick<Config, 'id'>): boolean {
  return config.id !== undefined;
}

/** The IDs of the providers that users can sign in with. */
export function providersThatAreOn({ providers }: Pick<ProjectSignIn, 'providers'>): readonly string[] {
  return Object.entries(providers)
    .filter(([, { isOn }]) => isOn)
    .map(([id]) => id)
    .sort();
}

/** Whether users can sign in at all. */
export function hasSignInMethod(signIn: ProjectSignIn): boolean {
  return signIn.password || signIn.code || signIn.passkey || providersThatAreOn(signIn).length > 0;
}

/** An effect as a text. How many users it concerns isn't known: the service doesn't tell. */
interface SignInEffect {
  readonly key: MessageKey;
  readonly values?: MessageValues;
}

const switchEffects = {
  password: 'sign-in-methods.effect.password',
  code: 'sign-in-methods.effect.code',
  passkey: 'sign-in-methods.effect.passkey',
} as const;

/** Returns the effects that are confirmed before a change is saved, in the order of the screen. What is only added has none. */
export function signInEffects(before: ProjectSignIn, after: ProjectSignIn, keepsKeys: boolean): readonly SignInEffect[] {
  const switches = (['password', 'code', 'passkey'] as const).filter((name) => before[name] && !after[name]);
  const providers = Object.keys(before.providers).flatMap((id) =>
    providerEffects(id, before.providers[id], after.providers[id], keepsKeys),
  );
  const lostAll = hasSignInMethod(before) && !hasSignInMethod(after);
  return [
    ...(lostAll ? [{ key: 'sign-in-methods.effect.none' } as const] : []),
    ...switches.map((name) => ({ key: switchEffects[name] })),
    ...providers,
    ...(before.signUp && !after.signUp ? [{ key: 'sign-in-methods.effect.sign-up' } as const] : []),
  ];
}

function providerEffects(
  id: string,
  before: ProviderSetup | undefined,
  after: ProviderSetup | undefined,
  keepsKeys: boolean,
): readonly SignInEffect[] {
  if (before === undefined) return [];
  const values = { provider: providerName(id) };
  const isOff = before.isOn && after?.isOn !== true;
  const losesKeys = before.keys === 'own' && (after?.keys === 'shared' || (after?.isOn !== true && !keepsKeys));
  return [
    ...(isOff ? [{ key: 'sign-in-methods.effect.provider', values } as const] : []),
    ...(losesKeys ? [{ key: 'sign-in-methods.effect.keys', values } as const] : []),
  ];
}

/** What happens to a user who signs in with a provider for the first time, with the email address of an account (wire/flows 5.3). */
export type MergeOutcome = 'same-account' | 'refused' | 'second-account';

/** Returns the outcome, which for one strategy depends on whether the address is verified both in the account and by the provider. */
export function mergeOutcome(strategy: MergeStrategy, isVerified: boolean): MergeOutcome {
  if (strategy === 'allow_duplicates') return 'second-account';
  return strategy === 'link_method' && isVerified ? 'same-account' : 'refused';
}

/** Returns the URL to register at an OAuth provider for a project of a service (wire/endpoints 2.2). */
export function providerRedirectUrl(baseUrl: string, providerId: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`;
}

/** The texts of the account merge strategies. */
export const mergeTexts: Readonly<Record<MergeStrategy, { readonly name: MessageKey; readonly text: MessageKey }>> = {
  link_method: { name: 'sign-in-methods.merge.link', text: 'sign-in-methods.merge.link.text' },
  raise_error: { name: 'sign-in-methods.merge.refuse', text: 'sign-in-methods.merge.refuse.text' },
  allow_duplicates: { name: 'sign-in-methods.merge.duplicate', text: 'sign-in-methods.merge.duplicate.text' },
};
