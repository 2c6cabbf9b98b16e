import { MetadataSection, ReadOnlyMetadataSection } from '../../../blocks/metadata/metadata-section';
import { useReadTeam, useUpdateTeam } from '../../../queries/teams/own-team';
import type { TeamTabProps } from '../team-tab-props';

/** The metadata that members can change, and the metadata that only the project can. */
export function MetadataSections({ team, of, access }: TeamTabProps) {
  const read = useReadTeam(of);
  const { mutateAsync: update } = useUpdateTeam(of);
  return (
    <>
      <MetadataSection
        connectionId={of.connectionId}
        title="team.metadata"
        text="team.metadata.text"
        label="profile.metadata"
        stored={team.client_metadata}
        read={async () => (await read()).client_metadata}
        write={(value) => update({ client_metadata: value })}
        disabledReason={access.block('updateTeam')}
      />
      <ReadOnlyMetadataSection
        title="team.read-only-metadata"
        text="team.read-only-metadata.text"
        label="profile.read-only-metadata"
        value={team.client_read_only_metadata}
      />
    </>
  );
}
