import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { isTeamAdmin } from '#contract/service/models/team-admins.ts';
import type { TeamRef } from '#data/keys.ts';
import { useDeleteTeam, useLeaveTeam, useReadTeam, useTeamPermissions, useUpdateTeam } from '#data/own-teams.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useLastAdminTeams } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { InlineEdit } from '#parts/form/inline-edit.tsx';
import { ImageField } from '#parts/image/image-field.tsx';
import { MetadataSection, ReadOnlyMetadataSection } from '#parts/metadata/metadata-section.tsx';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useReadsGrants } from '#parts/removal/use-removal-risks.ts';
import { IdChip } from '#ui/data/id-chip.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Card } from '#ui/layout/card.tsx';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { DeleteTeamSection } from '../parts/delete-team-section';
import styles from './own-team.module.css';
import type { TeamTabProps } from './team-tab-props';

/** Ends the own membership, which every member may do. */
function LeaveSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const { mutateAsync: leave } = useLeaveTeam(of);
  const [isAsking, setAsking] = useState(false);
  const { texts, isLastAdmin, checking } = useLeaveRisks(of, isAsking);
  const confirm = async () => {
    const open = fromHere();
    await leave();
    show({ tone: 'good', title: (messages) => messages.t('team.leave.done', { name: teamName(messages, team) }) });
    open(paths.profile(of.connectionId), { replace: true, isGone: true });
  };
  return (
    <DangerSection
      title={t('team.leave')}
      icon={LogOut}
      disabledReason={access.readOnly}
      question={t('team.leave.title', { name })}
      consequence={t('team.leave.consequence')}
      environment={environment}
      typeToConfirm={isLastAdmin ? shownNameToType(team.display_name, team.id) : undefined}
      warning={<RiskCallout texts={texts} />}
      waitReason={checking}
      onOpenChange={setAsking}
      onConfirm={confirm}
    >
      {t('team.leave.text')}
    </DangerSection>
  );
}

interface LeaveRisks {
  /** One sentence each. */
  readonly texts: readonly string[];
  /** Whether no other member could manage the team. */
  readonly isLastAdmin: boolean;
  /** Why leaving can't be confirmed yet. */
  readonly checking: string | undefined;
}

/** Returns what is easily overlooked before the account leaves a team; reads what the members may do once `isAsking`. */
function useLeaveRisks(team: TeamRef, isAsking: boolean): LeaveRisks {
  const { t } = useMessages();
  const { connectionId, accountId, teamId } = team;
  const readsGrants = useReadsGrants(connectionId);
  const { data: user } = useOwnUser(connectionId, accountId);
  const { data: granted } = useTeamPermissions(team, true, true);
  const isAdmin = granted !== undefined && isTeamAdmin(granted);
  const reads = readsGrants && isAdmin && user !== undefined;
  const last = useLastAdminTeams(connectionId, user?.id ?? '', teamId, isAsking && reads);
  const isLastAdmin = (last.data?.ids.length ?? 0) > 0;
  const isUnchecked = isAdmin && (!reads || last.isError);
  return {
    texts: [
      ...(isLastAdmin ? [t('removal.risk.last-admin')] : []),
      ...(isUnchecked ? [t('removal.risk.leave-unchecked')] : []),
      ...(user?.selected_team_id === teamId ? [t('removal.risk.selected')] : []),
    ],
    isLastAdmin,
    checking: isAsking && reads && last.isPending ? t('ui.loading') : undefined,
  };
}

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
      remove={async (snapshot) => ((await remove(snapshot)) === 'removed' ? 'team.delete.done' : 'team.delete.gone')}
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
