import { describe, expect, it } from 'vitest';
import { isPushed, isSet, levelOfKey, valueAt } from './config-keys';

const key = 'auth.signUpRules.a.enabled';

it.each([
  [{}, false],
  [{ [key]: false }, true],
  [{ 'auth.signUpRules.a': { enabled: null } }, true],
  [{ 'auth.signUpRules.a': { priority: 1 } }, false],
  [{ auth: { signUpRules: { a: { enabled: true } } } }, true],
  [{ [`${key}.x`]: 1 }, true],
  [{ 'auth.signUpRules.ab': { enabled: true } }, false],
  [{ 'auth.signUpRules.a': null }, false],
  [{ 'auth.signUpRules': [] }, false],
])('%j has the key: %s', (level, expected) => expect(isSet(level, key)).toBe(expected));

describe('a key', () => {
  const file = { 'auth.signUpRules.a': { enabled: true, priority: 1 } };

  it('is written at the level of the environment, unless only the branch has it', () => {
    expect(levelOfKey({ levels: { branch: {}, environment: {} } }, key)).toBe('environment');
    expect(levelOfKey({ levels: { branch: file, environment: {} } }, key)).toBe('branch');
    expect(levelOfKey({ levels: { branch: file, environment: { [key]: false } } }, key)).toBe('environment');
    expect(levelOfKey({ levels: { branch: file, environment: { [key]: false } } }, 'auth.signUpRules.a.priority')).toBe('branch');
  });

  it('is pushed only if something pushes the level that it is written at', () => {
    const levels = { branch: file, environment: {} };
    expect(isPushed({ levels, source: { type: 'unlinked' } }, key)).toBe(false);
    expect(isPushed({ levels, source: { type: 'pushed-from-unknown' } }, key)).toBe(true);
    expect(isPushed({ levels, source: { type: 'pushed-from-unknown' } }, 'auth.signUpRulesDefaultAction')).toBe(false);
  });

  it('has a value in the rendered configuration', () => {
    expect(valueAt({ auth: { signUpRules: { a: { enabled: true } } } }, key)).toBe(true);
    expect(valueAt({ auth: { signUpRules: {} } }, key)).toBeUndefined();
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
  });
});
