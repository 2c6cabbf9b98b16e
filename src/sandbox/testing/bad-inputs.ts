/** Invalid requests, generated from the schemas of an endpoint, and the expected responses (wire/conventions 3, 6, 7, 9.2). */
import { z } from 'zod';
import type { Endpoint, Schema, Variant } from '#contract/definitions.ts';
import { id, userIdOrMe } from '#contract/service/models/fields.ts';
import { fieldsOf, unwrap } from '../http/coerce';
import type { TestResponse } from './test-sandbox';

type Fields = Readonly<Record<string, unknown>>;
export type Fit = Readonly<Partial<Record<'params' | 'query' | 'body', Fields>>>;

export interface Probe {
  readonly what: string;
  /** Parts that replace valid ones. */
  readonly change?: Fit;
  /** Access that isn't sufficient: none, or that of a client. */
  readonly as?: 'none' | 'client';
  /** Raw text of the body. */
  readonly text?: string;
  readonly keeps: (answer: TestResponse) => boolean;
}

const says = (line: string) => (answer: TestResponse) => linesOf(answer).includes(line);
const speaksOf = (at: string) => (answer: TestResponse) => linesOf(answer).some((line) => line.startsWith(`${at} `));
const isSilentOn = (at: string) => (answer: TestResponse) => !speaksOf(at)(answer);
const isError = (code: string) => (answer: TestResponse) => answer.json.code === code;

function linesOf({ json, details }: TestResponse): string[] {
  return json.code === 'SCHEMA_ERROR' ? String(details.message).split('\n  - ').slice(1) : [];
}

/** Creates all probes of an endpoint for one actor. */
export function createProbes(row: Endpoint, variant: Variant, fit: Fit): Probe[] {
  return [
    ...malformedParams(row, fit),
    ...badFields('query', variant.query, fit.query),
    ...(row.method === 'DELETE' ? [] : badFields('body', variant.body, fit.body)),
    ...outOfOrder(row, variant, fit),
  ];
}

function malformedParams({ params }: Endpoint, fit: Fit): Probe[] {
  if (params === undefined) return [];
  return Object.entries(fieldsOf(params)).flatMap(([name, schema]) => {
    if (schema !== id && schema !== userIdOrMe) return [];
    return ['nope', '0', 'null', 'x'.repeat(2000)].map((value) => ({
      what: `params.${name} ${value.slice(0, 4)}`,
      change: { params: { ...fit.params, [name]: value } },
      keeps: says(`params.${name} must be a valid UUID`),
    }));
  });
}

function badFields(part: 'query' | 'body', schema: Schema | undefined, fits: Fields = {}): Probe[] {
  if (schema === undefined) return [];
  const more: Probe = {
    what: `${part} with more`,
    change: { [part]: { ...fits, surplus: '1', another: '2' } },
    keeps: says(`${part} contains unknown properties: surplus, another`),
  };
  return [more, ...Object.entries(fieldsOf(schema)).flatMap(([name, field]) => badField(part, name, field, fits))];
}

function badField(part: 'query' | 'body', name: string, field: Schema, fits: Fields): Probe[] {
  const at = `${part}.${name}`;
  const { [name]: _left, ...rest } = fits;
  const probe = (what: string, value: unknown, keeps: Probe['keeps']): Probe => ({
    what: `${at} ${what}`,
    change: { [part]: { ...rest, [name]: value } },
    keeps,
  });
  const missing = { what: `${at} missing`, change: { [part]: rest }, keeps: says(`${at} must be defined`) };
  return [
    ...(field.safeParse(undefined).success ? [] : [missing]),
    ...oversized(at, field, probe),
    ...(part === 'query' ? [] : [...wrongTyped(at, field, probe), ...coerced(at, field, probe)]),
  ];
}

type Make = (what: string, value: unknown, keeps: Probe['keeps']) => Probe;

function wrongTyped(at: string, field: Schema, probe: Make): Probe[] {
  const inner = unwrap(field);
  const isScalar = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some((kind) => inner instanceof kind);
  const object = { a: 1 };
  return [
    probe('null', null, field.safeParse(null).success ? isSilentOn(at) : speaksOf(at)),
    ...(isScalar || inner instanceof z.ZodArray ? [probe('an object', object, speaksOf(at))] : []),
    ...(isScalar ? [probe('a list', [object], speaksOf(at)), probe('an odd object', { length: [{}], toString: 1 }, speaksOf(at))] : []),
    ...(inner instanceof z.ZodObject || inner instanceof z.ZodRecord || inner instanceof z.ZodArray
      ? [probe('text', 'text', speaksOf(at))]
      : []),
    ...(inner instanceof z.ZodNumber || inner instanceof z.ZodBoolean ? [probe('words', 'neither', speaksOf(at))] : []),
  ];
}

/** Creates values one above a limit; without a limit, values long enough to reveal careless copying. */
function oversized(at: string, field: Schema, probe: Make): Probe[] {
  const inner = unwrap(field);
  if (inner instanceof z.ZodString) {
    const { minLength, maxLength } = inner;
    if (maxLength === null) return [probe('huge', 'x'.repeat(50_000), () => true)];
    const rule = minLength === maxLength ? 'exactly' : 'at most';
    return [probe('too long', 'x'.repeat(maxLength + 1), says(`${at} must be ${rule} ${maxLength} characters`))];
  }
  if (!(inner instanceof z.ZodNumber)) return [];
  const most = inner.maxValue;
  if (most === null || most > 2 ** 52) return [probe('huge', 2 ** 53, () => true)];
  return [probe('too large', most + 1, says(`${at} must be less than or equal to ${most}`))];
}

/** Creates values of similar types, which are coerced. */
function coerced(at: string, field: Schema, probe: Make): Probe[] {
  const isNoMatterOfType = (answer: TestResponse) => !linesOf(answer).some((line) => line.startsWith(`${at} must be a \``));
  const inner = unwrap(field);
  if (inner instanceof z.ZodBoolean) return ['true', '0', 1].map((value) => probe(`as ${JSON.stringify(value)}`, value, isSilentOn(at)));
  if (inner instanceof z.ZodString) return [12, true].map((value) => probe(`as ${value}`, value, isNoMatterOfType));
  return inner instanceof z.ZodNumber ? [probe('as text', ' 1 2 ', isNoMatterOfType)] : [];
}

/** Creates requests with two errors, of which the earlier check has to be reported. */
function outOfOrder(row: Endpoint, variant: Variant, fit: Fit): Probe[] {
  const bad: Fit = { ...fit, ...(variant.query ? { query: { surplus: '1' } } : {}), ...(variant.body ? { body: { surplus: 1 } } : {}) };
  const unreadable: Probe = { what: 'a body that is none', as: 'none', text: '{', keeps: isError('BODY_PARSING_ERROR') };
  const parsing = row.method === 'GET' || variant.body === undefined ? [] : [unreadable];
  if (variant.access === 'public') return parsing;
  const withoutHeaders: Probe = {
    what: 'no headers, and more that is wrong',
    change: bad,
    as: 'none',
    keeps: isError('ACCESS_TYPE_REQUIRED'),
  };
  const tooLow: Probe = {
    what: 'client access, and more that is wrong',
    change: bad,
    as: 'client',
    keeps: isError('INSUFFICIENT_ACCESS_TYPE'),
  };
  const isForClients = Object.values(row.actors).some(({ access }) => access === 'client');
  return [...parsing, withoutHeaders, ...(isForClients ? [] : [tooLow])];
}
