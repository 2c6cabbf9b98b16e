/** Reads and writes of sign-up rules. */
import { useQuery } from '@tanstack/react-query';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { TestedSignUp } from '#contract/service/sign-up-rules.ts';
import { service } from '#data/api.ts';
import { removeConfigKey, writeConfigKeys } from '#data/checked-configuration.ts';
import type { Configuration } from '#data/configuration.ts';
import { isSet, levelOfKey } from '#lib/rules/config-keys.ts';
import { type DefaultAction, defaultActionKey, levelOfField, type RuleField, ruleKey } from './sign-up-rules';

/** Returns how often rules matched. Requires admin access; not read before `enabled`. */
export function useRuleStats(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.signUpRules.stats.query({ actor: 'project', connectionId }), enabled });
}

/** Evaluates the saved rules for a sign-up. Creates and counts nothing. */
export function testSignUp(connectionId: string, body: TestedSignUp) {
  return service.signUpRules.test({ actor: 'project', connectionId, body });
}

/** A new value of a field; null for none. */
export interface FieldChange {
  readonly id: string;
  readonly field: RuleField;
  readonly value: JsonValue;
}

/** Changes fields of rules, each at the level at which it is written. */
export async function changeRules(connectionId: string, config: Configuration, changes: readonly FieldChange[]): Promise<void> {
  for (const level of ['branch', 'environment'] as const) {
    const own = changes.filter(({ id, field }) => levelOfField(config, id, field) === level);
    const keys = Object.fromEntries(own.map(({ id, field, value }) => [ruleKey(id, field), value]));
    if (own.length > 0) await writeConfigKeys(connectionId, level, keys);
  }
}

/** Creates a rule at the level of the environment. */
export function createRule(connectionId: string, id: string, rule: { readonly [field in RuleField]?: JsonValue }): Promise<void> {
  return writeConfigKeys(connectionId, 'environment', { [ruleKey(id)]: rule });
}

/** Deletes a rule at each level that has a part of it; that of the branch first, without which the rest is no rule. */
export async function deleteRule(connectionId: string, { levels }: Configuration, id: string, canReset: boolean): Promise<void> {
  for (const level of ['branch', 'environment'] as const)
    if (isSet(levels[level], ruleKey(id))) await removeConfigKey(connectionId, level, ruleKey(id), canReset);
}

/** Changes what happens to a sign-up that no rule decides. */
export function changeDefaultAction(connectionId: string, config: Configuration, action: DefaultAction): Promise<void> {
  return writeConfigKeys(connectionId, levelOfKey(config, defaultActionKey), { [defaultActionKey]: action });
}
