import { expect, test } from 'vitest';
import { exportFields } from '#contract/export/export-fields.ts';
import { fieldsOf, initialChoice, moved, withChosen, withJoined, withPath } from './field-order';

const first = initialChoice('users', ['server.plan']);

test('usual fields and shown paths are chosen at first, and every other field can be', () => {
  expect(fieldsOf('users', first)).toEqual([
    'id',
    'primary_email',
    'display_name',
    'email_verified',
    'signed_up_at',
    'last_active_at',
    'auth_methods',
    'server.plan',
  ]);
  expect(new Set(first.order)).toEqual(new Set([...exportFields.users, 'server.plan']));
  expect(initialChoice('permissions', ['server.plan']).order).not.toContain('server.plan');
});

test.each([
  ['id', 1, ['primary_email', 'id', 'display_name']],
  ['display_name', -5, ['display_name', 'id', 'primary_email']],
  ['server_metadata', 0, ['id', 'primary_email', 'display_name']],
  ['id', 999, ['primary_email', 'display_name', 'email_verified']],
])('%s at position %i', (field, position, expected) => {
  expect(fieldsOf('users', moved(first, field, position)).slice(0, 3)).toEqual(expected);
});

test('a field keeps its place while it isn’t chosen, joined ones follow the others', () => {
  const without = withJoined(withChosen(first, 'id', false), 'teams', true);
  expect([fieldsOf('users', without)[0], fieldsOf('users', without).at(-1)]).toEqual(['primary_email', 'teams']);
  expect(fieldsOf('users', withChosen(without, 'id', true))[0]).toBe('id');
  expect(fieldsOf('users', withJoined(without, 'teams', false))).not.toContain('teams');
});

test('a path is added once, behind what is chosen', () => {
  const added = withPath(withPath(first, 'client.locale'), 'client.locale');
  expect(fieldsOf('users', added).slice(-2)).toEqual(['server.plan', 'client.locale']);
  expect(added.order.filter((field) => field === 'client.locale')).toHaveLength(1);
});
