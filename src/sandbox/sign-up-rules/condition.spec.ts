import { describe, expect, it } from 'vitest';
import { ConditionError, evaluateCondition } from './condition';

const variables = { email: 'a@x.test', emailDomain: 'x.test', countryCode: '', authMethod: 'password', 'riskScores.bot': 30 };

describe('a condition', () => {
  it.each<[string, boolean]>([
    ['true', true],
    ['emailDomain == "x.test"', true],
    ['emailDomain != "x.test" || authMethod == "password"', true],
    ['!(countryCode in ["AT", "DE"]) && riskScores.bot >= 30', true],
    ['riskScores.bot < 30', false],
    ['authMethod in ["otp", "oauth"]', false],
    ['email.startsWith("a@") && email.endsWith(".test") && email.contains("@x")', true],
    ['email.matches("^[a-c]@")', true],
    ['email == "\\"" || email.contains("\\\\")', false],
    ['!!true', true],
    ['email.matches("^\\w+@x\\.test$") && !email.matches("\\d")', true],
    ['email.contains("\\.") || email == "a@x\\.test"', false],
  ])('%s is %s (wire/later 2)', (condition, expected) => {
    expect(evaluateCondition(condition, variables)).toBe(expected);
  });

  it.each<[string, string | RegExp]>([
    ['', /^Failed to evaluate/],
    ['email ==', /^Failed to evaluate/],
    ['unknown == "a"', /^Failed to evaluate/],
    ['constructor', /^Failed to evaluate/],
    ['email.toString("a")', /^Failed to evaluate/],
    ['email.contains(email)', /^Failed to evaluate/],
    ['email && true', /^Failed to evaluate/],
    ['true true', /^Failed to evaluate/],
    ["email == 'a'", /^Failed to evaluate/],
    ['[', /^Failed to evaluate/],
    ['('.repeat(5000), /^Failed to evaluate/],
    ['!'.repeat(5000), /^Failed to evaluate/],
    ['email', 'CEL expression must evaluate to a boolean, got string: "a@x.test"'],
    ['email.matches("(")', 'Invalid regex pattern in matches(): "("'],
  ])('%s can’t be evaluated', (condition, text) => {
    const evaluate = () => evaluateCondition(condition, variables);
    expect(evaluate).toThrow(ConditionError);
    expect(evaluate).toThrow(text);
  });
});
