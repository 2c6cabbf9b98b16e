import type { JsonValue } from '../../../../contract/service/models/fields';
import type { MessageKey } from '../../../../messages/translator';
import { MetadataEditor } from '../../../blocks/metadata/metadata-editor';
import { useMessages } from '../../../lib/use-messages';
import { useConnection } from '../../../stores/connections';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';

/** The three kinds of metadata, by who can read and change them. */
export type MetadataField = 'client_metadata' | 'client_read_only_metadata' | 'server_metadata';

type Metadata = Readonly<Record<MetadataField, JsonValue>>;

export interface MetadataText {
  readonly field: MetadataField;
  readonly label: MessageKey;
  readonly help: MessageKey;
}

interface MetadataSectionsProps {
  connectionId: string;
  texts: readonly MetadataText[];
  stored: Metadata;
  /** Reads all metadata from the service again. */
  read: () => Promise<Metadata>;
  /** Replaces one of the three. */
  write: (change: Partial<Metadata>) => Promise<unknown>;
  /** Why nothing can be changed. */
  disabledReason: string | undefined;
}

/** The metadata that an admin sees of a team, each with an editor of its own. */
export function MetadataSections({ connectionId, texts, stored, read, write, disabledReason }: MetadataSectionsProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  return texts.map(({ field, label, help }) => (
    <PageSection key={field} title={t(label)} text={t(help)}>
      <Card>
        <MetadataEditor
          label={t(label)}
          stored={stored[field]}
          read={async () => (await read())[field]}
          write={(value) => write({ [field]: value })}
          disabledReason={disabledReason}
          environment={environment}
        />
      </Card>
    </PageSection>
  ));
}
