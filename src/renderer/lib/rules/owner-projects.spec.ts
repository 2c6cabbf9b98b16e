import { describe, expect, it, test } from 'vitest';
import { connectionName, deletionBarrier, isOwnerTeamMissing, needsOwnerTeam, projectName } from './owner-projects';

it.each([
  ['Engines', 'Engines', 'Engines'],
  ['', 'p1', 'p1'],
  [' \t', 'p1', 'p1'],
  [' Engines ', ' Engines ', 'Engines'],
  [`${' '.repeat(120)}Engines`, `${' '.repeat(120)}Engines`, 'Engines'],
  ['x'.repeat(200), 'x'.repeat(200), 'x'.repeat(100)],
])('of %j', (display_name, name, connection) => {
  const project = { id: 'p1', display_name };
  expect([projectName(project), connectionName(project)]).toEqual([name, connection]);
});

const base = { id: 'c', kind: 'project', baseUrl: 'https://auth.example', projectId: 'p', safety: 'normal' } as const;
const internal = { ...base, id: 'internal', projectId: 'internal' };
const readOnly = { ...base, safety: 'read-only' } as const;

it.each<[string, Parameters<typeof deletionBarrier>, ReturnType<typeof deletionBarrier>]>([
  ['no other connection', ['p', internal, [internal]], null],
  ['a connection to the project', ['p', internal, [internal, base]], null],
  ['a list that is read-only', ['p', { ...internal, safety: 'read-only' }, []], 'read-only'],
  ['a read-only connection to the project', ['p', internal, [base, readOnly]], 'read-only'],
  ['one with another form of the server’s URL', ['p', internal, [{ ...readOnly, baseUrl: 'https://auth.example:443/' }]], 'read-only'],
  ['a read-only connection to another project', ['p', internal, [{ ...readOnly, projectId: 'q' }]], null],
  ['a read-only connection to another server', ['p', internal, [{ ...readOnly, baseUrl: 'https://other.example' }]], null],
  ['the sandbox’s demo project', ['p', internal, [{ ...readOnly, kind: 'sandbox' }]], 'sandbox'],
])('%s', (_, call, expected) => {
  expect(deletionBarrier(...call)).toBe(expected);
});

const owned = { owner_team_id: 't' };
const unowned = {};

describe('a new project', () => {
  test.each([
    ['of a release that has owner teams', { 'owner-team': true }, [], true],
    ['of a release that has none', { 'owner-team': false }, [unowned], false],
    ['beside projects with a team, whatever was detected', { 'owner-team': false }, [owned], true],
    ['beside projects with a team, before detection', null, [unowned, owned], true],
    ['beside a project whose team is null', {}, [{ owner_team_id: null }], true],
    ['beside projects without a team, before detection', null, [unowned], false],
    ['beside projects without a team, where the release is unknown', {}, [unowned], false],
    ['that is the first one, before detection', null, [], null],
    ['that is the first one, where the release is unknown', {}, [], null],
  ])('%s: %s, %j → %s', (_what, features, projects, expected) => {
    expect(needsOwnerTeam(features, projects)).toBe(expected);
  });
});

describe('a refusal', () => {
  const text = 'Request validation failed on POST /api/v1/internal/projects:\n  - body.owner_team_id must be defined';
  test.each([
    ['asks for the team', { code: 'known-error', known: 'SCHEMA_ERROR', text }, true],
    ['names another field', { code: 'known-error', known: 'SCHEMA_ERROR', text: 'body.display_name must be defined' }, false],
    [
      'does not know the field',
      { code: 'known-error', known: 'SCHEMA_ERROR', text: 'body contains unknown properties: owner_team_id' },
      false,
    ],
    ['has another code', { code: 'known-error', known: 'TEAM_NOT_FOUND', text }, false],
    ['has no text', { code: 'known-error', known: 'SCHEMA_ERROR' }, false],
    ['is a failure on the way', { code: 'unreachable' }, false],
  ] as const)('%s', (_what, report, expected) => {
    expect(isOwnerTeamMissing(report)).toBe(expected);
  });
});
