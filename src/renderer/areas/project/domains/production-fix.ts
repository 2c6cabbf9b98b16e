/** What makes a broken rule of production mode pass, as a change of what is edited. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { brokenRule, type ProductionRule, productionChecklist } from '#lib/rules/production-checklist.ts';
import { type DomainMatching, withHttps } from './domain-problems';
import { type DomainsInput, fromDomainsInput, storedDomains, toDomainsInput, toDomainsUpdate } from './domains-draft';

/** Returns the change that makes a rule pass. */
export function productionFix(rule: ProductionRule, { rows }: Pick<DomainsInput, 'rows'>): Partial<DomainsInput> {
  const isBroken = (domain: string) => brokenRule(domain.trim()) === rule;
  if (rule === 'allow-localhost') return { allowsLocalhost: false };
  if (rule !== 'not-https') return { rows: rows.filter(({ domain }) => !isBroken(domain)) };
  return { rows: rows.map((row) => (isBroken(row.domain) ? { ...row, domain: withHttps(row.domain) } : row)) };
}

/** The trusted domains and the switch for localhost as they are, and as production mode needs them. Equal if they pass already. */
export interface ProductionFixes {
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Returns what all fixes together change; null if that can't be saved, so that someone has to decide. */
export function productionFixes(config: AdminProject['config'], matching: DomainMatching): ProductionFixes | null {
  const before = storedDomains(config);
  const broken = productionChecklist(config).filter(({ passed }) => !passed);
  if (broken.length === 0) return { before, after: before };
  let fixed = toDomainsInput(before);
  for (const { rule } of broken) fixed = { ...fixed, ...productionFix(rule, fixed) };
  const after = fromDomainsInput(fixed, matching);
  const passes = after !== undefined && productionChecklist(toDomainsUpdate(after)).every(({ passed }) => passed);
  return passes ? { before, after } : null;
}
