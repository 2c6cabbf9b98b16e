import { expect, it } from 'vitest';
import { fromDomainsInput, missingWww, rowProblem, storedDomains, toDomainsInput, toDomainsUpdate, withNewRow } from './domains-draft';

const config = {
  domains: [
    { domain: 'https://app.example.com', handler_path: '/handler' },
    { domain: 'http://127.0.0.1:3000', handler_path: '/auth' },
  ],
  allow_localhost: true,
};
const matching = { isByOrigin: undefined };

it('shows and sends what is stored', () => {
  const value = storedDomains(config);
  expect(toDomainsUpdate(value)).toEqual(config);
  expect(fromDomainsInput(toDomainsInput(value), matching)).toEqual(value);
});

it('keeps one of a domain that is stored twice', () => {
  const twice = [...config.domains, { domain: 'https://app.example.com', handler_path: '/other' }];
  expect(toDomainsUpdate(storedDomains({ ...config, domains: twice })).domains).toEqual([
    { domain: 'https://app.example.com', handler_path: '/other' },
    config.domains[1],
  ]);
});

it('isn’t a value while a row can’t be saved', () => {
  const { rows, allowsLocalhost } = toDomainsInput(storedDomains(config));
  const parsedWith = (change: object) =>
    fromDomainsInput({ rows: rows.map((row) => (row.id === 1 ? { ...row, ...change } : row)), allowsLocalhost }, matching);
  expect(parsedWith({ domain: '' })).toBeUndefined();
  expect(parsedWith({ domain: 'https://app.example.com' })).toBeUndefined();
  expect(parsedWith({ handlerPath: 'auth' })).toBeUndefined();
  expect(parsedWith({ domain: 'http://a.example' })).toBeDefined();
});

it('stores a domain and a handler path without what can’t be seen at their ends', () => {
  const rows = [{ id: 0, domain: '\u200Bhttps://a.example\u00A0', handlerPath: ' /handler\uFEFF' }];
  expect(fromDomainsInput({ rows, allowsLocalhost: false }, matching)).toEqual({
    domains: { 'https://a.example': '/handler' },
    allow_localhost: false,
  });
});

it('adds rows that no other one is mixed up with', () => {
  const rows = withNewRow(withNewRow(toDomainsInput(storedDomains(config)).rows).filter(({ id }) => id !== 0));
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(withNewRow([])).toEqual([{ id: 0, domain: '', handlerPath: '/handler' }]);
});

it('finds a duplicate at the later of two rows', () => {
  const row = { domain: 'https://a.example', handlerPath: '/handler' };
  const rows = [
    { ...row, id: 0 },
    { ...row, id: 1 },
  ];
  expect(rows.map((one) => rowProblem(rows, one, matching)?.text)).toEqual([undefined, 'domains.problem.duplicate']);
});

it('offers www for a new domain, once, and with its handler path', () => {
  const stored = storedDomains({ ...config, domains: [{ domain: 'https://example.org', handler_path: '/handler' }] });
  const rows = withNewRow(toDomainsInput(stored).rows, { domain: 'https://example.com', handlerPath: '/auth' });
  const [old, added] = rows as [(typeof rows)[0], (typeof rows)[0]];
  expect(missingWww(rows, old, stored, matching)).toBeNull();
  expect(missingWww(rows, added, stored, matching)).toBe('https://www.example.com');
  const both = withNewRow(rows, { ...added, domain: 'https://www.example.com' });
  expect(both.at(-1)).toMatchObject({ domain: 'https://www.example.com', handlerPath: '/auth' });
  expect(missingWww(both, added, stored, matching)).toBeNull();
});
