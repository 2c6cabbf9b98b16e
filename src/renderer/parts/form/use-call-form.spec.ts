import type { FieldErrors, FieldValues } from 'react-hook-form';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { addTexts, createTranslator } from '#messages/translator.ts';
import { type FieldProblem, problemText } from './field-problem';
import { schemaResolver } from './use-call-form';

addTexts('de', {
  'form.violation.missing': 'Geben Sie einen Wert ein',
  'sign-in.email.invalid': 'Geben Sie eine gültige E-Mail-Adresse ein',
});
const [en, de] = [createTranslator('en'), createTranslator('de')];

const schema = z.object({
  name: z.string().trim().min(1),
  keys: z.object({ client: z.union([z.string().min(1), z.object({ id: z.string(), last: z.string() })]) }),
  email: z.string().refine((text) => text.includes('@'), { params: { text: 'sign-in.email.invalid' }, abort: true }),
});

async function validate(values: FieldValues): Promise<FieldErrors> {
  const { errors } = await schemaResolver(schema)(values as z.input<typeof schema>, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return errors;
}

it('returns the output of the schema', async () => {
  const values = { name: ' Ada ', keys: { client: 'pck' }, email: 'ada@example.com' };
  const result = await schemaResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(result).toEqual({ values: { ...values, name: 'Ada' }, errors: {} });
});

it('keeps violations whose texts follow the language', async () => {
  const { name, keys, email } = await validate({ name: '', keys: { client: '' }, email: 'ada' });
  const client = (keys as unknown as { client: FieldProblem }).client;
  const texts = [name, client, email].map((problem) => [en, de].map((messages) => problemText(messages, problem as FieldProblem)));
  expect(texts).toEqual([
    ['Enter a value', 'Geben Sie einen Wert ein'],
    ['Enter a value', 'Geben Sie einen Wert ein'],
    ['Enter a valid email address', 'Geben Sie eine gültige E-Mail-Adresse ein'],
  ]);
});

it('shows the reason for which a call failed', () => {
  const problem: FieldProblem = { type: 'known-error', cause: { report: { code: 'known-error', known: 'USER_EMAIL_ALREADY_EXISTS' } } };
  expect(problemText(en, problem)).toBe('This email address is already in use');
  expect(problemText(en, undefined)).toBeUndefined();
});
