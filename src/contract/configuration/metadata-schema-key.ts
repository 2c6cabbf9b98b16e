import type { MetadataKind } from './document';

/** Returns the key under which the state of a connection's screens keeps the JSON Schema of one kind of metadata. */
export const metadataSchemaKey = (kind: MetadataKind): string =>
  `${metadataSchemaPrefix}${kind.replace(/_metadata$/, '').replaceAll('_', '-')}`;

export const metadataSchemaPrefix = 'users.schema.';
