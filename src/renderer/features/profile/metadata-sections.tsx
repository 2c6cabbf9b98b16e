import type { ClientUser } from '../../../contract/service/models/models';
import { MetadataEditor } from '../../blocks/metadata/metadata-editor';
import { ReadOnlyMetadata } from '../../blocks/metadata/metadata-value';
import { useMessages } from '../../lib/use-messages';
import { useProfileChanges } from '../../queries/own-user';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';

interface MetadataSectionsProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** The metadata that the user can change, and the metadata that only the project can. */
export function MetadataSections({ user, connectionId, accountId }: MetadataSectionsProps) {
  const { t } = useMessages();
  const { readMetadata, writeMetadata } = useProfileChanges(connectionId, accountId);
  const readOnly = useReadOnlyReason(connectionId);
  const connection = useConnection(connectionId);
  return (
    <>
      <PageSection title={t('profile.metadata')} text={t('profile.metadata.text')}>
        <Card>
          <MetadataEditor
            label={t('profile.metadata')}
            stored={user.client_metadata}
            read={readMetadata}
            write={writeMetadata}
            disabledReason={readOnly}
            environment={connection?.environment}
          />
        </Card>
      </PageSection>
      <PageSection title={t('profile.read-only-metadata')} text={t('profile.read-only-metadata.text')}>
        <Card>
          <ReadOnlyMetadata label={t('profile.read-only-metadata')} value={user.client_read_only_metadata} />
        </Card>
      </PageSection>
    </>
  );
}
