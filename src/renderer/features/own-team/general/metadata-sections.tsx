import { MetadataEditor } from '../../../blocks/metadata/metadata-editor';
import { ReadOnlyMetadata } from '../../../blocks/metadata/metadata-value';
import { useMessages } from '../../../lib/use-messages';
import { useReadTeam, useUpdateTeam } from '../../../queries/teams/own-team';
import { useConnection } from '../../../stores/connections';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { TeamTabProps } from '../team-tab-props';

/** The metadata that members can change, and the metadata that only the project can. */
export function MetadataSections({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const read = useReadTeam(of);
  const { mutateAsync: update } = useUpdateTeam(of);
  return (
    <>
      <PageSection title={t('team.metadata')} text={t('team.metadata.text')}>
        <Card>
          <MetadataEditor
            label={t('profile.metadata')}
            stored={team.client_metadata}
            read={async () => (await read()).client_metadata}
            write={(value) => update({ client_metadata: value })}
            disabledReason={access.block('updateTeam')}
            environment={environment}
          />
        </Card>
      </PageSection>
      <PageSection title={t('team.read-only-metadata')} text={t('team.read-only-metadata.text')}>
        <Card>
          <ReadOnlyMetadata label={t('profile.read-only-metadata')} value={team.client_read_only_metadata} />
        </Card>
      </PageSection>
    </>
  );
}
