import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parsedJson, shownOrNull } from '#contract/service/models/fields.ts';
import { createRedactor } from '../redact';
import { withUnknownFields } from './unknown-fields';

const user = z.object({
  id: z.string(),
  has_password: z.boolean().optional(),
  secret_server_key: z.object({ last_four: z.string() }).optional(),
  server_metadata: parsedJson.optional(),
  country: shownOrNull(z.string()).optional(),
  providers: z.array(z.object({ id: z.string() })).optional(),
  counts: z.record(z.string(), z.number()).optional(),
});
const own = 'the key of this connection';
const redact = createRedactor(() => [own]);
const rawOf = (text: string) => {
  const sent = JSON.parse(text) as JsonValue;
  return withUnknownFields(user.parse(sent), sent, redact);
};

/** Everything here is shown as it was sent. */
test.each([
  [
    'fields of a later release',
    '{"id":"a","is_restricted":true,"restricted_reason":{"type":"anonymous"},"risk_scores":{"bot":0.5,"of":[1,2]}}',
  ],
  ['known fields, whatever their names', '{"id":"a","has_password":true,"secret_server_key":{"last_four":"wxyz"}}'],
  [
    'all of metadata, which the project writes',
    '{"id":"a","server_metadata":{"api_key":"abc","token":["t"],"__proto__":{"password":"p"}}}',
  ],
  ['what is on or off, and what is missing', '{"id":"a","requires_token":true,"password":null,"keys":false}'],
  ['unknown fields within known ones', '{"id":"a","providers":[{"id":"github","verified":true},{"id":"x","added_at":1}]}'],
  ['values of another type than expected', '{"id":"a","country":{"name":"Chile","iso":2}}'],
  ['the order of fields', '{"later":1,"id":"a","earlier":2}'],
  ['a field named __proto__', '{"id":"a","__proto__":{"later":{"__proto__":1}}}'],
  ['other names that mean something to JavaScript', '{"id":"a","constructor":1,"toString":"x","hasOwnProperty":{}}'],
  ['numbers of a record', '{"id":"a","counts":{"token":1}}'],
])('keeps %s', (_what, text) => {
  expect(JSON.stringify(rawOf(text))).toBe(text);
});

test.each([
  ['a text', '{"refresh_token":"abc"}', '{"refresh_token":"***"}'],
  ['a number', '{"pin":1234}', '{"pin":"***"}'],
  ['an object', '{"apiKey":{"id":"k","value":"abc"}}', '{"apiKey":"***"}'],
  ['a list', '{"recovery_codes":["a","b"]}', '{"recovery_codes":"***"}'],
  ['one within unknown fields', '{"later":{"a":[{"password_hash":"x","b":1}]}}', '{"later":{"a":[{"password_hash":"***","b":1}]}}'],
  ['one below a field named __proto__', '{"__proto__":{"token":"x"}}', '{"__proto__":{"token":"***"}}'],
  ['one within known fields', '{"providers":[{"id":"x","access_token":"abc"}]}', '{"providers":[{"id":"x","access_token":"***"}]}'],
  ['one in the place of a known text', '{"country":{"token":"abc"}}', '{"country":{"token":"***"}}'],
  ['one by its form', '{"note":"sk_1234567890"}', '{"note":"***"}'],
  ['one by its form in a list', '{"notes":["a","-----BEGIN KEY"]}', '{"notes":["a","***"]}'],
  ['the key of the call', `{"note":"used ${own}!"}`, '{"note":"used ***!"}'],
])('hides %s', (_what, text, expected) => {
  const withId = (fields: string) => `{"id":"a",${fields.slice(1)}`;
  expect(JSON.stringify(rawOf(withId(text)))).toBe(withId(expected));
});

test('takes the deepest response that is accepted', () => {
  const text = `{"id":"a","later":${'{"a":'.repeat(198)}1${'}'.repeat(198)}}`;
  expect(JSON.stringify(rawOf(text))).toBe(text);
});
