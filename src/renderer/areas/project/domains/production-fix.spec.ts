import { describe, expect, it, test } from 'vitest';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { brokenRule, productionChecklist, productionRules } from '#lib/rules/production-checklist.ts';
import type { DomainsInput } from './domains-draft';
import { productionFix, productionFixes } from './production-fix';

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

const configOf = (allow_localhost: boolean, ...list: string[]) =>
  ({ allow_localhost, domains: list.map((domain) => ({ domain, handler_path: '/handler' })) }) as AdminProject['config'];

describe('all fixes at once', () => {
  test.each([
    ['change nothing that passes', configOf(false, 'https://a.example'), { 'https://a.example': '/handler' }],
    ['turn off localhost', configOf(true, 'https://a.example'), { 'https://a.example': '/handler' }],
    ['leave no domain if none can stay', configOf(false, 'http://localhost:3000', 'https://203.0.113.7'), {}],
    ['keep the paths of those that get HTTPS', configOf(false, 'http://b.example'), { 'https://b.example': '/handler' }],
  ])('%s', (_what, config, domains) => {
    expect(productionFixes(config, { isByOrigin: true })?.after).toEqual({ domains, allow_localhost: false });
  });

  test.each([
    ['a domain would be there twice', ['http://a.example', 'https://a.example']],
    ['a domain has a password', ['https://ada:secret@a.example']],
  ])('need a decision where %s', (_what, list) => {
    expect(productionFixes(configOf(true, ...list), { isByOrigin: true })).toBeNull();
  });
});
