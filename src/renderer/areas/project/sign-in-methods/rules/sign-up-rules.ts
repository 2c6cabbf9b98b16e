/** Reads and writes of sign-up rules. */

import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { TestedSignUp } from '#contract/service/sign-up-rules.ts';
import { service } from '#data/api.ts';
import { type Configuration, removeConfigKey, writeConfigKeys } from '#data/configuration.ts';
import { type ConfigPlaces, isSet, levelOfKey, valueAt, type WrittenLevel } from '#lib/rules/config-keys.ts';

/** The sign-up rules of a configuration, in the order in which they are applied (wire/later 2). */
export const ruleActions = ['allow', 'reject', 'restrict', 'log'] as const;
export type RuleAction = (typeof ruleActions)[number];
export type DefaultAction = 'allow' | 'reject';

export const defaultActionKey = 'auth.signUpRulesDefaultAction';

/** Fields of a rule, as their keys are called. */
export type RuleField = 'enabled' | 'displayName' | 'priority' | 'condition' | 'action';

export interface SignUpRule {
  readonly id: string;
  readonly enabled: boolean;
  /** Empty if it has none. */
  readonly name: string;
  readonly priority: number;
  /** Without one, the rule never matches. */
  readonly condition: string | undefined;
  readonly action: { readonly type: string; readonly message: string };
  /** The level at which it was written. */
  readonly level: WrittenLevel;
}

interface SignUpRules {
  readonly rules: readonly SignUpRule[];
  readonly defaultAction: DefaultAction;
}

type RenderedConfig = ConfigPlaces & { readonly rendered: { readonly [key: string]: JsonValue } };

const storedRule = z.object({
  enabled: z.boolean().catch(false),
  displayName: z.string().catch(''),
  priority: z.number().catch(0),
  condition: z.string().optional().catch(undefined),
  action: z.object({ type: z.string().catch('allow'), message: z.string().catch('') }).catch({ type: 'allow', message: '' }),
});

/** Returns the key of a rule, or of one of its fields. */
function ruleKey(id: string, field?: RuleField): string {
  return field === undefined ? `auth.signUpRules.${id}` : `auth.signUpRules.${id}.${field}`;
}

/** Returns the rules and what happens if none decides. A missing field has the service’s default. */
export function signUpRules(config: RenderedConfig): SignUpRules {
  const stored = valueAt(config.rendered, 'auth.signUpRules');
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  const rules = entries.flatMap(([id, value]) => {
    const { success, data } = storedRule.safeParse(value);
    if (!success) return [];
    const { displayName: name, ...rule } = data;
    return [{ ...rule, condition: rule.condition, id, name, level: levelOfRule(config, id) }];
  });
  const defaultAction = valueAt(config.rendered, defaultActionKey) === 'reject' ? 'reject' : 'allow';
  return { rules: rules.sort(byOrder), defaultAction };
}

/** The level of a rule is that of what makes it one: a key below it only changes a rule of an earlier level. */
function levelOfRule({ levels }: Pick<ConfigPlaces, 'levels'>, id: string): WrittenLevel {
  const key = ruleKey(id);
  const isWhole = (written: string) => key === written || key.startsWith(`${written}.`);
  const whole = Object.fromEntries(Object.entries(levels.environment).filter(([written]) => isWhole(written)));
  return isSet(whole, key) || !isSet(levels.branch, key) ? 'environment' : 'branch';
}

/** Returns the level at which a field of a rule is written: where it is set, else that of the rule. */
export function levelOfField(config: Pick<ConfigPlaces, 'levels'>, id: string, field: RuleField): WrittenLevel {
  return isSet(config.levels.environment, ruleKey(id, field)) ? 'environment' : levelOfRule(config, id);
}

/** Whether a field of a rule can be changed here: not if the next push of a configuration file takes the change back. */
export function canChange(config: ConfigPlaces, id: string, field: RuleField): boolean {
  return config.source.type === 'unlinked' || levelOfField(config, id, field) === 'environment';
}

/** Compares rules by when they are applied: higher priorities first, then IDs. */
export function byOrder(one: Pick<SignUpRule, 'id' | 'priority'>, other: Pick<SignUpRule, 'id' | 'priority'>): number {
  return other.priority - one.priority || (one.id < other.id ? -1 : one.id === other.id ? 0 : 1);
}

/** Returns an ID for a new rule: of its name, as the configuration permits keys, and unlike those that are or were in use. */
export function newRuleId(name: string, used: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'rule';
  const numbers = Array.from({ length: used.size + 1 }, (_value, at) => (at === 0 ? base : `${base}-${at + 1}`));
  return numbers.find((id) => !used.has(id)) ?? base;
}

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
