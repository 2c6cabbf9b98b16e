import { useMemo } from 'react';
import { type Draft, type DraftOptions, useDraft } from '../conflict/use-draft';
import { metadataText, type ParsedMetadata, parseMetadata } from './metadata-text';

export interface MetadataDraft extends Draft<string> {
  readonly parsed: ParsedMetadata;
}

/** The last text and its value: a draft and its problems are derived from the same one, which can be large. */
let last: { readonly text: string; readonly parsed: ParsedMetadata } = { text: '', parsed: { value: null } };

function parseOnce(text: string): ParsedMetadata {
  if (last.text !== text) last = { text, parsed: parseMetadata(text) };
  return last.parsed;
}

const asText = { show: metadataText, parse: (text: string) => parseOnce(text).value };

/** Returns a draft of metadata that is edited as text. `onSaved` follows a write. */
export function useMetadataDraft(options: DraftOptions, onSaved: () => void): MetadataDraft {
  const draft = useDraft(options, asText, onSaved);
  return { ...draft, parsed: useMemo(() => parseOnce(draft.input), [draft.input]) };
}
