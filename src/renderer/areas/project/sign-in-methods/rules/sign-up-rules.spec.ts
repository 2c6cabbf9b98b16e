import { describe, expect, it } from 'vitest';
import { canChange, levelOfField, newRuleId, signUpRules } from './sign-up-rules';

const rule = { enabled: true, priority: 0, action: { type: 'reject' } };
const unlinked = { type: 'unlinked' };
const pushed = { type: 'pushed-from-unknown' };

describe('the rules of a configuration', () => {
  it('are in the order in which they are applied, with what they leave out', () => {
    const rendered = {
      auth: {
        signUpRules: {
          b: { ...rule, condition: 'true' },
          a: rule,
          first: { ...rule, priority: 5, displayName: 'First' },
          odd: 'text',
          off: {},
        },
        signUpRulesDefaultAction: 'reject',
      },
    };
    const { rules, defaultAction } = signUpRules({ rendered, levels: { branch: {}, environment: {} }, source: unlinked });
    expect(defaultAction).toBe('reject');
    expect(rules.map(({ id, name, enabled, condition }) => [id, name, enabled, condition])).toEqual([
      ['first', 'First', true, undefined],
      ['a', '', true, undefined],
      ['b', '', true, 'true'],
      ['off', '', false, undefined],
    ]);
    expect(rules.at(-1)?.action).toEqual({ type: 'allow', message: '' });
  });

  it('are none where the configuration has none', () => {
    const config = { rendered: {}, levels: { branch: {}, environment: {} }, source: unlinked };
    expect(signUpRules(config)).toEqual({ rules: [], defaultAction: 'allow' });
  });
});

describe('a rule of the branch', () => {
  const rendered = { auth: { signUpRules: { a: rule } } };
  const branch = { 'auth.signUpRules.a': rule };
  const levels = { branch, environment: { 'auth.signUpRules.a.enabled': false } };

  it('is of the branch, also if the environment changes a field of it', () => {
    expect(signUpRules({ rendered, levels, source: pushed }).rules[0]?.level).toBe('branch');
    expect(levelOfField({ levels }, 'a', 'enabled')).toBe('environment');
    expect(levelOfField({ levels }, 'a', 'condition')).toBe('branch');
  });

  it('can be changed unless something pushes it', () => {
    expect(canChange({ levels, source: unlinked }, 'a', 'condition')).toBe(true);
    expect(canChange({ levels, source: pushed }, 'a', 'condition')).toBe(false);
    expect(canChange({ levels, source: pushed }, 'a', 'enabled')).toBe(true);
  });

  it.each([{ 'auth.signUpRules.a': rule }, { 'auth.signUpRules': { a: rule } }, { auth: { signUpRules: { a: rule } } }])(
    'is of the environment if that has all of it: %j',
    (environment) => {
      expect(signUpRules({ rendered, levels: { branch, environment }, source: pushed }).rules[0]?.level).toBe('environment');
    },
  );
});

it.each([
  ['Block disposable!', [], 'block-disposable'],
  ['Über.Länder', [], 'uber-lander'],
  ['Block disposable', ['block-disposable', 'block-disposable-2'], 'block-disposable-3'],
  ['使い捨て', ['rule'], 'rule-2'],
  [`${'a'.repeat(39)} b`, [], 'a'.repeat(39)],
])('the ID of %s is one that the configuration permits', (name, used, id) => {
  expect(newRuleId(name, new Set(used))).toBe(id);
});
