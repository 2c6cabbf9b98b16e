/** The fields of a form for metadata, from its JSON Schema. A schema is input like any other: whatever can't be a field is edited as JSON. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseJson } from '#contract/text/parse-json.ts';

interface FieldHead {
  /** Keys from the root. */
  readonly path: readonly string[];
  /** The schema's name for it; that of its key if absent. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

interface TextLimits {
  readonly format: string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

interface NumberLimits {
  readonly isWhole: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

interface Choice {
  readonly value: string | number | boolean | null;
  readonly label: string;
}

export type FormField = FieldHead &
  (
    | { readonly kind: 'text'; readonly limits: TextLimits }
    | { readonly kind: 'number'; readonly limits: NumberLimits }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
    | { readonly kind: 'switch' | 'date' | 'list' | 'json' }
    | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  );

/** Bounds of what one form draws: groups within groups, fields, choices of a field, and references to follow for one field. */
const maxDepth = 4;
const maxFields = 150;
const maxChoices = 100;
const maxReferences = 10;
const maxNameLength = 200;

type SchemaObject = { readonly [key: string]: JsonValue };

/** What is known of a field while it is read. */
interface Reading {
  readonly root: SchemaObject;
  readonly count: { left: number };
}

/**
 * Returns the fields of a schema's text, in its order; null if it describes no object with named keys, so that nothing can be drawn. Applies no
 * pattern, reads nothing outside the text, and takes a bounded time.
 */
export function formFields(text: string): readonly FormField[] | null {
  const root = parseObject(text);
  if (root === null) return null;
  const reading = { root, count: { left: maxFields } };
  const schema = resolve(root, reading);
  const fields = schema === null ? null : fieldsOf(schema, [], reading);
  return fields === null || fields.length === 0 ? null : fields;
}

/** Returns the schema's own name, if it has one. */
export function schemaTitle(text: string): string | undefined {
  const root = parseObject(text);
  return root === null ? undefined : textOf(root.title);
}

/** Returns all fields that hold a value, without the groups around them. */
export function leafFields(fields: readonly FormField[]): readonly FormField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? leafFields(field.fields) : [field]));
}

function parseObject(text: string): SchemaObject | null {
  try {
    const value = parseJson(text) as JsonValue;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null for a schema without properties, which isn't a group. */
function fieldsOf(schema: SchemaObject, path: readonly string[], reading: Reading): readonly FormField[] | null {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return null;
  const required = own(schema, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const fields: FormField[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (reading.count.left === 0) break;
    reading.count.left -= 1;
    fields.push(fieldOf(property, { path: [...path, name], isRequired: isRequired(name) }, reading));
  }
  return fields;
}

function fieldOf(property: JsonValue, place: Pick<FieldHead, 'path' | 'isRequired'>, reading: Reading): FormField {
  const schema = isObject(property) ? resolve(property, reading) : null;
  if (schema === null) return { ...place, kind: 'json', title: undefined, description: undefined };
  const head = { ...place, title: textOf(own(schema, 'title')), description: textOf(own(schema, 'description')) };
  const choices = choicesOf(schema);
  if (choices !== null) return { ...head, kind: 'choice', choices };
  const type = typeOf(schema);
  if (type === 'object') {
    const fields = place.path.length >= maxDepth ? null : fieldsOf(schema, place.path, reading);
    return fields === null || fields.length === 0 ? { ...head, kind: 'json' } : { ...head, kind: 'group', fields };
  }
  // What a union allows is in the check. A control for one of its types would hide the others.
  if (isUnion(schema)) return { ...head, kind: 'json' };
  if (type === 'boolean') return { ...head, kind: 'switch' };
  if (type === 'string') return textField(head, schema);
  if (type === 'number' || type === 'integer') return { ...head, kind: 'number', limits: numberLimits(schema, type === 'integer') };
  if (type === 'array' && isListOfText(schema, reading)) return { ...head, kind: 'list' };
  return { ...head, kind: 'json' };
}

/**
 * Follows references within the schema, whose siblings count too, and takes the one type of a union with null. Null where a reference leads
 * out of the schema, nowhere, or in a circle.
 */
function resolve(schema: SchemaObject, { root }: Reading): SchemaObject | null {
  let current = schema;
  for (let at = 0; at < maxReferences; at += 1) {
    const reference = own(current, '$ref');
    if (reference === undefined) {
      const only = withoutNull(current);
      if (only === null) return current;
      current = only;
      continue;
    }
    const target = typeof reference === 'string' ? targetOf(root, reference) : null;
    if (target === null) return null;
    const { $ref: _followed, ...siblings } = current;
    current = { ...target, ...siblings };
  }
  return null;
}

/** Only pointers within the schema, such as `#/$defs/address`. */
function targetOf(root: SchemaObject, reference: string): SchemaObject | null {
  if (!reference.startsWith('#')) return null;
  if (reference !== '#' && !reference.startsWith('#/')) return null;
  let target: JsonValue | undefined = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isObject(target) ? own(target, key) : Array.isArray(target) ? target[Number(key)] : undefined;
  }
  return isObject(target) ? target : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `anyOf` or `oneOf` of one schema and null: the schema. */
function withoutNull(schema: SchemaObject): SchemaObject | null {
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: parts, ...rest } = schema;
    if (!Array.isArray(parts) || parts.length !== 2) continue;
    const others = parts.filter((part) => !(isObject(part) && own(part, 'type') === 'null'));
    const [other] = others;
    if (others.length === 1 && isObject(other)) return { ...rest, ...other };
  }
  return null;
}

const isUnion = (schema: SchemaObject) => ['anyOf', 'oneOf', 'allOf', 'if', 'not'].some((keyword) => own(schema, keyword) !== undefined);

/** The type, besides null; undefined if there are several. */
function typeOf(schema: SchemaObject): JsonValue | undefined {
  const type = own(schema, 'type');
  if (type === undefined) return isObject(own(schema, 'properties')) ? 'object' : undefined;
  if (!Array.isArray(type)) return type;
  const others = type.filter((one) => one !== 'null');
  return others.length === 1 ? others[0] : undefined;
}

/** The values to choose from: an `enum`, or a `oneOf` of constants with titles. */
function choicesOf(schema: SchemaObject): readonly Choice[] | null {
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return asChoices(values.map((value) => ({ value, label: undefined })));
  const parts = own(schema, 'oneOf');
  if (!Array.isArray(parts)) return null;
  const constants = parts.map((part) => {
    const value = isObject(part) ? own(part, 'const') : undefined;
    return value === undefined || !isObject(part) ? null : { value, label: textOf(own(part, 'title')) };
  });
  const known = constants.filter((one) => one !== null);
  return known.length === parts.length ? asChoices(known) : null;
}

function asChoices(all: readonly { readonly value: JsonValue; readonly label: string | undefined }[]): readonly Choice[] | null {
  const choices = all.flatMap(({ value, label }) =>
    typeof value === 'object' && value !== null ? [] : [{ value, label: label ?? String(value).slice(0, maxNameLength) }],
  );
  return choices.length === all.length && choices.length > 0 && choices.length <= maxChoices ? choices : null;
}

function textField(head: FieldHead, schema: SchemaObject): FormField {
  const format = textOf(own(schema, 'format'));
  if (format === 'date') return { ...head, kind: 'date' };
  return { ...head, kind: 'text', limits: { format, min: numberOf(own(schema, 'minLength')), max: numberOf(own(schema, 'maxLength')) } };
}

function numberLimits(schema: SchemaObject, isWhole: boolean): NumberLimits {
  return { isWhole, min: numberOf(own(schema, 'minimum')), max: numberOf(own(schema, 'maximum')) };
}

function isListOfText(schema: SchemaObject, reading: Reading): boolean {
  const items = own(schema, 'items');
  const item = isObject(items) ? resolve(items, reading) : null;
  return item !== null && typeOf(item) === 'string' && own(schema, 'prefixItems') === undefined;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxNameLength) : undefined;
}

const numberOf = (value: JsonValue | undefined) => (typeof value === 'number' ? value : undefined);

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const own = (object: SchemaObject, key: string): JsonValue | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);
