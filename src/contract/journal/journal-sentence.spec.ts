/** Every write has a sentence for each outcome in each language, and what was sent or read stays text in it. */
import { describe, expect, test } from 'vitest';
import '#messages/all-texts.ts';
import { z } from 'zod';
import { createTranslator, languages, type MessageKey } from '#messages/translator.ts';
import type { Endpoint } from '../definitions';
import { catalog } from '../service/index';
import { configUpdate, projectUpdate } from '../service/models/project-models';
import { ownUserUpdate, userRestriction, userUpdate } from '../service/users';
import { type JournalSentence, journalSentence, type SentenceEntry } from './journal-sentence';

const recorded = Object.entries(catalog).flatMap(([group, rows]) =>
  Object.entries(rows).flatMap(([name, row]: [string, Endpoint]) =>
    row.journal !== undefined && !('none' in row.journal) ? [`${group}.${name}`] : [],
  ),
);

const english = createTranslator('en');
const results = ['done', 'failed', 'unknown'] as const;

/** Returns the sentence as it is shown, with what it is about after a dash. */
function shown({ key, outcome, count, parts, about }: JournalSentence, { t, has } = english): string {
  if (!has(key)) throw new Error(`There is no text ${key}`);
  const names = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.text]));
  return t(key as MessageKey, { outcome, count, ...names }) + (about === null ? '' : ` – ${about.text}`);
}

const entry = (endpoint: string, more: Partial<SentenceEntry> = {}): SentenceEntry => ({
  endpoint,
  input: {},
  result: 'done',
  byAccount: false,
  ...more,
});

describe.each(languages)('in %s', (language) => {
  const translator = createTranslator(language);

  test.each(recorded)('%s has a sentence for each outcome', (endpoint) => {
    const sentences = results.map((result) => shown(journalSentence(entry(endpoint, { result })), translator));
    expect(new Set(sentences).size).toBe(3);
    for (const sentence of sentences) expect(sentence).not.toMatch(/[{}]|undefined|^\s*$/);
  });
});

const change = (endpoint: string, body: object, before?: object) => shown(journalSentence(entry(endpoint, { input: { body }, before })));
const project = (config: object, before?: object) => change('projects.update', { config }, before && { config: before });

test.each([
  [change('users.update', { display_name: 'Alan' }), 'Changed display name'],
  [change('users.update', { display_name: null }), 'Removed display name'],
  [change('users.update', { server_metadata: { plan: 'team' } }), 'Changed server metadata'],
  [change('users.update', { primary_email_verified: true }), 'Verified the email'],
  [change('users.update', { password: '***' }), 'Set password'],
  [change('users.update', { password_hash: '***' }), 'Set password'],
  [change('users.update', { password: null }), 'Removed password'],
  [change('users.update', { totp_secret_base64: null }), 'Removed 2FA'],
  [change('users.update', { totp_secret_base64: '***' }), 'Set up 2FA'],
  [change('users.update', { passkey_auth_enabled: false }), 'Removed passkey'],
  [change('users.update', { primary_email: 'a@b.example', primary_email_verified: true }), 'Changed primary email address'],
  [change('users.update', { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' }), 'Restricted user'],
  [change('users.update', { restricted_by_admin: false }), 'Lifted restriction'],
  [
    change('users.update', { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' }, { restricted_by_admin: true }),
    'Changed reason for restriction',
  ],
  [change('users.update', { display_name: 'Alan', client_metadata: {} }, { display_name: 'Alan' }), 'Changed client metadata'],
  [change('users.update', { display_name: 'Alan', client_metadata: {} }), 'Changed user'],
  [change('users.updateMe', { display_name: 'Alan', client_metadata: {} }), 'Changed own account'],
  [change('users.updateMe', { totp_secret_base64: null }), 'Removed 2FA'],
  [change('auth.updatePassword', { old_password: '***', new_password: '***' }), 'Changed own password'],
  [change('teams.update', { display_name: 'Difference Team' }), 'Renamed team'],
  [project({ sign_up_enabled: false }), 'Turned off sign-up'],
  // The main process adds what releases clear otherwise, with the value that it has.
  [
    change(
      'projects.update',
      { description: 'x', config: { allow_localhost: true, sign_up_enabled: true } },
      { description: 'x', config: { allow_localhost: true, sign_up_enabled: false } },
    ),
    'Turned on sign-up',
  ],
  [project({ sign_up_enabled: false, passkey_enabled: true }), 'Changed project settings'],
  [project({ domains: [{ domain: 'https://a.example', handler_path: '/' }] }, { domains: [] }), 'Added domain – https://a.example'],
  [project({ domains: [] }, { domains: [{ domain: 'https://a.example', handler_path: '/' }] }), 'Removed domain – https://a.example'],
  [
    project(
      { domains: [{ domain: 'https://a.example', handler_path: '/h' }] },
      { domains: [{ domain: 'https://a.example', handler_path: '/' }] },
    ),
    'Changed handler path of domain – https://a.example',
  ],
  [project({ oauth_providers: [{ id: 'github', type: 'shared' }] }, { oauth_providers: [] }), 'Added OAuth provider – github'],
  [
    project({ oauth_providers: [{ id: 'x', type: 'shared', enabled: false }] }, { oauth_providers: [{ id: 'x', type: 'shared' }] }),
    'Turned off OAuth provider – x',
  ],
  [
    project(
      { oauth_providers: [{ id: 'x', type: 'standard', client_id: 'b' }] },
      { oauth_providers: [{ id: 'x', type: 'standard', client_id: 'a', provider_config_id: 'x' }] },
    ),
    'Changed keys of OAuth provider – x',
  ],
  [change('config.overrideLevel', { config_override_string: '{"auth.signUpRules.a.enabled":true}' }), 'Changed sign-up rules'],
  [change('config.overrideLevel', { config_override_string: '{"emails.selectedThemeId":"x"}' }), 'Changed emails.selectedThemeId'],
  [change('config.overrideLevel', { config_override_string: 'no JSON' }), 'Changed configuration'],
  [change('config.resetKeys', { keys: ['a.b'] }), 'Reset a.b'],
  [change('apiKeys.updateKeySet', { revoked: true }), 'Revoked project keys'],
  [change('emailDrafts.send', { all_users: true }), 'Sent email draft to all users'],
  [change('emails.sendEmail', { user_ids: ['a', 'b'] }), 'Sent email to 2 users'],
  [change('auth.createSession', { is_impersonation: true }), 'Impersonated'],
  [change('teams.invite', { team_id: 't', email: 'tommy@flowers.example' }), 'Invited to t – tommy@flowers.example'],
])('%s', (sentence, expected) => {
  expect(sentence).toBe(expected);
});

test('what ends the session of an impersonation says so', () => {
  expect(journalSentence(entry('auth.revokeSession', { endsImpersonation: true })).key).toBe('journal.auth.revokeSession.impersonation');
});

const member = { params: { team_id: 't1', user_id: 'u1' } };
const names = { user: 'Niklaus Wirth', team: 'Difference Team' };

test('compares with the item of a list that the write is about', () => {
  const body = { description: 'A', contained_permission_ids: ['b'] };
  const before = { items: [{ id: 'q' }, { id: 'p', description: 'A', contained_permission_ids: [] }] };
  const sentence = journalSentence(entry('permissions.updateTeamDefinition', { input: { params: { id: 'p' }, body }, before }));
  expect(shown(sentence)).toBe('Changed permissions contained in team permission – p');
});

test('names who and where, and the IDs after names are erased', () => {
  expect(shown(journalSentence(entry('teams.removeMember', { input: member, names })))).toBe(
    'Removed from Difference Team – Niklaus Wirth',
  );
  expect(shown(journalSentence(entry('teams.removeMember', { input: member })))).toBe('Removed from t1');
  const own = { params: { team_id: 't1', user_id: 'me' } };
  expect(shown(journalSentence(entry('teams.removeMember', { input: own, byAccount: true, names: { team: names.team } })))).toBe(
    'Left Difference Team',
  );
  const grant = { params: { ...member.params, permission_id: 'billing:read' } };
  expect(shown(journalSentence(entry('permissions.grantInTeam', { input: grant, names, result: 'failed' })))).toBe(
    'Couldn’t grant billing:read in Difference Team – Niklaus Wirth',
  );
});

test('marks what privacy mode conceals', () => {
  const { parts, about } = journalSentence(entry('permissions.grantInTeam', { input: { params: { permission_id: 'p' } }, names }));
  expect([parts.team?.isPersonal, parts.permission?.isPersonal, about?.isPersonal]).toEqual([true, false, true]);
  expect(journalSentence(entry('permissions.createTeamDefinition', { input: { body: { id: 'p' } } })).about).toEqual({
    text: 'p',
    isPersonal: false,
  });
});

const hostile = ['{outcome}', '{team, plural, other {#}}', '<b>x</b>', "'{", '\u202Egnp.exe', 'a\nb', '__proto__', 'x'.repeat(10_000)];

test.each(hostile)('%j stays text', (name) => {
  const sentence = journalSentence(entry('teams.removeMember', { input: member, names: { user: name, team: name } }));
  const text = name.replace('\u202E', '').replace('\n', ' ');
  for (const language of languages) {
    const all = shown(sentence, createTranslator(language));
    expect(all).toContain(text);
    expect(all.endsWith(` – ${text}`)).toBe(true);
  }
});

test.each(recorded)('hostile names are neither expanded nor lost in the sentences of %s', (endpoint) => {
  for (const name of hostile) {
    const names = { user: name, team: name, subject: name };
    const values = { user_id: name, team_id: name, permission_id: name, id: name, display_name: name, email: name, [name]: name };
    const sentence = journalSentence(entry(endpoint, { names, input: { params: values, query: values, body: values }, before: values }));
    for (const language of languages) {
      const all = shown(sentence, createTranslator(language));
      expect(all).not.toMatch(/[\u202E\n]/);
      expect(all).toContain(name.replace('\u202E', '').replace('\n', ' '));
    }
  }
});

test('a field named as a property of every object has the general sentence', () => {
  for (const field of ['constructor', 'toString', '__proto__']) {
    const body = JSON.parse(`{"${field}": 1}`) as object;
    expect(change('users.update', body)).toBe('Changed user');
  }
  expect(() => journalSentence(entry('constructor'))).not.toThrow();
});

/** The service rejects the other values of these. */
const withoutOwn = ['passkey_auth_enabled', 'is_anonymous'];

const fieldsIn = (schema: z.ZodType) =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties: object }).properties);

test.each([
  ['users.update', [...fieldsIn(userUpdate), ...fieldsIn(userRestriction)]],
  ['users.updateMe', fieldsIn(ownUserUpdate)],
  ['projects.update', [...fieldsIn(projectUpdate).filter((name) => name !== 'config'), ...fieldsIn(configUpdate)]],
] as const)('each field of %s has its own sentence', (endpoint, fields) => {
  const general = journalSentence(entry(endpoint)).key;
  for (const field of fields) {
    for (const value of [true, false, null, 'text']) {
      const sentence = journalSentence(entry(endpoint, { input: { body: { [field]: value } } }));
      expect(english.has(sentence.key), sentence.key).toBe(true);
      if (!withoutOwn.includes(field) || value === false) expect(sentence.key, field).not.toBe(general);
    }
  }
});
