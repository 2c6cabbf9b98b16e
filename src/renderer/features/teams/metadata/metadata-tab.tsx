import { MetadataSection } from '../../../blocks/metadata/metadata-section';
import { useReadProjectTeam, useUpdateProjectTeam } from '../../../queries/teams/project-team';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Page } from '../../../ui/layout/page';
import type { TeamTabProps } from '../team-tab-props';

const kinds = [
  { field: 'client_metadata', title: 'users.metadata.client', text: 'admin-team.client-metadata.text' },
  { field: 'client_read_only_metadata', title: 'users.metadata.client-read-only', text: 'admin-team.read-only-metadata.text' },
  { field: 'server_metadata', title: 'users.metadata.server', text: 'admin-team.server-metadata.text' },
] as const;

/** The team's metadata, by who can read and change it, each with its own editor. */
export function MetadataTab({ team, of }: TeamTabProps) {
  const readOnly = useReadOnlyReason(of.connectionId);
  const read = useReadProjectTeam(of);
  const { mutateAsync: write } = useUpdateProjectTeam(of);
  return (
    <Page>
      {kinds.map(({ field, title, text }) => (
        <MetadataSection
          key={field}
          connectionId={of.connectionId}
          title={title}
          text={text}
          stored={team[field]}
          read={async () => (await read())[field]}
          write={(value) => write({ [field]: value })}
          disabledReason={readOnly}
        />
      ))}
    </Page>
  );
}
