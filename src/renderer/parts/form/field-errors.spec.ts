import { describe, expect, it } from 'vitest';
import { errorPaths, fieldOfFailure } from './field-errors';

const names = ['name', 'baseUrl', 'keys.server'] as const;

describe('a failure', () => {
  it.each([
    ['baseUrl', 'baseUrl'],
    ['keys.server', 'keys.server'],
    ['draft.name', 'name'],
    ['change.keys.server', 'keys.server'],
    ['draft.environment', null],
    ['keys', null],
    ['constructor', null],
    ['', null],
  ])('at %j belongs to the field %j', (path, field) => {
    expect(fieldOfFailure({ code: 'bad-input', path }, names)).toBe(field);
  });

  it('without a path belongs to no field', () => {
    expect(fieldOfFailure({ code: 'offline' }, names)).toBeNull();
  });

  it('belongs to the field that the form names for its code', () => {
    const errorFields = { USER_EMAIL_ALREADY_EXISTS: 'name', 'key-invalid': 'keys.server' } as const;
    expect(fieldOfFailure({ code: 'known-error', known: 'USER_EMAIL_ALREADY_EXISTS' }, names, errorFields)).toBe('name');
    expect(fieldOfFailure({ code: 'key-invalid' }, names, errorFields)).toBe('keys.server');
    expect(fieldOfFailure({ code: 'known-error', known: 'constructor' }, names, errorFields)).toBeNull();
  });

  it('belongs to the field that the form names for its text, unless it has a code', () => {
    const errorFields = { 'Name taken': 'name' } as const;
    expect(fieldOfFailure({ code: 'service-error', status: 400, text: 'Name taken' }, names, errorFields)).toBe('name');
    expect(fieldOfFailure({ code: 'known-error', known: 'OTHER', text: 'Name taken' }, names, errorFields)).toBeNull();
    expect(fieldOfFailure({ code: 'service-error', status: 400, text: 'toString' }, names, errorFields)).toBeNull();
  });
});

describe('the paths of a form’s errors', () => {
  it('are those of its fields, nested ones too', () => {
    const errors = { name: { type: 'too_small', message: '' }, keys: { server: { type: 'too_big', message: '' } } };
    expect(errorPaths(errors)).toEqual(['name', 'keys.server']);
  });

  it('are none without an error', () => {
    expect(errorPaths({ keys: undefined })).toEqual([]);
  });
});
