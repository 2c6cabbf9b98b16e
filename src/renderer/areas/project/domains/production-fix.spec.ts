import { expect, it, test } from 'vitest';
import { brokenRule, productionChecklist, productionRules } from '#lib/rules/production-checklist.ts';
import type { DomainsInput } from './domains-draft';
import { productionFix } from './production-fix';

const domains = ['https://a.example', 'not a url', 'http://localhost:3000', 'https://203.0.113.7', 'http://b.example'];
const rows = domains.map((domain, id) => ({ id, domain, handlerPath: '/handler' }));

it.each([
  ['allow-localhost', { allowsLocalhost: false }],
  ['invalid-url', { rows: rows.filter(({ id }) => id !== 1) }],
  ['localhost-domain', { rows: rows.filter(({ id }) => id !== 2) }],
  ['ip-domain', { rows: rows.filter(({ id }) => id !== 3) }],
  ['not-https', { rows: rows.map((row) => (row.id === 4 ? { ...row, domain: 'https://b.example' } : row)) }],
] as const)('%s is fixed without touching other domains', (rule, change) => {
  expect(productionFix(rule, { rows })).toEqual(change);
});

test('all fixes together pass every check', () => {
  let fixed: DomainsInput = { rows, allowsLocalhost: true };
  for (const rule of productionRules) fixed = { ...fixed, ...productionFix(rule, fixed) };
  const left = { allow_localhost: fixed.allowsLocalhost, domains: fixed.rows };
  expect(productionChecklist(left).every(({ passed }) => passed)).toBe(true);
  expect(fixed.rows.map(({ domain }) => brokenRule(domain))).toEqual([null, null]);
});
