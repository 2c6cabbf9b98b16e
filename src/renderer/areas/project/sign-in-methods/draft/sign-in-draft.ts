/** The sign-in methods of a project as the value of a draft. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { lastFourOf } from '#contract/service/models/secret.ts';
import type { MergeStrategy, ProjectSignIn, ProviderSecret, ProviderSetup } from '#lib/rules/project-sign-in.ts';
import { signInSwitches } from '#lib/rules/project-sign-in.ts';

/** A provider is a list, which is compared as a whole: its ID, its secret, and its state belong together. */
type ProviderValue = readonly [isOn: boolean, keys: 'shared' | 'own', clientId: string, secret: string, configId: string, tenantId: string];

interface DraftValue {
  readonly [name: string]: JsonValue;
  readonly providers: { readonly [id: string]: JsonValue };
}

/** Returns the value of a draft. Providers that are off are left out where turning one off removes it. */
export function toDraftValue({ providers, merge, ...signIn }: ProjectSignIn, keepsOff: boolean): JsonValue {
  const kept = Object.entries(providers).filter(([, { isOn }]) => isOn || keepsOff);
  const switches = Object.fromEntries(signInSwitches.map((name) => [name, signIn[name]]));
  return { ...switches, merge, providers: Object.fromEntries(kept.map(([id, setup]) => [id, toProviderValue(setup)])) };
}

/** Returns the sign-in methods of a value: the reverse of `toDraftValue`. */
export function fromDraftValue(value: JsonValue): ProjectSignIn {
  const { providers, merge, password, code, passkey, signUp } = value as DraftValue;
  return {
    password: password === true,
    code: code === true,
    passkey: passkey === true,
    signUp: signUp === true,
    merge: merge as MergeStrategy,
    providers: Object.fromEntries(Object.entries(providers).map(([id, provider]) => [id, fromProviderValue(provider)])),
  };
}

/** Returns how a value is read after it was written: new secrets are withheld. */
export function asStored(value: JsonValue): JsonValue {
  const { providers } = value as DraftValue;
  const withheld = Object.entries(providers).map(([id, provider]) => {
    const setup = fromProviderValue(provider);
    const { secret } = setup;
    const stored = secret.kind === 'new' ? ({ kind: 'stored', lastFour: lastFourOf(secret.text) } as const) : secret;
    return [id, toProviderValue({ ...setup, secret: stored })] as const;
  });
  return { ...(value as DraftValue), providers: Object.fromEntries(withheld) };
}

function toProviderValue({ isOn, keys, clientId, secret, configId, tenantId }: ProviderSetup): JsonValue {
  if (keys === 'shared') return [isOn, keys, '', 'none', '', ''] satisfies ProviderValue;
  return [isOn, keys, clientId, secretText(secret), configId, tenantId] satisfies ProviderValue;
}

/** Returns the provider of a value's entry. */
export function fromProviderValue(value: JsonValue): ProviderSetup {
  const [isOn, keys, clientId, secret, configId, tenantId] = value as unknown as ProviderValue;
  return { isOn, keys, clientId, secret: secretOf(secret), configId, tenantId };
}

function secretText(secret: ProviderSecret): string {
  if (secret.kind === 'none') return 'none';
  return secret.kind === 'new' ? `new:${secret.text}` : `stored:${secret.lastFour ?? ''}`;
}

function secretOf(text: string): ProviderSecret {
  if (text === 'none') return { kind: 'none' };
  const [kind] = text.split(':', 1);
  const rest = text.slice(text.indexOf(':') + 1);
  return kind === 'new' ? { kind: 'new', text: rest } : { kind: 'stored', lastFour: rest === '' ? undefined : rest };
}
