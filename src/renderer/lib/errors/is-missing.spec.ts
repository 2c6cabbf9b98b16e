import { expect, test } from 'vitest';
import type { ErrorReport } from '../../../contract/errors';
import { createTranslator } from '../../../messages/translator';
import { errorText } from './error-text';
import { isAboutId, isMissing, missingTeam, missingUser } from './is-missing';

test.each<[ErrorReport, boolean, boolean]>([
  [{ code: 'known-error', known: 'USER_NOT_FOUND' }, true, false],
  [{ code: 'known-error', known: 'TEAM_NOT_FOUND' }, false, true],
  [{ code: 'bad-input', path: 'params.user_id' }, true, false],
  [{ code: 'bad-input', path: 'params.team_id' }, false, true],
  [{ code: 'bad-input', path: 'params.id' }, false, true],
  [{ code: 'bad-input', path: 'body.user_id' }, false, false],
  [{ code: 'bad-input' }, false, false],
  [{ code: 'service-error', status: 404 }, false, false],
])('%j is a missing user: %s, team: %s', (report, isUser, isTeam) => {
  expect([isMissing(report, missingUser), isMissing(report, missingTeam)]).toEqual([isUser, isTeam]);
});

test.each([
  ['params.user_id', true],
  ['params.team_id', true],
  ['params.id', true],
  ['params.api_key_id', true],
  ['query.user_id', true],
  ['query.team_id', true],
  ['query.contact_channel_id', true],
  ['body.user_id', false],
  ['params.type', false],
  ['query.limit', false],
  ['query.valid', false],
])('a problem at %s is about an ID in an address: %s', (path, expected) => {
  expect(isAboutId({ code: 'bad-input', path })).toBe(expected);
  const { title } = errorText(createTranslator('en'), { code: 'bad-input', path });
  expect(title).toBe(expected ? 'The ID in the address isn’t valid' : `The value for “${path}” isn’t valid`);
});
