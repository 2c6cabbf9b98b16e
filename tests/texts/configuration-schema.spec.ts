/** The JSON Schema of configuration files, which editors complete and check them with, says what the app accepts. */
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { configurationDocument } from '#contract/configuration/document.ts';
import { configurationSchema } from '#contract/configuration/json-schema.ts';

const schema = configurationSchema();

/** Written by `npx vitest run --project layers tests/texts/configuration-schema.spec.ts -u`. */
test('the schema in the documentation is that of the app', async () => {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'configuration.schema.json');
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path);
});

const placeholder = `\${GITHUB_CLIENT_SECRET}`;

test.each([
  [{ version: 1 }, true],
  [{ version: 1, settings: { allow_localhost: true }, metadata_schemas: { server_metadata: { type: 'object' } } }, true],
  [{ version: 1, providers: { github: { type: 'standard', client_id: 'a', client_secret: placeholder } } }, true],
  [{ version: 1, permissions: { team: { support: { contains: ['$read_members'] } } } }, true],
  [{}, false],
  [{ version: 2 }, false],
  [{ version: 1, setings: {} }, false],
  [{ version: 1, providers: { github: { type: 'standard', client_id: 'a', client_secret: 'a' } } }, false],
  [{ version: 1, permissions: { team: { Support: { contains: [] } } } }, false],
])('the schema and the app say the same of %j', (value, isValid) => {
  expect([new Validator(schema as never).validate(value).valid, configurationDocument.safeParse(value).success]).toEqual([
    isValid,
    isValid,
  ]);
});
