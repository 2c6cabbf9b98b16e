/** The one order of a document: fields as in its schema, names by their code units, and lists of permissions sorted. */
import type { z } from 'zod';
import { type ConfigurationDocument, configurationDocument } from './document';

type Fields = Readonly<Record<string, unknown>>;
type Schema = z.core.$ZodType;

/** Returns a document with the same values in their order. */
export function canonical(document: ConfigurationDocument): ConfigurationDocument {
  return ordered(configurationDocument, document, true) as ConfigurationDocument;
}

/** Returns the fields that an object of a schema may have, with their schemas; null if its names are free. */
export function fieldsOfSchema(schema: Schema): ReadonlyMap<string, Schema> | null {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypeDef };
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return fieldsOfSchema((def as z.core.$ZodOptionalDef).innerType);
    case 'object':
      return new Map(Object.entries((def as z.core.$ZodObjectDef).shape));
    case 'union':
      return new Map((def as z.core.$ZodUnionDef).options.flatMap((option) => [...(fieldsOfSchema(option) ?? [])]));
    default:
      return null;
  }
}

/** Returns the schema of the values of a record; null of another schema. */
export function valueSchemaOf(schema: Schema): Schema | null {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypeDef };
  if (def.type === 'optional') return valueSchemaOf((def as z.core.$ZodOptionalDef).innerType);
  return def.type === 'record' ? (def as z.core.$ZodRecordDef).valueType : null;
}

/** A JSON Schema keeps its order, in which the fields of its form are drawn. */
function ordered(schema: Schema | null, value: unknown, sortsJson: boolean): unknown {
  if (Array.isArray(value))
    return schema !== null && isListOfPermissions(schema)
      ? [...new Set(value)].sort()
      : value.map((item) => ordered(null, item, sortsJson));
  if (typeof value !== 'object' || value === null) return value;
  const fields = schema === null ? null : fieldsOfSchema(schema);
  if (fields === null) {
    const inner = schema === null ? null : valueSchemaOf(schema);
    const entries = Object.entries(value);
    const inOrder = inner !== null || sortsJson ? entries.sort(([one], [other]) => (one < other ? -1 : 1)) : entries;
    return Object.fromEntries(inOrder.map(([name, each]) => [name, ordered(inner, each, sortsJson)]));
  }
  const names = [...fields.keys()];
  const entries = Object.entries(value as Fields).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  return Object.fromEntries(
    entries.map(([name, each]) => [name, ordered(fields.get(name) ?? null, each, sortsJson && name !== 'metadata_schemas')]),
  );
}

/** Only those aren't nullable. */
const isListOfPermissions = (schema: Schema): boolean => {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypeDef };
  return def.type === 'optional' ? isListOfPermissions((def as z.core.$ZodOptionalDef).innerType) : def.type === 'array';
};
