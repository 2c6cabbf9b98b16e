/** The JSON Schema of configuration files, with which editors complete and check them. */
import { z } from 'zod';
import { configurationDocument, templateInFolder } from './document';

/** In a folder, a template may have a file. */
const inFolder = configurationDocument.extend({ email_templates: z.record(z.string().min(1), templateInFolder).optional() });

/** Returns the schema. */
export function configurationSchema() {
  return {
    $id: 'https://latchkey.example/configuration.schema.json',
    title: 'Configuration of a project',
    ...z.toJSONSchema(inFolder, { unrepresentable: 'any', io: 'input' }),
  };
}
