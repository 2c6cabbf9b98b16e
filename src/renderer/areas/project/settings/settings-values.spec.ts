import { describe, expect, it } from 'vitest';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { hasSettings, type SettingsValues, settingsChanges, settingsValues } from './settings-values';

const stored: SettingsValues = {
  display_name: 'Engines',
  description: 'Brass',
  create_team_on_sign_up: false,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: false,
  allow_user_api_keys: true,
  allow_team_api_keys: false,
};
const { display_name, description, ...switches } = stored;
const project = (own: object = {}, config: object = {}) =>
  ({ display_name, description, config: { ...switches, ...config }, ...own }) as unknown as AdminProject;

it('reads the values of a project', () => {
  expect(settingsValues(project())).toEqual(stored);
});

describe('the changes to send', () => {
  it.each<[string, Partial<SettingsValues>, object]>([
    ['nothing', {}, {}],
    ['a name', { display_name: ' Difference ' }, { display_name: 'Difference' }],
    ['the same name with spaces', { display_name: ' Engines ' }, {}],
    ['an emptied description', { description: '' }, { description: '' }],
    ['one switch', { allow_user_api_keys: false }, { config: { allow_user_api_keys: false } }],
    [
      'several',
      { description: 'Steam', allow_team_api_keys: true, create_team_on_sign_up: true },
      { description: 'Steam', config: { create_team_on_sign_up: true, allow_team_api_keys: true } },
    ],
  ])('are %s alone', (_, change, expected) => {
    expect(settingsChanges({ ...stored, ...change }, stored)).toEqual(expected);
  });
});

describe('after a lost response', () => {
  const values = { ...stored, display_name: 'Difference', allow_team_api_keys: true };
  it.each<[string, AdminProject, boolean]>([
    ['all values were saved', project({ display_name: 'Difference' }, { allow_team_api_keys: true }), true],
    ['nothing was saved', project(), false],
    ['the name alone was saved', project({ display_name: 'Difference' }), false],
    ['the switch alone was saved', project({}, { allow_team_api_keys: true }), false],
    [
      'a value that wasn’t sent was changed elsewhere',
      project({ display_name: 'Difference', description: 'Other' }, { allow_team_api_keys: true }),
      true,
    ],
  ])('%s', (_, saved, expected) => {
    expect(hasSettings(saved, values, stored)).toBe(expected);
  });
});
