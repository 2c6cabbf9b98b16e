import { useReadProjectTeam, useUpdateProjectTeam } from '../../../queries/teams/project-team';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Page } from '../../../ui/layout/page';
import type { TeamTabProps } from '../team-tab-props';
import { MetadataSections, type MetadataText } from './metadata-sections';

const texts: readonly MetadataText[] = [
  { field: 'client_metadata', label: 'users.metadata.client', help: 'admin-team.client-metadata.text' },
  { field: 'client_read_only_metadata', label: 'users.metadata.client-read-only', help: 'admin-team.read-only-metadata.text' },
  { field: 'server_metadata', label: 'users.metadata.server', help: 'admin-team.server-metadata.text' },
];

/** The team's metadata, by who can read and change it. */
export function MetadataTab({ team, of }: TeamTabProps) {
  const readOnly = useReadOnlyReason(of.connectionId);
  const read = useReadProjectTeam(of);
  const { mutateAsync: write } = useUpdateProjectTeam(of);
  return (
    <Page>
      <MetadataSections connectionId={of.connectionId} texts={texts} stored={team} read={read} write={write} disabledReason={readOnly} />
    </Page>
  );
}
