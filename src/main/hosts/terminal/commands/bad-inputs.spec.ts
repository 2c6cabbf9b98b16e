import { expect, test } from 'vitest';
import type { ShownRow } from '#contract/bridge/configuration.ts';
import type { OptionName } from '../command-table';
import { exitCodes } from '../exit-code';
import { connectionFrom, findConnection } from '../open-app';
import { chosenRows, wantedEntries } from './config';
import { parseMapping } from './import-users';
import { parseJob } from './jobs';
import { fieldsOf, limitOf } from './users';

const usage = (message: RegExp) => expect.objectContaining({ exitCode: exitCodes.usage, message: expect.stringMatching(message) });
const withOption = (given: OptionName, value: string) => ({
  options: { has: (name: OptionName) => name === given, text: (name: OptionName) => (name === given ? value : undefined), texts: () => [] },
});

test.each(['0', '-1', '1.5', '1e3', '', 'all', '99999999', ' 5'])('“%s” is no limit', (text) => {
  expect(() => limitOf(withOption('limit', text))).toThrow(usage(/--limit takes/));
});

test.each([
  ['primary_emial', /Did you mean “primary_email”/],
  ['id,', /no field “”/],
  ['secret_key_of_everything', /no field/],
])('“%s” are no fields', (text, said) => {
  expect(() => fieldsOf(withOption('fields', text))).toThrow(usage(said));
});

test.each([
  ['', /isn’t JSON/],
  ['nothing', /isn’t JSON/],
  ['null', /isn’t a job/],
  ['{"action":{}}', /isn’t a job/],
  ['{"action":{},"scope":{},"secret-value":1}', /isn’t a job/],
])('%j is no job, and isn’t quoted', (text, said) => {
  expect(() => parseJob(text, 'job.json')).toThrow(said);
  expect(() => parseJob(text, 'job.json')).not.toThrow(/secret-value/);
});

test.each([
  ['{', /isn’t JSON/],
  ['null', /isn’t a mapping of users/],
  ['{"name":"a","kind":"users","match":"email","existing":"change","empty":"keep","columns":[]}', /see “columns”/],
  [
    '{"name":"a","kind":"teams","match":"id","existing":"change","empty":"keep","columns":[{"name":"a","target":{"field":"id"}}]}',
    /see “kind”/,
  ],
  ['{"secret-value":1}', /isn’t a mapping of users/],
])('%j is no mapping, and isn’t quoted', (text, said) => {
  expect(() => parseMapping(text, 'mapping.json')).toThrow(said);
  expect(() => parseMapping(text, 'mapping.json')).not.toThrow(/secret-value/);
});

test.each([
  ['domain', /Did you mean “domains”/],
  ['', /There are settings/],
  ['/x', /There are settings/],
  ['Domains/x', /Did you mean “domains”/],
])('“%s” is no section', (text, said) => {
  expect(() => wantedEntries([text])).toThrow(usage(said));
});

test('a key may have a slash', () => {
  expect(wantedEntries(['domains/https://a.example/b', 'providers'])).toEqual([
    { section: 'domains', key: 'https://a.example/b' },
    { section: 'providers', key: undefined },
  ]);
});

test('what is deleted takes --prune, and what says which project it is has to be named', () => {
  const row = (key: string, more: Partial<ShownRow>): ShownRow => ({
    section: 'settings',
    key,
    kind: 'changed',
    barrier: null,
    changedIn: null,
    isGuarded: false,
    isTicked: true,
    ...more,
  });
  const rows = [
    row('a', {}),
    row('b', { kind: 'same', isTicked: false }),
    row('c', { kind: 'removed', isTicked: false }),
    row('d', { isGuarded: true, isTicked: false }),
    row('e', { barrier: 'unknown-to-release', isTicked: false }),
  ];
  const keys = (only: readonly string[], prunes: boolean) => chosenRows(rows, wantedEntries(only), prunes).map(({ key }) => key);
  expect(keys([], false)).toEqual(['a']);
  expect(keys([], true)).toEqual(['a', 'c']);
  expect(keys(['settings'], false)).toEqual(['a', 'd']);
  expect(keys(['settings/c'], false)).toEqual([]);
  expect(keys(['settings/e'], true)).toEqual([]);
  expect(keys(['domains'], true)).toEqual([]);
});

test('a connection is found by its ID or its name, and never guessed', () => {
  const all = [
    { id: '1', name: 'Staging' },
    { id: '2', name: 'Production' },
    { id: '3', name: 'Production' },
  ];
  expect(findConnection(all, 'Staging').id).toBe('1');
  expect(findConnection(all, '3').id).toBe('3');
  expect(findConnection(all.slice(0, 1), undefined).id).toBe('1');
  expect(() => findConnection(all, 'Production')).toThrow(usage(/Several connections are named/));
  expect(() => findConnection(all, 'Stagin')).toThrow(usage(/Did you mean “Staging”/));
  expect(() => findConnection(all, undefined)).toThrow(usage(/several connections/));
  expect(() => findConnection([], undefined)).toThrow(usage(/no connections/));
});

test('variables describe a connection whose changes have to be confirmed', () => {
  const env = { LATCHKEY_URL: 'https://auth.example', LATCHKEY_PROJECT_ID: 'p', LATCHKEY_SERVER_KEY: 'ssk' };
  expect(connectionFrom(env)).toMatchObject({ name: 'auth.example', projectId: 'p', safety: 'confirm-writes', keys: { server: 'ssk' } });
  expect(connectionFrom({})).toBeNull();
  expect(connectionFrom({ ...env, LATCHKEY_URL: '' })).toBeNull();
  expect(() => connectionFrom({ ...env, LATCHKEY_PROJECT_ID: '' })).toThrow(usage(/LATCHKEY_PROJECT_ID isn’t set/));
  expect(() => connectionFrom({ ...env, LATCHKEY_SERVER_KEY: undefined })).toThrow(usage(/Set one of LATCHKEY_CLIENT_KEY/));
});
