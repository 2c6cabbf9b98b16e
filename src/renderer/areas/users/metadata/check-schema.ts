/** JSON Schemas for metadata, checked without compiling code from them, which the page's policy forbids. */
import { type Schema, Validator } from '@cfworker/json-schema';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseJson } from '#contract/text/parse-json.ts';

/** A violation of the schema. */
export interface SchemaProblem {
  /** Keys from the root, also of a key that is missing; empty for the whole value. */
  readonly path: readonly string[];
  /** The rule that is violated: `type`, `required`, … */
  readonly keyword: string;
  readonly text: string;
  /** Whether the value that is compared with, such as the stored one, has it too. */
  readonly isOld: boolean;
}

const maxProblems = 20;

/** Returns the schema that a text contains; null if it isn't a schema. */
export function parseSchema(text: string): Schema | null {
  try {
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    // Finds references that lead nowhere and patterns that aren't valid, which are reported only when they are used.
    new Validator(value).validate({});
    return value;
  } catch {
    return null;
  }
}

/**
 * Returns the problems of a value, at most twenty, with those that `old` doesn't have first; null if the schema can't be applied to it. Without
 * `old`, all are new.
 */
export function schemaProblems(schema: Schema, value: JsonValue, old?: JsonValue): readonly SchemaProblem[] | null {
  try {
    const validator = new Validator(schema, '2020-12', false);
    const known = new Set(old === undefined || old === null ? [] : allProblems(validator, old).map(keyOf));
    const problems = allProblems(validator, value).map((problem) => ({ ...problem, isOld: known.has(keyOf(problem)) }));
    return problems.toSorted((one, other) => Number(one.isOld) - Number(other.isOld)).slice(0, maxProblems);
  } catch {
    return null;
  }
}

type Found = Omit<SchemaProblem, 'isOld'>;

const keyOf = (problem: Found) => JSON.stringify([problem.path, problem.keyword, problem.text]);

function allProblems(validator: Validator, value: JsonValue): readonly Found[] {
  const { errors } = validator.validate(value);
  // An object is reported besides what is wrong within it.
  const inner = errors.filter(({ keyword }) => !['properties', 'items', 'additionalProperties', '$ref', 'allOf'].includes(keyword));
  const problems = (inner.length > 0 ? inner : errors).map(({ instanceLocation, keyword, error }) => ({
    path: [...pathOf(instanceLocation), ...missingKey(keyword, error)],
    keyword,
    text: error,
  }));
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
}

/** Returns the keys of a location such as `#/crm/owner%20name`. */
function pathOf(location: string): readonly string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURI(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The validator reports a missing key at the object that it is missing in, and names it only in its text. */
function missingKey(keyword: string, text: string): readonly string[] {
  const name = keyword === 'required' ? /property "(.*)"\.$/s.exec(text)?.[1] : undefined;
  return name === undefined ? [] : [name];
}
