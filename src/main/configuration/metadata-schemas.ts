/** The JSON Schemas of metadata, which the profile keeps with the state of the screens of each connection. */

import type { ViewValue } from '#contract/bridge/view-state.ts';
import { type MetadataKind, metadataKinds } from '#contract/configuration/document.ts';
import type { ProjectReading } from '#contract/configuration/document-of.ts';
import { metadataSchemaKey } from '#contract/configuration/metadata-schema-key.ts';
import type { ViewState } from '../settings/view-state';

export interface MetadataSchemas {
  /** Resolves to the texts of a connection's schemas, without kinds that have none. */
  read(connectionId: string): Promise<NonNullable<ProjectReading['metadataSchemas']>>;
  /** Replaces a schema, or removes it, and notifies every window. Throws `too-large` for one that the profile doesn't keep. */
  write(connectionId: string, kind: MetadataKind, text: string | null): Promise<void>;
}

interface MetadataSchemasDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly push: (value: ViewValue) => void;
}

/** Creates the access to the view state. */
export function createMetadataSchemas({ viewState, push }: MetadataSchemasDeps): MetadataSchemas {
  return {
    async read(connectionId) {
      const values = await viewState.read(connectionId);
      const texts = metadataKinds.map((kind) => [kind, values[metadataSchemaKey(kind)]] as const);
      return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text !== ''));
    },
    async write(connectionId, kind, text) {
      const value = { scope: connectionId, key: metadataSchemaKey(kind), value: text };
      await viewState.write(value.scope, value.key, value.value);
      push(value);
    },
  };
}
