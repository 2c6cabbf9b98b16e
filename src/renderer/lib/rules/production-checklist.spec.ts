import { describe, expect, it, test } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import {
  brokenRule,
  productionChecklist,
  productionFixText,
  productionRuleOf,
  productionRules,
  productionText,
} from './production-checklist';

describe('brokenRule', () => {
  test.each([
    ['https://app.analytical.example', null],
    ['https://app.analytical.example:8443', null],
    ['https://*.analytical.example', null],
    ['https://localhost.analytical.example', null],
    ['https://notlocalhost', null],
    ['https://127.analytical.example', null],
    ['app.analytical.example', 'invalid-url'],
    ['https://', 'invalid-url'],
    ['', 'invalid-url'],
    ['http://localhost:3000', 'localhost-domain'],
    ['https://LOCALHOST', 'localhost-domain'],
    ['https://app.localhost', 'localhost-domain'],
    ['https://127.0.0.1', 'localhost-domain'],
    ['http://127.12.0.254:8080', 'localhost-domain'],
    ['https://203.0.113.7', 'ip-domain'],
    ['http://203.0.113.7', 'ip-domain'],
    ['http://app.analytical.example', 'not-https'],
    ['ftp://app.analytical.example', 'not-https'],
    ['http://[::1]', 'not-https'],
  ])('%s', (domain, rule) => {
    expect(brokenRule(domain)).toBe(rule);
  });
});

describe('productionChecklist', () => {
  const failed = (allowsLocalhost: boolean, ...domains: string[]) =>
    productionChecklist({ allow_localhost: allowsLocalhost, domains: domains.map((domain) => ({ domain })) })
      .filter(({ passed }) => !passed)
      .map(({ rule, domains: found }) => [rule, ...found]);

  test.each([
    ['nothing', false, [], []],
    ['localhost that is allowed', true, ['https://a.example'], [['allow-localhost']]],
    [
      'two domains for one rule',
      false,
      ['http://a.example', 'https://b.example', 'http://c.example'],
      [['not-https', 'http://a.example', 'http://c.example']],
    ],
    ['one rule for a domain that breaks two', false, ['http://localhost'], [['localhost-domain', 'http://localhost']]],
  ])('reports %s', (_name, allowsLocalhost, domains, expected) => {
    expect(failed(allowsLocalhost, ...domains)).toEqual(expected);
  });

  it('has a result for every rule, in order', () => {
    expect(productionChecklist({ allow_localhost: true, domains: [] }).map(({ rule }) => rule)).toEqual(productionRules);
  });
});

describe('the texts of broken rules', () => {
  const { t } = createTranslator('en');
  test.each([
    ['allow-localhost', "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"],
    ['invalid-url', 'Trusted domain is not a valid URL'],
    ['localhost-domain', 'Localhost domains are not allowed to be trusted in production mode'],
    ['ip-domain', 'Direct IPs are not valid for trusted domains in production mode'],
    ['not-https', 'Trusted domains should be HTTPS'],
  ] as const)('of %s is that of the specification', (rule, text) => {
    expect(t(productionText({ rule, passed: false }))).toBe(text);
  });
});

test.each([
  ['allow-localhost', 'Turn off'],
  ['invalid-url', 'Remove'],
  ['localhost-domain', 'Remove'],
  ['ip-domain', 'Remove'],
  ['not-https', 'Use HTTPS'],
] as const)('%s is a rule whose fix is called “%s”', (rule, label) => {
  expect(productionRuleOf(rule)).toBe(rule);
  expect(createTranslator('en').t(productionFixText(rule))).toBe(label);
});

test.each([null, '', 'constructor', 'ALLOW-LOCALHOST'])('%j is no rule', (name) => {
  expect(productionRuleOf(name)).toBeUndefined();
});
