import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Clause,
  type ConditionForm,
  clauseProblem,
  clauseValues,
  conditionFields,
  conditionText,
  formOf,
  operatorsOf,
  ruledMethods,
  takesList,
} from './condition-form';
import { parseCondition } from './condition-syntax';

const shown = (source: string) => {
  const parsed = parseCondition(source);
  if ('fault' in parsed) throw new Error(parsed.fault.code);
  return formOf(parsed.node);
};

describe('the form', () => {
  it.each([
    ['emailDomain == "x.test"', ['emailDomain', 'is', 'x.test']],
    ['(email != "a@x.test")', ['email', 'is-not', 'a@x.test']],
    ['countryCode in ["AT", "DE"]', ['countryCode', 'one-of', 'AT, DE']],
    ['!(authMethod in ["otp"])', ['authMethod', 'not-one-of', 'otp']],
    ['!email.contains("+")', ['email', 'not-contains', '+']],
    ['email.matches("^a, b\\\\.")', ['email', 'matches', '^a, b\\.']],
    ['riskScores.bot >= 80', ['riskScores.bot', 'at-least', '80']],
    ['riskScores.free_trial_abuse == 0', ['riskScores.free_trial_abuse', 'is', '0']],
  ])('shows %s', (source, [field, operator, value]) => {
    expect(shown(source)).toEqual({ form: { join: 'all', clauses: [{ field, operator, value }] } });
  });

  it.each([
    ['email == "a" && (authMethod == "otp" || countryCode == "AT")', 'groups'],
    ['countryCode == ""', 'empty-value'],
    ['!email.startsWith("a")', 'other'],
    ['"a" == email', 'other'],
    ['false', 'other'],
    ['!true', 'other'],
    ['email in ["a,b"]', 'other'],
    ['email == " a"', 'other'],
    ['countryCode.startsWith("A")', 'other'],
    ['authMethod == "phone"', 'other'],
    ['riskScores.bot > 50.5', 'other'],
    ['riskScores.bot in [1, 2]', 'other'],
    ['email == emailDomain', 'other'],
  ])('can’t show %s: %s', (source, reason) => {
    expect(shown(source)).toEqual({ reason });
  });

  it('shows what every sign-up matches', () => {
    expect(shown('true')).toEqual({ form: { join: 'always', clauses: [] } });
    expect(conditionText({ join: 'always', clauses: [] })).toBe('true');
  });

  it.each<[Clause, string | null]>([
    [{ field: 'email', operator: 'is', value: ' ' }, 'missing'],
    [{ field: 'countryCode', operator: 'one-of', value: 'at, Österreich' }, 'country'],
    [{ field: 'countryCode', operator: 'one-of', value: 'at DE,fr' }, null],
    [{ field: 'riskScores.bot', operator: 'at-least', value: '101' }, 'score'],
    [{ field: 'emailDomain', operator: 'is', value: '@x.test' }, 'domain'],
    [{ field: 'authMethod', operator: 'is', value: 'phone' }, 'method'],
    [{ field: 'email', operator: 'matches', value: '(' }, 'pattern'],
  ])('judges %j: %s', (clause, problem) => expect(clauseProblem(clause)).toBe(problem));

  it('writes values in the case in which they are compared', () => {
    const clauses: Clause[] = [
      { field: 'emailDomain', operator: 'one-of', value: 'X.test,  Y.test ' },
      { field: 'countryCode', operator: 'is', value: 'at' },
    ];
    expect(conditionText({ join: 'any', clauses })).toBe('emailDomain in ["x.test", "y.test"] || countryCode == "AT"');
  });
});

const word = fc.string({ unit: fc.constantFrom(...'aé@.-"\\+(b日'), minLength: 1, maxLength: 8 });
const clause = fc.constantFrom(...conditionFields).chain((field) =>
  fc.constantFrom(...operatorsOf[field]).chain((operator) => {
    const one = field.startsWith('risk')
      ? fc.nat(100).map(String)
      : field === 'authMethod'
        ? fc.constantFrom(...ruledMethods)
        : field === 'countryCode'
          ? fc.constantFrom('AT', 'DE', 'FR')
          : word;
    const value = takesList(operator) ? fc.array(one, { minLength: 1, maxLength: 3 }).map((each) => each.join(', ')) : one;
    return value.map((text): Clause => ({ field, operator, value: text })).filter((each) => clauseProblem(each) === null);
  }),
);
const forms = fc.record({ join: fc.constantFrom('all', 'any'), clauses: fc.array(clause, { minLength: 1, maxLength: 4 }) });

it('is the same after it was text', () => {
  fc.assert(
    fc.property(forms, (form: ConditionForm) => {
      const back = shown(conditionText(form));
      if (!('form' in back)) throw new Error(`${conditionText(form)}: ${back.reason}`);
      expect(back.form.join).toBe(form.clauses.length === 1 ? 'all' : form.join);
      expect(back.form.clauses.map(clauseValues)).toEqual(form.clauses.map(clauseValues));
      expect(conditionText(back.form)).toBe(conditionText({ ...form, join: back.form.join }));
    }),
  );
});

it('never throws for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'email. =!&|<>()[]",\\5in'), maxLength: 40 }), (source) => {
      const parsed = parseCondition(source);
      if ('fault' in parsed) expect(parsed.fault.at).toBeLessThanOrEqual(source.length);
      else formOf(parsed.node);
    }),
  );
});
