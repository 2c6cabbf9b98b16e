import { type Draft, type DraftOptions, useDraft } from '../conflict/use-draft';
import { metadataText, type ParsedMetadata, parseMetadata } from './metadata-text';

export interface MetadataDraft extends Draft<string> {
  readonly parsed: ParsedMetadata;
}

const asText = { show: metadataText, parse: (text: string) => parseMetadata(text).value };

/** Returns a draft of metadata that is edited as text. `onSaved` follows a write. */
export function useMetadataDraft(options: DraftOptions, onSaved: () => void): MetadataDraft {
  const draft = useDraft(options, asText, onSaved);
  return { ...draft, parsed: parseMetadata(draft.input) };
}
