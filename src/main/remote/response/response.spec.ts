import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { knownErrors } from '#contract/known-errors.ts';
import { type JsonValue, parsedJson, shownOrNull } from '#contract/service/models/fields.ts';
import { errorOf, knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import type { TransportResponse } from '../../ports/ports';
import { createRedactor, type Redact } from '../redact';
import { readResponse, withUnknownFields } from './response';

const variant = { access: 'client', response: z.object({ id: z.string(), inner: z.object({ at: z.int() }).optional() }) } as const;
const noSecrets: Redact = (value) => value;
const noPause = () => undefined;
const read = (answer: TransportResponse, redact = noSecrets) => readResponse(variant, answer, redact, noPause);
const failing = (answer: TransportResponse, redact?: Redact) => reportOf(read(answer, redact));
const requestId = { 'x-stack-request-id': 'abcdefgh' };

describe('a success', () => {
  test.each([200, 201, 299])('%i is the parsed value, without fields of later releases', async (status) => {
    expect(await read(response({ id: 'x', invented_later: true }, { status }))).toEqual({ id: 'x' });
  });

  test.each([
    { what: 'nothing', body: '', path: undefined },
    { what: 'HTML of a captive portal', body: '<html>Sign in to the café</html>', path: undefined },
    { what: 'half an object', body: '{"id":"x"', path: undefined },
    { what: 'null', body: 'null', path: '' },
    { what: 'a list', body: '[]', path: '' },
    { what: 'a text', body: '"x"', path: '' },
    { what: 'a field of another type', body: '{"id":7}', path: 'id' },
    { what: 'a field missing', body: '{}', path: 'id' },
    { what: 'something wrong deep down', body: '{"id":"x","inner":{"at":"noon"}}', path: 'inner.at' },
    { what: 'prototype keys', body: '{"__proto__":{"id":"x"}}', path: 'id' },
  ])('with $what is a bad response, and nothing of it is told', async ({ body, path }) => {
    const report = await failing(response(body, { headers: requestId }));
    expect(report).toEqual({ code: 'bad-response', status: 200, requestId: 'abcdefgh', ...(path === undefined ? {} : { path }) });
  });

  test('that is not UTF-8 is a bad response', async () => {
    expect(await failing({ status: 200, headers: {}, bytes: Uint8Array.of(0x22, 0xff, 0xfe, 0x22) })).toEqual({
      code: 'bad-response',
      status: 200,
    });
  });

  test.each([
    { what: '16 MB of brackets', body: '['.repeat(16 * 1024 * 1024) },
    { what: 'a field nested 201 levels deep', body: `{"id":"x","later":${'['.repeat(200)}${']'.repeat(200)}}` },
    { what: 'a field nested past the stack', body: `{"id":"x","later":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  ])('with $what is a bad response that names the limit', async ({ body }) => {
    expect(await failing(response(body))).toEqual({ code: 'bad-response', status: 200, details: { limit: 'nesting', max: 200 } });
  });

  test('with more values than are parsed in one go is a bad response that names the limit', async () => {
    expect(await failing(response(`{"id":"x","later":[${'{},'.repeat(250_000)}{}]}`, { headers: requestId }))).toEqual({
      code: 'bad-response',
      status: 200,
      requestId: 'abcdefgh',
      details: { limit: 'values', max: 250_000 },
    });
  });

  test('with a violation at a long path tells a part of it', async () => {
    const anyName = { access: 'client', response: z.record(z.string(), z.int()) } as const;
    const answer = response({ [`🔑${'x'.repeat(2000)}`]: 'no number' });
    const report = await reportOf(readResponse(anyName, answer, noSecrets, noPause));
    expect(report).toEqual({ code: 'bad-response', status: 200, path: `🔑${'x'.repeat(197)}…` });
  });
});

describe('a known error', () => {
  test('with a megabyte of text is told in 500 characters', async () => {
    const answer = response({ code: 'X', error: 'x'.repeat(1_000_000) }, { headers: { 'x-stack-known-error': 'X' } });
    expect(await failing(answer)).toMatchObject({ known: 'X', text: `${'x'.repeat(499)}…` });
  });

  test('is told by code, text, details and the status it was meant to have', async () => {
    expect(await failing(knownError('USER_NOT_FOUND', 404, { id: 'x' }))).toEqual({
      code: 'known-error',
      known: 'USER_NOT_FOUND',
      text: 'The text of USER_NOT_FOUND.',
      details: { id: 'x' },
      status: 404,
      requestId: 'r'.repeat(16),
    });
  });

  test.each(Object.entries(knownErrors).flatMap(([code, { status }]) => (status === null ? [] : [{ code, status }])))(
    '$code',
    async ({ code, status }) => {
      expect(await failing(knownError(code, status))).toMatchObject({ code: 'known-error', known: code, status });
    },
  );

  test('that is not in the table keeps its code and text', async () => {
    expect(await failing(knownError('A_CODE_OF_TOMORROW', 418))).toMatchObject({
      known: 'A_CODE_OF_TOMORROW',
      text: 'The text of A_CODE_OF_TOMORROW.',
      status: 418,
    });
  });

  test('may have neither text nor details, and its own status if it wasn’t overridden', async () => {
    const answer = response({ code: 'USER_NOT_FOUND' }, { status: 404, headers: { 'x-stack-known-error': 'USER_NOT_FOUND' } });
    expect(await failing(answer)).toEqual({ code: 'known-error', known: 'USER_NOT_FOUND', status: 404 });
  });

  test('of more than a megabyte is not read', async () => {
    const answer = knownError('USER_NOT_FOUND', 404, 'x'.repeat(1024 * 1024));
    expect(await failing(answer)).toMatchObject({ code: 'response-too-large', status: 404, details: { limit: 'bytes', max: 1_048_576 } });
  });

  test('nested 201 levels deep is not read', async () => {
    const answer = response(`{"code":"X","details":${'['.repeat(200)}${']'.repeat(200)}}`, { headers: { 'x-stack-known-error': 'X' } });
    expect(await failing(answer)).toMatchObject({ code: 'bad-response', details: { limit: 'nesting', max: 200 } });
  });

  test.each([
    { what: 'the former names', prefixes: ['x-stack'] },
    { what: 'the present names', prefixes: ['x-hexclave'] },
    { what: 'both', prefixes: ['x-stack', 'x-hexclave'] },
  ])('is read with $what of its headers', async ({ prefixes }) => {
    const sent = { 'known-error': 'USER_NOT_FOUND', 'actual-status': '404', 'request-id': 'abcdefgh' };
    const headers = prefixes.flatMap((prefix) => Object.entries(sent).map(([name, value]) => [`${prefix}-${name}`, value]));
    expect(await failing(response({ code: 'USER_NOT_FOUND' }, { headers: Object.fromEntries(headers) }))).toEqual({
      code: 'known-error',
      known: 'USER_NOT_FOUND',
      status: 404,
      requestId: 'abcdefgh',
    });
  });

  test.each([
    { what: 'another code in the body', body: { code: 'TEAM_NOT_FOUND', error: 'x' } },
    { what: 'no code in the body', body: { error: 'x' } },
    { what: 'a code that is not text', body: { code: 404 } },
    { what: 'a text that is not text', body: { code: 'USER_NOT_FOUND', error: {} } },
    { what: 'no JSON', body: 'USER_NOT_FOUND' },
    { what: 'nothing', body: '' },
    { what: 'a list', body: [] },
  ])('with $what is a protocol violation', async ({ body }) => {
    const headers = { 'x-stack-known-error': 'USER_NOT_FOUND', 'x-stack-actual-status': '404', ...requestId };
    expect(await failing(response(body, { headers }))).toEqual({ code: 'protocol-violation', status: 404, requestId: 'abcdefgh' });
  });
});

describe('the status', () => {
  test.each(['', '200', '302', '99', '4040', 'abc', '404, 404', '-404', '4e2'])(
    'an override of "%s" is a protocol violation',
    async (actual) => {
      expect(await failing(response({ id: 'x' }, { headers: { 'x-stack-actual-status': actual } }))).toEqual({
        code: 'protocol-violation',
        status: 200,
      });
    },
  );

  test('an override turns a 200 into the failure it was', async () => {
    expect(await failing(response('Gone wrong.', { headers: { 'x-stack-actual-status': '500' } }))).toEqual({
      code: 'service-error',
      status: 500,
      text: 'Gone wrong.',
    });
  });

  test.each([300, 301, 302, 303, 304, 307, 308, 399])('%i is refused, wherever it leads', async (status) => {
    const answer = response(
      { id: 'x' },
      { status, headers: { location: 'https://elsewhere.test', 'x-stack-known-error': 'USER_NOT_FOUND' } },
    );
    expect(await failing(answer)).toEqual({ code: 'redirect-refused', status });
  });

  test.each([100, 199, 400, 401, 404, 405, 500, 502, 503, 599, 999])('a plain %i is a service error', async (status) => {
    expect(await failing(response({ secret: 'x' }, { status }))).toEqual({ code: 'service-error', status });
  });

  test.each([
    { answer: response('Slow down', { status: 429 }) },
    { answer: response('Slow down', { headers: { 'x-stack-actual-status': '429' } }) },
  ])('429 is a rate limit', async ({ answer }) => {
    expect(await failing(answer)).toEqual({ code: 'rate-limited', status: 429 });
  });
});

describe('a circle that a gateway sees: 508', () => {
  const loop = (body: unknown, headers: Record<string, string> = {}, status = 508) => failing(response(body, { status, headers }));

  test('is a rate limit when it is named, in whatever form', async () => {
    expect(await loop('The deployment\n\nINFINITE_LOOP_DETECTED\n')).toEqual({ code: 'rate-limited', status: 508 });
    expect(await loop({ error: { code: 'INFINITE_LOOP_DETECTED' } })).toEqual({ code: 'rate-limited', status: 508 });
    expect(await loop('', { 'x-vercel-error': 'INFINITE_LOOP_DETECTED' })).toEqual({ code: 'rate-limited', status: 508 });
  });

  test('is a failure like any other when it is not, or when the status is another', async () => {
    expect(await loop('Loop')).toEqual({ code: 'service-error', status: 508, text: 'Loop' });
    expect(await loop('INFINITE_LOOP_DETECTED', {}, 500)).toMatchObject({ code: 'service-error', status: 500 });
  });
});

describe('a body that would have to be unpacked', () => {
  const packed = (status: number, headers: Record<string, string> = {}): TransportResponse => ({
    status,
    headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain', ...headers },
    bytes: new Uint8Array(),
  });

  test('is a bad response, for a success and for a known error', async () => {
    expect(await failing(packed(200))).toEqual({ code: 'bad-response', status: 200, path: 'content-encoding' });
    expect(await failing(packed(200, { 'x-stack-known-error': 'X' }))).toMatchObject({ code: 'bad-response', path: 'content-encoding' });
  });

  test('does not hide the status of a failure', async () => {
    expect(await failing(packed(503))).toEqual({ code: 'service-error', status: 503 });
    expect(await failing(packed(429))).toEqual({ code: 'rate-limited', status: 429 });
  });

  test('is none when the encoding changes nothing', async () => {
    expect(await read(response({ id: 'x' }, { headers: { 'content-encoding': 'Identity' } }))).toEqual({ id: 'x' });
  });
});

test('the error of a body that is no JSON quotes nothing of it', async () => {
  const thrown = await errorOf(read(response('{"access_token":eyJhbGciOi')));
  expect(inspect(thrown, { depth: 10 })).not.toMatch(/eyJ|access_token/);
});

describe('a plain error', () => {
  test('is told in the service’s sentence, cut to a length one can read', async () => {
    expect(await failing(response(`  ${'x'.repeat(2000)}`, { status: 500 }))).toEqual({
      code: 'service-error',
      status: 500,
      text: `${'x'.repeat(499)}…`,
    });
  });

  test.each([
    { what: 'a megabyte and a byte', size: 1024 * 1024 + 1, sentence: {} },
    { what: 'a megabyte', size: 1024 * 1024, sentence: { text: `${'x'.repeat(499)}…` } },
  ])('of $what is read as far as it is short enough', async ({ size, sentence }) => {
    expect(await failing(response('x'.repeat(size), { status: 503 }))).toEqual({ code: 'service-error', status: 503, ...sentence });
  });

  test.each(['text/html', 'application/json', '', 'image/png'])('of type "%s" has no sentence', async (type) => {
    expect(await failing(response('secret', { status: 500, headers: { 'content-type': type } }))).toEqual({
      code: 'service-error',
      status: 500,
    });
  });

  test('in the form of OAuth has no sentence either', async () => {
    expect(await failing(response({ error: 'invalid_request', error_description: 'Missing parameter' }, { status: 400 }))).toEqual({
      code: 'service-error',
      status: 400,
    });
  });
});

describe('a service that repeats what it was sent', () => {
  const redact = createRedactor(() => ['ssk_abcdefghijkl']);
  const echo = 'You sent ssk_abcdefghijkl';

  test.each([
    { what: 'in a sentence', answer: response(echo, { status: 500 }) },
    { what: 'at the edge of what is kept of a sentence', answer: response(`${'x'.repeat(492)}ssk_abcdefghijkl`, { status: 500 }) },
    {
      what: 'in a known error',
      answer: response(
        { code: 'X', error: echo, details: { headers: [{ k: echo }], [echo]: 1 } },
        { headers: { 'x-stack-known-error': 'X' } },
      ),
    },
    { what: 'as a code', answer: knownError('ssk_abcdefghijkl', 400) },
    { what: 'as a request id', answer: response('x', { status: 500, headers: { 'x-stack-request-id': echo } }) },
    { what: 'as the id of a bad response', answer: response('x', { headers: { 'x-stack-request-id': echo } }) },
  ])('does not get it across: $what', async ({ answer }) => {
    const report = JSON.stringify(await failing(answer, redact));
    expect(report).not.toContain('ssk_a');
    expect(report).toContain('***');
  });
});

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
