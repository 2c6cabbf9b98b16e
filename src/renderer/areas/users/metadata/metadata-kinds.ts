/** The three kinds of metadata of a user, by who can read and change them. */
export const metadataKinds = [
  {
    kind: 'client',
    field: 'client_metadata',
    label: 'users.metadata.client',
    short: 'users.metadata.client.short',
    help: 'users.metadata.client.help',
  },
  {
    kind: 'client-read-only',
    field: 'client_read_only_metadata',
    label: 'users.metadata.client-read-only',
    short: 'users.metadata.client-read-only.short',
    help: 'users.metadata.client-read-only.help',
  },
  {
    kind: 'server',
    field: 'server_metadata',
    label: 'users.metadata.server',
    short: 'users.metadata.server.short',
    help: 'users.metadata.server.help',
  },
] as const;

export type MetadataKind = (typeof metadataKinds)[number];
