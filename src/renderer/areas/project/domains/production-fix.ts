/** What makes a broken rule of production mode pass, as a change of what is edited. */
import { brokenRule, type ProductionRule } from '#lib/rules/production-checklist.ts';
import { withHttps } from './domain-problems';
import type { DomainsInput } from './domains-draft';

/** Returns the change that makes a rule pass. */
export function productionFix(rule: ProductionRule, { rows }: Pick<DomainsInput, 'rows'>): Partial<DomainsInput> {
  const isBroken = (domain: string) => brokenRule(domain.trim()) === rule;
  if (rule === 'allow-localhost') return { allowsLocalhost: false };
  if (rule !== 'not-https') return { rows: rows.filter(({ domain }) => !isBroken(domain)) };
  return { rows: rows.map((row) => (isBroken(row.domain) ? { ...row, domain: withHttps(row.domain) } : row)) };
}
