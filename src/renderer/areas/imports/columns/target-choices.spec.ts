import { describe, expect, it } from 'vitest';
import { type ImportMapping, importMapping, permissionTarget, teamTarget, userTarget } from '#contract/imports/mapping.ts';
import { choiceOf, setsPasswords, targetChoices, targetFor, targetOf, typedPath, withTarget } from './target-choices';

const schemas = { users: userTarget, teams: teamTarget, permissions: permissionTarget };
const choices = (Object.keys(targetChoices) as (keyof typeof targetChoices)[]).flatMap((kind) =>
  Object.values<readonly Parameters<typeof targetFor>[0][]>(targetChoices[kind]).flatMap((group) =>
    group.map((choice) => [kind, choice] as const),
  ),
);

it.each(choices)('of %s, %s is a target, and recognized as the choice', (kind, choice) => {
  const target = targetFor(choice, 'column', null);
  expect(schemas[kind].parse(target)).toEqual(target);
  expect(choiceOf(target)).toBe(choice);
});

it('offers every target', () => {
  for (const [kind, schema] of Object.entries(schemas)) {
    const fields = schema.options.flatMap(({ shape: { field } }) => ('options' in field ? field.options : [...field.values]));
    const offered = choices.filter(([of]) => of === kind).map(([, choice]) => targetFor(choice, 'x', null).field);
    expect(new Set(offered)).toEqual(new Set(fields));
  }
});

it.each([
  ['plan', 'server.plan'],
  ['user_metadata.plan', 'server."user_metadata.plan"'],
  ['Plan of "the" year', 'server."Plan of \\"the\\" year"'],
  ['', 'server.value'],
  ['x'.repeat(300), 'server.value'],
])('names a metadata path after the column %j', (name, path) => {
  expect(targetFor('metadata.server', name, null)).toMatchObject({ path });
});

it('keeps separator and type when the choice changes', () => {
  expect(targetFor('team.id', 'x', { field: 'permission', separator: '|' })).toMatchObject({ separator: '|' });
  const metadata = { field: 'metadata', path: 'server.a', type: 'number' } as const;
  expect(targetFor('metadata.client', 'x', metadata)).toMatchObject({ path: 'client.x', type: 'number' });
});

it('reads typed paths', () => {
  expect([typedPath(' server_metadata.a '), typedPath('plan'), typedPath('server.'), typedPath('server."a')]).toEqual([
    'server.a',
    null,
    null,
    null,
  ]);
});

describe('a mapping', () => {
  const mapping: ImportMapping = {
    kind: 'users',
    match: 'email',
    existing: 'change',
    empty: 'keep',
    alsoSetPasswords: false,
    columns: [{ column: 1, target: { field: 'email' } }],
  };

  it('changes one column at a time, in the order of the columns', () => {
    const more = withTarget(mapping, 0, { field: 'password' });
    expect(importMapping.parse(more)).toEqual(more);
    expect(more.columns.map(({ column }) => column)).toEqual([0, 1]);
    expect([setsPasswords(mapping), setsPasswords(more)]).toEqual([false, true]);
    expect(targetOf(withTarget(more, 0, null), 0)).toBeNull();
  });
});
