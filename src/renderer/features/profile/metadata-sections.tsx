import type { ClientUser } from '../../../contract/service/models/models';
import { MetadataSection, ReadOnlyMetadataSection } from '../../blocks/metadata/metadata-section';
import { useMessages } from '../../lib/use-messages';
import { useProfileChanges } from '../../queries/own-user';
import { useReadOnlyReason } from '../../stores/read-only';

interface MetadataSectionsProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** The metadata that the user can change, and the metadata that only the project can. */
export function MetadataSections({ user, connectionId, accountId }: MetadataSectionsProps) {
  const { t } = useMessages();
  const { readMetadata, writeMetadata } = useProfileChanges(connectionId, accountId);
  return (
    <>
      <MetadataSection
        connectionId={connectionId}
        title={t('profile.metadata')}
        text={t('profile.metadata.text')}
        stored={user.client_metadata}
        read={readMetadata}
        write={writeMetadata}
        disabledReason={useReadOnlyReason(connectionId)}
      />
      <ReadOnlyMetadataSection
        title={t('profile.read-only-metadata')}
        text={t('profile.read-only-metadata.text')}
        value={user.client_read_only_metadata}
      />
    </>
  );
}
