/** What a change of the sign-in methods does to the users of a project. */
import type { MessageKey, MessageValues } from '../../../../messages/translator';
import { providerName } from '../sign-in-methods';
import { hasSignInMethod, type MergeStrategy, type ProjectSignIn, type ProviderSetup } from './project-sign-in';

/** An effect as a text. How many users it concerns isn't known: the service doesn't tell. */
export interface SignInEffect {
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
