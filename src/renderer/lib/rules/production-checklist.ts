/** What a project must fulfil before production mode, which the service stores but doesn't check (wire/flows 18). */
import type { MessageKey } from '#messages/translator.ts';

/** The rules in the order in which they are checked. A domain breaks only the first one that applies to it. */
export const productionRules = ['allow-localhost', 'invalid-url', 'localhost-domain', 'ip-domain', 'not-https'] as const;
export type ProductionRule = (typeof productionRules)[number];

/** The part of a project's configuration that the rules apply to. */
export interface CheckedConfig {
  readonly allow_localhost: boolean;
  readonly domains: readonly { readonly domain: string }[];
}

export interface ProductionCheck {
  readonly rule: ProductionRule;
  readonly passed: boolean;
  /** The trusted domains that break the rule. */
  readonly domains: readonly string[];
}

/** Returns the result of each rule, in their order. */
export function productionChecklist({ allow_localhost: allowsLocalhost, domains }: CheckedConfig): ProductionCheck[] {
  const broken = domains.map(({ domain }) => ({ domain, rule: brokenRule(domain) }));
  return productionRules.map((rule) => {
    const found = broken.filter((one) => one.rule === rule).map(({ domain }) => domain);
    const passed = rule === 'allow-localhost' ? !allowsLocalhost : found.length === 0;
    return { rule, passed, domains: found };
  });
}

/** Returns the rule that a trusted domain breaks first, or null. */
export function brokenRule(domain: string): Exclude<ProductionRule, 'allow-localhost'> | null {
  const url = parsed(domain);
  if (url === null) return 'invalid-url';
  const { hostname, protocol } = url;
  if (/^(.+\.)?localhost$/.test(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname)) return 'localhost-domain';
  if (/^[\d.]+$/.test(hostname)) return 'ip-domain';
  return protocol === 'https:' ? null : 'not-https';
}

/** Returns the key of the text for a rule's result. That of a broken rule is worded by the specification. */
export function productionText({ rule, passed }: Pick<ProductionCheck, 'rule' | 'passed'>): MessageKey {
  return passed ? `production.passed.${rule}` : `production.problem.${rule}`;
}

/** Returns the key of the label of what makes a broken rule pass. */
export function productionFixText(rule: ProductionRule): MessageKey {
  if (rule === 'allow-localhost') return 'domains.fix.turn-off';
  return rule === 'not-https' ? 'domains.fix.https' : 'domains.fix.remove';
}

/** Returns the rule with that name; undefined if there is none. */
export function productionRuleOf(name: string | null): ProductionRule | undefined {
  return productionRules.find((rule) => rule === name);
}

/** `URL.canParse` of Node 20 refuses some valid URLs. */
function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
