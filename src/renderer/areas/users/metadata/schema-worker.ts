/** Checks a value in a worker, because a pattern of the schema can take any time for a value that a user chose. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseSchema, schemaProblems } from './check-schema';

export interface SchemaRequest {
  readonly text: string;
  readonly value: JsonValue;
  /** What is stored, whose problems are distinguished from new ones. */
  readonly stored?: JsonValue;
}

self.addEventListener('message', ({ data }: MessageEvent<SchemaRequest>) => {
  const schema = parseSchema(data.text);
  self.postMessage(schema === null ? null : schemaProblems(schema, data.value, data.stored));
});
