/** JSON Schemas for metadata, checked without compiling code from them, which the page's policy forbids. */
import { type Schema, Validator } from '@cfworker/json-schema';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseJson } from '#contract/text/parse-json.ts';

/** What is wrong with a value, and where. */
export interface SchemaProblem {
  /** Keys from the root, as in `/crm/owner`; empty for the whole value. */
  readonly path: string;
  readonly text: string;
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

/** Returns the problems of a value, the first ones; null if the schema can't be applied to it. */
export function schemaProblems(schema: Schema, value: JsonValue): readonly SchemaProblem[] | null {
  try {
    const { errors } = new Validator(schema, '2020-12', false).validate(value);
    // An object is reported besides what is wrong within it.
    const inner = errors.filter(({ keyword }) => !['properties', 'items', 'additionalProperties', '$ref', 'allOf'].includes(keyword));
    const problems = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) => ({
      path: instanceLocation.replace(/^#\/?/, '/').replace(/^\/$/, ''),
      text: error,
    }));
    return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()].slice(0, maxProblems);
  } catch {
    return null;
  }
}
