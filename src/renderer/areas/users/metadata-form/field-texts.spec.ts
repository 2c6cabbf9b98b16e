import { expect, it } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { fieldHint, fieldName, problemText } from './field-texts';
import { type FormField, formFields } from './form-fields';

const messages = createTranslator('en');
const fieldOf = (schema: object) => formFields(JSON.stringify({ properties: { key: schema } }))?.[0] as FormField;

it.each([
  [{ enum: ['a', 'b', 'c'] }, 'one of 3'],
  [{ type: 'integer', minimum: 1, maximum: 5000 }, 'whole number, 1 to 5,000'],
  [{ type: 'number', minimum: 0 }, 'number, at least 0'],
  [{ type: 'number', maximum: 1.5 }, 'number, at most 1.5'],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', minLength: 15, maxLength: 18 }, 'text, 15 to 18 characters'],
  [{ type: 'string', format: 'email' }, 'email'],
  [{ type: 'string', format: 'odd', maxLength: 3 }, 'text, up to 3 characters'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'boolean' }, 'yes or no'],
  [{ type: 'array', items: { type: 'string' } }, 'list of text'],
  [{}, 'JSON'],
])('the kind of %j is %s', (schema, text) => {
  expect(fieldHint(messages, fieldOf(schema))).toBe(text);
});

it.each([
  [{ type: 'string' }, 'required', 'Enter a value'],
  [{ enum: ['a'] }, 'enum', 'Choose one of the values'],
  [{ type: 'integer', minimum: 1 }, 'type', 'This isn’t the right kind of value: whole number, at least 1'],
  [{ type: 'integer', minimum: 1 }, 'minimum', 'Enter at least 1'],
  [{ type: 'string', maxLength: 18 }, 'maxLength', 'Use at most 18 characters'],
  [{ type: 'string', format: 'email' }, 'format', 'Enter a valid email address'],
  [{ type: 'string', format: 'odd' }, 'format', 'This doesn’t match the format of the schema'],
  [{ type: 'string', format: 'date' }, 'format', 'Enter a date'],
  [{ type: 'string', pattern: 'x' }, 'pattern', 'This doesn’t match the pattern of the schema'],
  [{ type: 'integer' }, 'multipleOf', 'the validator’s words'],
  [{}, 'anyOf', 'the validator’s words'],
])('the problem of %j with %s is: %s', (schema, keyword, text) => {
  expect(problemText(messages, fieldOf(schema), { keyword, text: 'the validator’s words' })).toBe(text);
});

it('a field has its title, or its key', () => {
  expect([fieldName(fieldOf({})), fieldName(fieldOf({ title: 'Seats' }))]).toEqual(['key', 'Seats']);
});
