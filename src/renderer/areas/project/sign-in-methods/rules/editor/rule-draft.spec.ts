import { describe, expect, it } from 'vitest';
import type { SignUpRule } from '../sign-up-rules';
import { changesOf, draftCondition, draftOf, draftProblems, isValid, newRule } from './rule-draft';

const rule: SignUpRule = {
  id: 'a',
  enabled: true,
  name: 'A',
  priority: 3,
  condition: '( emailDomain=="x.test" )',
  action: { type: 'reject', message: 'why' },
  level: 'environment',
};

describe('a draft', () => {
  it('keeps the text of a condition that the form shows and nothing changes', () => {
    const draft = draftOf(rule);
    expect(draft.mode).toBe('form');
    expect(draftCondition(draft)).toBe(rule.condition);
    expect(changesOf(rule, draft)).toEqual([]);
    const [clause] = draft.form.clauses;
    const changed = { ...draft, form: { ...draft.form, clauses: [{ ...clause, value: 'y.test' } as never] } };
    expect(changesOf(rule, changed)).toEqual([{ id: 'a', field: 'condition', value: 'emailDomain == "y.test"' }]);
  });

  it('removes a condition, and writes the action as a whole', () => {
    const draft = { ...draftOf(rule), mode: 'text' as const, text: ' \n', message: ' ', action: 'log' as const };
    expect(changesOf(rule, draft)).toEqual([
      { id: 'a', field: 'condition', value: null },
      { id: 'a', field: 'action', value: { type: 'log' } },
    ]);
    expect(isValid(draftProblems(draft, rule.condition))).toBe(true);
  });

  it('may keep a condition that isn’t understood, and not introduce one', () => {
    const odd = { ...rule, condition: 'email.size() > 3' };
    const draft = draftOf(odd);
    expect(draft.mode).toBe('text');
    expect(isValid(draftProblems({ ...draft, name: 'B' }, odd.condition))).toBe(true);
    expect(draftProblems({ ...draft, text: 'email.size() > 4' }, odd.condition).fault?.code).toBe('unknown-method');
  });

  it('of a new rule needs a name and a value, and is applied after the others', () => {
    const draft = draftOf(undefined);
    expect(draftProblems(draft, undefined)).toEqual({ isNameMissing: true, clauses: ['missing'], fault: null });
    const named = { ...draft, name: ' B ', form: { join: 'always' as const, clauses: draft.form.clauses } };
    expect(isValid(draftProblems(named, undefined))).toBe(true);
    const expected = { enabled: true, displayName: 'B', condition: 'true', action: { type: 'reject' } };
    expect(newRule(named, [])).toEqual({ ...expected, priority: 0 });
    expect(newRule(named, [rule, { ...rule, priority: -4 }])).toEqual({ ...expected, priority: -5 });
    expect(newRule({ ...named, form: { join: 'all', clauses: [] } }, [])).not.toHaveProperty('condition');
  });
});
