import { describe, expect, test } from 'vitest';
import { isOwnerTeamMissing, needsOwnerTeam } from './owner-team';

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
