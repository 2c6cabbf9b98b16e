/** The JSON Schema of configuration files, with which editors complete and check them. */
import { z } from 'zod';
import { configurationDocument } from './document';

/** Returns the schema. */
export function configurationSchema() {
  return {
    $id: 'https://latchkey.example/configuration.schema.json',
    title: 'Configuration of a project',
    ...z.toJSONSchema(configurationDocument, { unrepresentable: 'any', io: 'input' }),
  };
}
