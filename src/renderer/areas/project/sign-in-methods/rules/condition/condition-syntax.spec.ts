import { describe, expect, it } from 'vitest';
import { parseCondition } from './condition-syntax';
import { conditionWarnings } from './fault-text';

const faultOf = (source: string) => {
  const parsed = parseCondition(source);
  return 'fault' in parsed ? parsed.fault : null;
};

describe('a condition', () => {
  it.each([
    'true',
    'emailDomain == "x.test"',
    'emailDomain != "x.test" || authMethod == "password"',
    '!(countryCode in ["AT", "DE"]) && riskScores.bot >= 30',
    'riskScores.free_trial_abuse < 30.5',
    'authMethod in ["otp", "oauth",]',
    'email.startsWith("a@") && email.endsWith(".test") && email.contains("@x")',
    'email.matches("^[a-c]+\\\\.@")',
    'email == "\\"" || email.contains("\\\\")',
    '!!true',
    '  (email == "a")\n&& (true)  ',
    '"AT" == countryCode',
    'true == false',
  ])('%s is valid', (source) => expect(faultOf(source)).toBeNull());

  it.each([
    ['', 'value-missing', 0, ''],
    ['email ==', 'value-missing', 8, ''],
    ['email == && true', 'value-missing', 9, '&&'],
    ['email', 'not-a-condition', 0, 'email'],
    ['!email', 'not-a-condition', 1, 'email'],
    ['true && riskScores.bot', 'not-a-condition', 8, 'riskScores.bot'],
    ['mail == "a"', 'unknown-name', 0, 'mail'],
    ['constructor', 'unknown-name', 0, 'constructor'],
    ['riskScores == 1', 'unknown-name', 0, 'riskScores'],
    ['email.toString("a")', 'unknown-method', 0, 'email.toString'],
    ['riskScores.bot.contains("1")', 'unknown-method', 0, 'riskScores.bot.contains'],
    ['email.contains(email)', 'argument', 15, 'email'],
    ['email.contains "a"', 'argument', 15, '"a"'],
    ['email.contains("a"', 'bracket-missing', 18, ''],
    ['(true', 'bracket-missing', 5, ''],
    ['email == 5', 'different-kinds', 9, '5'],
    ['riskScores.bot >= "5"', 'different-kinds', 18, '"5"'],
    ['email in ["a", 5]', 'different-kinds', 15, '5'],
    ['email in "a"', 'list-expected', 9, '"a"'],
    ['email in []', 'list-empty', 9, '['],
    ['email in ["a" "b"]', 'list-end', 14, '"b"'],
    ['email == "a', 'text-end', 9, '"'],
    ["email == 'a'", 'quotes', 9, "'"],
    ['email == “a”', 'quotes', 9, '“'],
    ['email = "a"', 'one-sign', 6, '='],
    ['true & false', 'one-sign', 5, '&'],
    ['email == "\\d"', 'escape', 10, '\\d'],
    ['email.matches("(")', 'pattern', 14, '"("'],
    ['true true', 'unexpected', 5, 'true'],
    ['email == "a")', 'unexpected', 12, ')'],
    ['email ~ "a"', 'character', 6, '~'],
    ['5abc == 5', 'character', 0, '5'],
  ])('%s is not: %s at %i', (source, code, at, text) => {
    expect(faultOf(source)).toEqual({ code, at, text });
  });

  it('is neither too deep nor too long', () => {
    expect(faultOf('('.repeat(5000))?.code).toBe('too-deep');
    expect(faultOf('!'.repeat(5000))?.code).toBe('too-deep');
    expect(faultOf(`${'true && '.repeat(2000)}true`)?.code).toBe('too-long');
    expect(faultOf(`${'true && '.repeat(1000)}true`)).toBeNull();
  });
});

it.each([
  ['email.contains("A") || emailDomain == "X.test"', ['lower-case', 'lower-case']],
  ['countryCode in ["at", "DE"] && !("de" == countryCode)', ['upper-case', 'upper-case']],
  ['authMethod == "email"', ['method']],
  ['email.matches("[A-Z]") && emailDomain == "x.test" && oauthProvider == "GitHub"', []],
])('texts of %s that never match: %j', (source, codes) => {
  const parsed = parseCondition(source);
  expect('node' in parsed && conditionWarnings(parsed.node).map(({ code }) => code)).toEqual(codes);
});
