import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTranslator } from '#messages/translator.ts';
import { errorPaths, fieldOfFailure, type ViolationTexts, violationText } from './field-problem';

const messages = createTranslator('en');

function textOf(schema: z.ZodType, value: unknown, texts: ViolationTexts = {}): string | undefined {
  const error = (violation: object) => violationText(messages, violation, texts);
  return schema.safeParse(value, { error }).error?.issues[0]?.message;
}

const text = z.string().trim().min(1).max(5);

it.each([
  [text, '', 'Enter a value'],
  [text, ' ', 'Enter a value'],
  [text, undefined, 'Enter a value'],
  [text, 'abcdef', 'Use at most 5 characters'],
  [z.string().min(8), 'abc', 'Use at least 8 characters'],
  [z.int().min(1).max(65_535), 0, 'Enter 1 or more'],
  [z.int().min(1).max(65_535), 65_536, 'Enter 65,535 or less'],
  [z.email(), 'ada', 'Enter a valid email address'],
  [z.email(), '', 'Enter a value'],
  [z.url(), 'nonsense', 'Enter a valid value'],
  [z.array(z.string()).min(1), [], 'Enter a valid value'],
])('%# %s', (schema, value, expected) => {
  expect(textOf(schema, value)).toBe(expected);
});

it('is the field’s own text where a value is missing, and only there', () => {
  expect(textOf(text, '', { missing: 'Enter a name' })).toBe('Enter a name');
  expect(textOf(text, 'abcdef', { missing: 'Enter a name' })).toBe('Use at most 5 characters');
  expect(textOf(text, 'abc', { missing: 'Enter a name' })).toBeUndefined();
});

it('is the field’s own text where the schema can’t say what is wrong', () => {
  const letters = z.string().refine((value) => /^[a-z]+$/.test(value));
  expect(textOf(letters, 'A', { invalid: 'Use letters' })).toBe('Use letters');
  expect(textOf(letters, '', { invalid: 'Use letters' })).toBe('Enter a value');
  expect(textOf(z.string().max(2), 'abc', { invalid: 'Use letters' })).toBe('Use at most 2 characters');
});

it('is the text of the schema, where that says what is wrong', () => {
  const known = z.string().refine(() => false, { params: { text: 'own-emails.address.known' } });
  expect(textOf(known, 'ada@example.com', { invalid: 'Use letters' })).toBe('You already added this email address');
  expect(textOf(known, '', { missing: 'Enter an address' })).toBe('You already added this email address');
  const other = z.string().refine(() => false, { params: { text: 'no key', line: 'is not a valid URL' } });
  expect(textOf(other, 'x')).toBe('Enter a valid value');
});

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
