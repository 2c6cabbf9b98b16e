import { useDeleteTeam, useReadTeam, useUpdateTeam } from '#data/own-teams.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useScope } from '#data/use-scope.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ImageField } from '#parts/image/image-field.tsx';
import { MetadataSection, ReadOnlyMetadataSection } from '#parts/metadata/metadata-section.tsx';
import { RiskCallout } from '#parts/removal/risk-callout.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { InlineEdit } from '#ui/inputs/inline-edit.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import { DeleteTeamSection } from '../../parts/delete-team-section';
import styles from '../own-team.module.css';
import type { TeamTabProps } from '../team-tab-props';
import { LeaveSection } from './leave-section';

/** The team's image, name, and metadata, and the ways out of it. */
export function GeneralTab(props: TeamTabProps) {
  return (
    <Page>
      <TeamSection {...props} />
      <MetadataSections {...props} />
      <LeaveSection {...props} />
      <DeleteSection {...props} />
    </Page>
  );
}

function TeamSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const { environment } = useScope();
  const { mutateAsync: update } = useUpdateTeam(of);
  const blocked = access.block('updateTeam');
  return (
    <PageSection title={t('team.general')} text={t('team.general.text')}>
      <Card>
        <ImageField
          id={team.id}
          name={team.display_name}
          imageUrl={team.profile_image_url}
          onSave={(url) => update({ profile_image_url: url })}
          disabledReason={blocked}
          environment={environment}
        />
        <FactRow label={t('team.name.label')}>
          <div className={styles.edited}>
            <InlineEdit
              label={t('team.name')}
              value={team.display_name}
              placeholder={nameOf(team)}
              disabledReason={blocked}
              onSave={async (name) => void (await update({ display_name: name }))}
            />
          </div>
        </FactRow>
        <FactRow label={t('team.id')}>
          <IdChip value={team.id} />
        </FactRow>
      </Card>
    </PageSection>
  );
}

/** Deletes the team for all members, which requires a permission. */
function DeleteSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const { mutateAsync: remove } = useDeleteTeam(of);
  const { data: user } = useOwnUser(of.connectionId, of.accountId);
  const isSelected = user?.selected_team_id === team.id;
  return (
    <DeleteTeamSection
      team={team}
      disabledReason={access.block('deleteTeam')}
      warning={isSelected && <RiskCallout texts={[t('removal.risk.selected')]} />}
      remove={async () => ((await remove()) === 'removed' ? 'team.delete.done' : 'team.delete.gone')}
      next={paths.profile(of.connectionId)}
    />
  );
}

/** The metadata that members can change, and the metadata that only the project can. */
function MetadataSections({ team, of, access }: TeamTabProps) {
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
