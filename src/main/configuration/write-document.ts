/** Writes documents as YAML: equal documents as equal texts. */
import { Document } from 'yaml';
import { type ConfigurationDocument, configurationDocument } from '#contract/configuration/document.ts';
import { chooseStyles, nodeStyle, parseStyle, textStyle } from './yaml-style';

/** Where editors find the JSON Schema, which completes and checks the file. */
const schemaUrl = 'https://latchkey.example/configuration.schema.json';

const sectionNames = Object.keys(configurationDocument.shape);

/** Returns the text of a document, whose sections are in the order of the schema, and whose keys are in their own. */
export function writeDocument(document: ConfigurationDocument): string {
  const file = new Document(null, { ...parseStyle, ...nodeStyle });
  const sections = Object.entries(document).sort(([one], [other]) => sectionNames.indexOf(one) - sectionNames.indexOf(other));
  file.contents = chooseStyles(file.createNode(new Map(sections), nodeStyle)) as never;
  file.commentBefore = ` yaml-language-server: $schema=${schemaUrl}`;
  return file.toString(textStyle);
}
