import { expect, it } from 'vitest';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { createTranslator } from '#messages/translator.ts';
import '#messages/all-texts.ts';
import { jobButton, jobEffect, jobQuestion, jobTitle, pauseText, rowErrorCode, rowErrorText, skipText, targetCount } from './job-sentences';

const en = createTranslator('en');
const de = createTranslator('de', 'de');
const teamId = '3241a285-0000-4000-8000-00000000140c';
const add: JobAction = { kind: 'users.addToTeam', teamId };

it('says what a job does, with the ID of a team whose name is not known', () => {
  expect(jobTitle(en, add, { team: 'Difference Team' })).toBe('Add to Difference Team');
  expect(jobTitle(en, add)).toBe('Add to 3241a285…140c');
  expect(jobTitle(en, { kind: 'users.setMetadata', path: 'server.plan', value: 'team' })).toBe('Set server.plan to “team”');
  expect(jobTitle(de, { kind: 'users.setMetadata', path: 'server.plan', value: 'team' })).toBe('server.plan auf „team“ setzen');
  expect(jobTitle(en, { kind: 'users.setMetadata', path: 'server.a', value: 'x'.repeat(50) })).toBe(`Set server.a to “${'x'.repeat(40)}…”`);
  expect(jobTitle(en, { kind: 'users.setOneTimeCodes', isOn: false })).toBe('Turn off one-time codes');
  expect(jobTitle(en, { kind: 'users.restoreFields', of: 'restriction' })).toBe('Restore restrictions');
});

it('asks with the number of rows', () => {
  expect(jobQuestion(en, add, 1_167, { team: 'Difference Team' })).toBe('Add 1,167 users to “Difference Team”?');
  expect(jobQuestion(de, { kind: 'users.delete' }, 1)).toBe('1 Benutzer löschen?');
  expect([jobButton(en, add), jobEffect(en, add)]).toEqual(['Add to team', 'to add']);
  expect(targetCount(en, { kind: 'apiKeys.revokeOfTeams' }, 1_500)).toBe('1,500 API keys');
});

it('says why rows and jobs are where they are', () => {
  expect(skipText(en, 'last-admin')).toBe('No other member could manage the team');
  expect(pauseText(en, 'user', null, 0)).toBe('Paused by you');
  expect(pauseText(en, 'rate-limited', 18_000, 500)).toBe('Rate limited (429), continues in 18 seconds');
  expect(pauseText(en, 'rate-limited', 3_286_000, 500)).toBe('Rate limited (429), continues in 55 minutes');
  expect(pauseText(en, 'rate-limited', 18_000, 18_000)).toBe('Rate limited (429)');
});

it('says why a row failed, by the code of the service, its status, or its own words', () => {
  const known = { code: 'known-error', known: 'USER_NOT_FOUND', status: 404, text: null };
  expect(rowErrorText(en, known)).toBe(en.t('known.USER_NOT_FOUND'));
  expect(rowErrorCode(known)).toBe('USER_NOT_FOUND');
  const plain = { code: 'service-error', known: null, status: 503, text: null };
  expect(rowErrorText(en, plain)).toContain('503');
  expect(rowErrorCode(plain)).toBe('503');
  expect(rowErrorText(en, { code: 'of-another-version', known: null, status: null, text: null })).toBe(en.t('error.internal'));
});
