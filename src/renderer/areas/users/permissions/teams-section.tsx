import { ArrowRight, Building2, Plus, ShieldCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useKnownUser } from '#data/users.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useTextToType } from '#parts/removal/use-text-to-type.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { VirtualRows } from '#ui/data/virtual-rows.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';
import { useAddToTeam, useRemoveFromTeam } from '../data';
import { TeamPicker } from './team-picker';
import styles from './user-permissions.module.css';

interface TeamsSectionProps {
  connectionId: string;
  userId: string;
  teams: readonly ServerTeam[];
  /** What was left out of the service’s list. */
  omitted: Omitted | undefined;
  /** The number of permissions that the user was granted in a team. */
  countOf: (teamId: string) => number;
  /** The team in which permissions are being changed, which can’t be left in the meantime. */
  keptTeam: string | null;
  /** Shows the permissions in a team; undefined while those of another one are being changed. */
  onChoose: ((team: ServerTeam) => void) | undefined;
}

const maxPlainRows = 30;
const rowHeight = 53;

/** The user’s teams, which can be opened, joined and left. */
export function TeamsSection(props: TeamsSectionProps) {
  const { connectionId, userId, teams, omitted } = props;
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const [request, setRequest] = useState<'add' | ServerTeam | null>(null);
  const list = useFocusWhenClosed(request !== null);
  const close = () => setRequest(null);
  const add = (
    <Button icon={Plus} disabledReason={readOnly} onClick={() => setRequest('add')}>
      {t('users.teams.add')}
    </Button>
  );
  const isLong = teams.length > maxPlainRows;
  const row = (index: number) => {
    const team = teams[index];
    return team && <TeamRow key={team.id} {...props} team={team} onRemove={() => setRequest(team)} />;
  };
  return (
    <PageSection title={t('users.teams.title')} text={t('users.teams.text')} action={add}>
      <Card
        ref={list}
        tabIndex={-1}
        role={teams.length > 0 ? 'list' : undefined}
        aria-label={t('users.teams.title')}
        className={isLong ? styles.long : undefined}
      >
        {teams.length === 0 && omitted === undefined && (
          <EmptyState icon={Building2} title={t('users.teams.none')} text={t('users.teams.none.text')} />
        )}
        {isLong ? (
          <VirtualRows scroller={list} keys={teams.map(({ id }) => id)} rowHeight={rowHeight} row={row} />
        ) : (
          teams.map((_team, at) => row(at))
        )}
      </Card>
      <OmittedNote omitted={omitted} />
      {request === 'add' && <AddToTeamDialog connectionId={connectionId} userId={userId} teams={teams} onClose={close} />}
      {request !== null && request !== 'add' && (
        <RemoveFromTeamDialog connectionId={connectionId} userId={userId} team={request} onClose={close} />
      )}
    </PageSection>
  );
}

function TeamRow({
  connectionId,
  team,
  countOf,
  keptTeam,
  onChoose,
  onRemove,
}: TeamsSectionProps & { team: ServerTeam; onRemove: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const name = useTeamName()(team);
  const readOnly = useReadOnlyReason(connectionId);
  const kept = keptTeam === team.id ? t('users.grants.unsaved') : undefined;
  return (
    <CardRow className={styles.team} role="listitem">
      <Avatar id={team.id} name={name} email={null} imageUrl={team.profile_image_url} size={28} />
      <div className={styles.words}>
        <div className={styles.name} title={name} dir="auto">
          {name}
        </div>
        <div className={styles.note}>{t('users.teams.count', { count: countOf(team.id) })}</div>
      </div>
      <div className={styles.tools}>
        <Button
          size="sm"
          icon={ShieldCheck}
          disabledReason={onChoose === undefined ? t('users.grants.unsaved') : undefined}
          aria-label={t('users.teams.permissions.of', { team: name })}
          onClick={() => onChoose?.(team)}
        >
          {t('users.teams.permissions')}
        </Button>
        <IconButton
          label={t('users.teams.open', { team: name })}
          icon={ArrowRight}
          onClick={() => void navigate(paths.team(connectionId, team.id))}
        />
        <IconButton
          label={t('users.teams.remove.of', { team: name })}
          icon={UserMinus}
          disabledReason={readOnly ?? kept}
          onClick={onRemove}
        />
      </div>
    </CardRow>
  );
}

interface RemoveFromTeamDialogProps {
  connectionId: string;
  userId: string;
  team: ServerTeam;
  onClose: () => void;
}

function RemoveFromTeamDialog({ connectionId, userId, team, onClose }: RemoveFromTeamDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const name = useTeamName()(team);
  const { mutateAsync: remove } = useRemoveFromTeam(connectionId, userId);
  const email = useKnownUser(connectionId, userId)?.primary_email ?? null;
  const textToType = useTextToType(connectionId, { id: userId, email });
  const { texts, checking } = useRemovalRisks({ connectionId, userId, teamId: team.id, readsGrants: true });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('users.teams.remove.title', { team: name })}
      consequence={t('users.teams.remove.consequence')}
      confirmLabel={t('users.teams.remove')}
      danger
      environment={environment}
      typeToConfirm={texts.length > 0 ? textToType : undefined}
      disabledReason={checking}
      onConfirm={async () => {
        await remove(team.id);
        show({ tone: 'good', title: (messages) => messages.t('users.teams.removed', { team: teamName(messages, team) }) });
      }}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}

interface AddToTeamDialogProps {
  connectionId: string;
  userId: string;
  /** The teams that the user is in, which can’t be chosen. */
  teams: readonly ServerTeam[];
  onClose: () => void;
}

/** Adds the user to one of the project’s other teams. */
function AddToTeamDialog({ connectionId, userId, teams, onClose }: AddToTeamDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [chosen, setChosen] = useState<ServerTeam | null>(null);
  const { mutateAsync: add } = useAddToTeam(connectionId, userId);
  const adding = useAction(
    async (team: ServerTeam) => {
      await add(team.id);
      show({ tone: 'good', title: (messages) => messages.t('users.teams.added', { team: teamName(messages, team) }) });
    },
    { onDone: onClose, toastsLate: true },
  );
  return (
    <FormDialog
      title={t('users.teams.add.title')}
      description={t('users.teams.add.text')}
      environment={environment}
      actionLabel={t('users.teams.add')}
      busy={adding.isPending}
      disabledReason={chosen === null ? t('users.teams.choose') : undefined}
      onClose={onClose}
      onSubmit={() => chosen && void adding.run(chosen)}
    >
      <TeamPicker connectionId={connectionId} without={teams} chosen={chosen} onChoose={setChosen} />
      <FailureLine report={adding.failure} unknown="users.teams.add.unknown" />
    </FormDialog>
  );
}
