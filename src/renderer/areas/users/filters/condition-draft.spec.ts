import { describe, expect, it } from 'vitest';
import { parseQueryText } from '#contract/query/query-parser.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { type ConditionDraft, fromDraft, isDraftProblem, newDraft, toDraft } from './condition-draft';
import { alternativesOf, partOf } from './filter-parts';

describe('a condition is the same after it was edited', () => {
  it.each([
    'ada',
    'method:google,password',
    'verified:no',
    'restricted:yes',
    'can-sign-in:no',
    'country:DE,JP',
    'team:5b6b4a0e-1111-4222-8333-abcdefabcdef',
    'active:>90d',
    'not signed-up:<=7d',
    'signed-up:<2026-01-31T10:00:00.000Z',
    'has:server.plan',
    'server.plan="team"',
    'not server.plan="5"',
    'server.plan=5',
    'server.plan=true',
    'server.plan="true"',
    'server.plan=""',
    'server.plan="a \\"b\\""',
    'server.plan="\\"b"',
    'server.plan~"5"',
    'server.seats>-1.5',
    'server.since<"2026"',
  ])('%s', (text) => {
    const [alternative] = alternativesOf(parseQueryText(text) as UserQuery) ?? [];
    const edited = fromDraft(toDraft(alternative as NonNullable<typeof alternative>));
    expect(isDraftProblem(edited) ? edited : toQueryText(partOf([edited]))).toBe(text);
  });

  it('with the other value instead of a negation', () => {
    const [alternative] = alternativesOf(parseQueryText('not verified:no') as UserQuery) ?? [];
    expect(fromDraft(toDraft(alternative as NonNullable<typeof alternative>))).toEqual({
      condition: { field: 'verified', value: true },
      isNot: false,
    });
  });
});

describe('a draft is refused with', () => {
  it.each<[string, Partial<ConditionDraft>, string]>([
    ['no text', { field: 'text', text: ' ' }, 'text'],
    ['no method', { field: 'method' }, 'methods'],
    ['no team', { field: 'team' }, 'teams'],
    ['a name of a country', { field: 'country', countries: 'Germany' }, 'countries'],
    ['no days', { field: 'last-active', days: '0' }, 'days'],
    ['too many days', { field: 'last-active', days: '36501' }, 'days'],
    ['no time', { field: 'signed-up', timeOp: 'before', time: '' }, 'time'],
    ['a path without a kind', { field: 'metadata', path: 'plan', value: 'x' }, 'path'],
    ['no value', { field: 'metadata', path: 'server.plan' }, 'value'],
    ['an order of truth', { field: 'metadata', path: 'server.plan', metadataOp: 'less', value: 'true' }, 'value'],
    ['nothing to contain', { field: 'metadata', path: 'server.plan', metadataOp: 'contains', value: '""' }, 'value'],
  ])('%s', (_what, draft, part) => {
    expect(fromDraft({ ...newDraft(draft.field ?? 'text'), ...draft })).toMatchObject({ part });
  });
});
