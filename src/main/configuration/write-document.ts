/** Writes documents as YAML: equal documents as equal texts. */
import { Document } from 'yaml';
import { canonical } from '#contract/configuration/canonical.ts';
import { checkDocument, type DocumentFault } from '#contract/configuration/check-document.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { chooseStyles, nodeStyle, parseStyle, textStyle, withEscapes } from './yaml-style';

/** Where editors find the JSON Schema, which completes and checks the file. */
const schemaUrl = 'https://latchkey.example/configuration.schema.json';

/**
 * Returns the text of a document, or what keeps it from being a file that can be read again: permissions in a circle, a key of the service in a
 * template, and what the service never checked. The faults have paths and no values.
 */
export function exportDocument(document: ConfigurationDocument): Exported {
  const checked = checkDocument(document);
  return checked.ok ? { ok: true, text: writeDocument(document) } : checked;
}

type Exported = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly faults: readonly DocumentFault[] };

/** Returns the text of a document in its canonical order. */
export function writeDocument(document: ConfigurationDocument): string {
  const file = new Document(null, { ...parseStyle, ...nodeStyle });
  file.contents = chooseStyles(file.createNode(canonical(document), nodeStyle)) as never;
  file.commentBefore = ` yaml-language-server: $schema=${schemaUrl}`;
  return withEscapes(file.toString(textStyle));
}
