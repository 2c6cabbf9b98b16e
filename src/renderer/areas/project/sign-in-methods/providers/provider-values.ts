/** The form of one provider: its values, and what is accepted. */
import { z } from 'zod';
import { sharedProviderIds } from '#contract/service/models/project-models.ts';
import type { ProviderSetup } from '#lib/rules/project-sign-in.ts';

export interface ProviderValues {
  readonly keys: 'shared' | 'own';
  readonly clientId: string;
  /** A new secret; empty to keep the one there is. */
  readonly secret: string;
  readonly configId: string;
  readonly tenantId: string;
}

/** Whether the service has keys of its own for a provider. */
export function hasSharedKeys(id: string): boolean {
  return sharedProviderIds.includes(id);
}

/** Returns the values that a form starts with: shared keys for a new provider that can have them. */
export function providerValues(id: string, setup: ProviderSetup | undefined): ProviderValues {
  const { keys = hasSharedKeys(id) ? 'shared' : 'own', clientId = '', configId = '', tenantId = '' } = setup ?? {};
  return { keys, clientId, secret: '', configId, tenantId };
}

const own = { keys: z.literal('own'), clientId: z.string().min(1), configId: z.string(), tenantId: z.string() };

/** Returns the schema of the values. A secret may be empty only if there is one. */
export function providerSchema(hasSecret: boolean) {
  const secret = hasSecret ? z.string() : z.string().min(1);
  return z.discriminatedUnion('keys', [z.object({ keys: z.literal('shared') }), z.object({ ...own, secret })]);
}

/** Returns the provider that values describe. A provider that was off is turned on, because that is what it is set up for. */
export function toProviderSetup(values: ProviderValues, before: ProviderSetup | undefined): ProviderSetup {
  const { keys, clientId, secret, configId, tenantId } = trimmed(values);
  if (keys === 'shared') return { isOn: true, keys, clientId: '', secret: { kind: 'none' }, configId: '', tenantId: '' };
  const kept = before?.secret ?? { kind: 'none' };
  return { isOn: true, keys, clientId, secret: secret === '' ? kept : { kind: 'new', text: secret }, configId, tenantId };
}

/** Returns the values without the space around them, which is copied along with keys. */
export function trimmed(values: ProviderValues): ProviderValues {
  const { clientId, secret, configId, tenantId } = values;
  return { ...values, clientId: clientId.trim(), secret: secret.trim(), configId: configId.trim(), tenantId: tenantId.trim() };
}
