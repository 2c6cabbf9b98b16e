import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { email, id, json, strictEmail, url, userIdOrMe, verificationCode } from '#contract/service/models/fields.ts';
import { userListQuery, userUpdate } from '#contract/service/users.ts';
import type { RequestSchemas } from './context';
import { Failure } from './failures';
import { type Input, requireUserForMe, validate } from './validate';

const call = { method: 'POST', pathname: '/api/v1/x' };
const nothing: Input = { params: undefined, query: undefined, headers: undefined, body: undefined };

function linesOf(shapes: RequestSchemas, input: Partial<Input>): string[] {
  try {
    validate(shapes, { ...nothing, ...input }, null, call);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message.split('\n  - ').slice(1);
  }
}

describe('lines', () => {
  it('report spaces in an invalid URL first', () => {
    expect(field(url, 'not a url')).toEqual(['body.x contains spaces', 'body.x is not a valid URL']);
  });

  const field = (schema: z.ZodType, value: unknown) => linesOf({ body: z.strictObject({ x: schema }) }, { body: { x: value } });

  it.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.string(), undefined, 'body.x must be defined'],
    ['null', z.string(), null, 'body.x cannot be null'],
    ['id', id, 'nope', 'body.x must be a valid UUID'],
    ['email', email, 'x', 'body.x must be a valid email'],
    ['strict email', strictEmail, 'a@localhost', 'body.x must be a valid email'],
    ['URL', url, 'nope', 'body.x is not a valid URL'],
    ['URL with spaces', url, 'https://a.example/b c', 'body.x contains spaces'],
    ['too long', z.string().max(3), 'abcd', 'body.x must be at most 3 characters'],
    ['too short', z.string().min(3), 'ab', 'body.x must be at least 3 characters'],
    ['empty', z.string().min(1), '', 'body.x must not be empty'],
    ['code', verificationCode, 'abc', 'body.x must be exactly 45 characters'],
    ['too large', z.number().max(5), 6, 'body.x must be less than or equal to 5'],
    ['too small', z.int().min(1), 0, 'body.x must be greater than or equal to 1'],
    ['not whole', z.int(), 1.5, 'body.x must be an integer'],
    ['no number', z.number(), 'abc', 'body.x must be a `number` type, but the final value was: `NaN` (cast from the value `"abc"`).'],
    ['no boolean', z.boolean(), 'yes', 'body.x must be a `boolean` type, but the final value was: `"yes"`.'],
    ['no text', z.string(), [1], 'body.x must be a `string` type, but the final value was: `[\n  1\n]`.'],
    ['a list for a code', verificationCode, [1], 'body.x must be a `string` type, but the final value was: `[\n  1\n]`.'],
    [
      'an object that claims a length',
      verificationCode,
      { length: [{ toString: 0 }] },
      'body.x must be a `string` type, but the final value was: `{\n  "length": [\n    {\n      "toString": 0\n    }\n  ]\n}`.',
    ],
    [
      'an object that is no text',
      z.boolean(),
      { toString: 1 },
      'body.x must be a `boolean` type, but the final value was: `{\n  "toString": 1\n}`.',
    ],
    ['no object', z.object({}), 'a', 'body.x must be a `object` type, but the final value was: `"a"`.'],
    ['no list', z.array(z.string()), 'a', 'body.x must be a `array` type, but the final value was: `"a"`.'],
    ['choice', z.enum(['a', 'b']), 'c', 'body.x must be one of the following values: a, b'],
    ['literal', z.literal(false), true, 'body.x must be one of the following values: false'],
    ['base64', z.base64(), '%%%', 'body.x is not valid base64'],
    ['in a list', z.array(z.strictObject({ id })), [{ id: 'nope' }], 'body.x[0].id must be a valid UUID'],
  ])('%s', (_what, schema, value, line) => {
    expect(field(schema, value)).toEqual([line]);
  });

  it('collects the violations of all parts', () => {
    const shapes = { params: z.strictObject({ user_id: id }), query: z.strictObject({}), body: z.strictObject({ a: z.string() }) };
    expect(linesOf(shapes, { params: { user_id: 'x' }, query: { q: '1', r: '2' }, body: { b: 1 } })).toEqual([
      'params.user_id must be a valid UUID',
      'query contains unknown properties: q, r',
      'body.a must be defined',
      'body contains unknown properties: b',
    ]);
  });

  it('names method and path, in text and details alike', () => {
    expect(() => validate({ body: z.strictObject({}) }, { ...nothing, body: { a: 1 } }, null, call)).toThrow(
      'Request validation failed on POST /api/v1/x:\n  - body contains unknown properties: a',
    );
  });

  it('reports a missing body', () => {
    expect(linesOf({ body: userUpdate }, {})).toEqual(['body must be defined']);
  });
});

describe('lenient reading', () => {
  const read = (schema: z.ZodType, value: unknown) =>
    validate({ body: z.strictObject({ x: schema }) }, { ...nothing, body: { x: value } }, null, call).body;

  it.each<[z.ZodType, unknown, unknown]>([
    [z.number(), '12', 12],
    [z.number(), ' 1.5 ', 1.5],
    [z.int().optional(), '3', 3],
    [z.boolean(), 'true', true],
    [z.boolean(), '0', false],
    [z.boolean(), 1, true],
    [z.boolean().nullable(), 'FALSE', false],
    [z.literal(false), 'false', false],
    [z.string(), 5, '5'],
    [z.string(), true, 'true'],
    [z.string().nullable(), null, null],
    [json, '5', '5'],
    [z.array(z.number()), ['1', 2], [1, 2]],
  ])('%# %s', (schema, sent, expected) => {
    expect(read(schema, sent)).toEqual({ x: expected });
  });

  it('reads a list query', () => {
    const query = { limit: '5', desc: '1', order_by: 'signed_up_at', query: '42' };
    expect(validate({ query: userListQuery }, { ...nothing, query }, null, call).query).toEqual({
      limit: 5,
      desc: true,
      order_by: 'signed_up_at',
      query: '42',
    });
  });

  it('doesn’t coerce empty text to a number', () => {
    expect(linesOf({ query: userListQuery }, { query: { limit: '' } })).toEqual([
      'query.limit must be a `number` type, but the final value was: `NaN` (cast from the value `""`).',
    ]);
  });
});

describe('"me"', () => {
  const shapes = { query: z.strictObject({ user_id: userIdOrMe.optional() }) };
  const input = { ...nothing, query: { user_id: 'me' } };

  it('becomes the id of the user', () => {
    expect(validate(shapes, input, 'the-user', call).query).toEqual({ user_id: 'the-user' });
  });

  it('requires a user', () => {
    expect(() => requireUserForMe(shapes, input, null)).toThrow("You have specified 'me' as a userId");
    expect(() => requireUserForMe(shapes, { ...nothing, query: {} }, null)).not.toThrow();
  });
});
