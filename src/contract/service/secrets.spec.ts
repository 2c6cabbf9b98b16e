import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint, Schema } from '../definitions';
import { catalog } from './index';
import { secretText } from './models/secret';

const endpoints = Object.entries(catalog).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

/** Where a schema contains secrets, in the notation of `secrets`. */
function secretPaths(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  if (schema === secretText) return [''];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return secretPaths(schema.unwrap() as Schema);
  if (schema instanceof z.ZodArray) return below('*', schema.element as Schema);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => secretPaths(option as Schema)))];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => below(key, field as Schema));
  return [];
}

function below(step: string, schema: Schema): string[] {
  return secretPaths(schema).map((path) => (path === '' ? step : `${step}.${path}`));
}

const found = (schemas: readonly (Schema | undefined)[]) => [...new Set(schemas.flatMap(secretPaths))].sort();

/** What is not offered never reaches a window. */
describe.each(endpoints.filter(({ endpoint }) => endpoint.offered))('$name', ({ endpoint }) => {
  const variants = Object.values(endpoint.actors);

  test('names the places of its secrets, all and no others', () => {
    expect([...(endpoint.secrets?.response ?? [])].sort()).toEqual(found(variants.map(({ response }) => response)));
    expect([...(endpoint.secrets?.body ?? [])].sort()).toEqual(found(variants.map(({ body }) => body)));
  });
});
