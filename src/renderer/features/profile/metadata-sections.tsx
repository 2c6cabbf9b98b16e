import type { ClientUser } from '../../../contract/service/models/models';
import { MetadataSection, ReadOnlyMetadataSection } from '../../blocks/metadata/metadata-section';
import { useProfileChanges } from '../../queries/own-user';
import { useReadOnlyReason } from '../../stores/read-only';

interface MetadataSectionsProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** The metadata that the user can change, and the metadata that only the project can. */
export function MetadataSections({ user, connectionId, accountId }: MetadataSectionsProps) {
  const { readMetadata, writeMetadata } = useProfileChanges(connectionId, accountId);
  return (
    <>
      <MetadataSection
        connectionId={connectionId}
        title="profile.metadata"
        text="profile.metadata.text"
        stored={user.client_metadata}
        read={readMetadata}
        write={writeMetadata}
        disabledReason={useReadOnlyReason(connectionId)}
      />
      <ReadOnlyMetadataSection
        title="profile.read-only-metadata"
        text="profile.read-only-metadata.text"
        value={user.client_read_only_metadata}
      />
    </>
  );
}
