import { Ellipsis, Plus, RotateCw, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { useOwnTeams } from '#data/own-teams.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { paths, teamIdOf } from '#window/routes.ts';
import { isUsable } from '../screen-access';
import { Group } from './group';
import styles from './navigation.module.css';

/** Number of teams that the navigation shows before all are asked for. */
const maxShownTeams = 5;

/** Returns the teams that the navigation shows: the first ones, and the open one in place of the last of them. */
export function shownTeams<T extends { readonly id: string }>(teams: readonly T[], openId: string | null): readonly T[] {
  const first = teams.slice(0, maxShownTeams);
  const open = teams.find(({ id }) => id === openId);
  if (open === undefined || first.includes(open)) return first;
  return [...first.slice(0, -1), open];
}

const AllTeamsDialog = lazy(() => import('./all-teams-dialog').then((module) => ({ default: module.AllTeamsDialog })));

/**
 * The current account's teams, and the way to create one. They are the last section, and start with what doesn't wait for a reply: the teams
 * have nothing below them that they could push away.
 */
export function Teams({ connection }: { connection: Connection }) {
  const account = useCurrentAccount(connection.id);
  if (!isUsable(account)) return null;
  return <AccountTeams key={account.id} connectionId={connection.id} accountId={account.id} />;
}

function AccountTeams({ connectionId, accountId }: { connectionId: string; accountId: string }) {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { data, isError, isFetching, refetch } = useOwnTeams(connectionId, accountId, true);
  const teams = data?.items ?? [];
  const shown = shownTeams(teams, teamIdOf(pathname));
  const hasMore = teams.length > shown.length;
  return (
    <Group title={t('shell.navigation.teams')}>
      <NavLink to={paths.createTeam(connectionId)} className={cx(styles.item)}>
        <Icon of={Plus} />
        <span className={styles.label}>{t('shell.screen.create-team')}</span>
      </NavLink>
      {shown.map((team) => (
        <TeamLink key={team.id} connectionId={connectionId} team={team} />
      ))}
      {hasMore && (
        <button type="button" className={styles.item} onClick={() => setOpen(true)}>
          <Icon of={Ellipsis} />
          <span className={styles.label}>{t('shell.teams.all', { count: teams.length })}</span>
        </button>
      )}
      {isError && (
        <button type="button" className={styles.item} aria-busy={isFetching} onClick={() => void refetch()}>
          <Icon of={RotateCw} />
          <span className={styles.label}>{t('shell.teams.failed')}</span>
        </button>
      )}
      {isOpen && (
        <Suspense fallback={<OpeningDialog />}>
          <AllTeamsDialog connectionId={connectionId} teams={teams} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Group>
  );
}

function TeamLink({ connectionId, team }: { connectionId: string; team: ClientTeam }) {
  const nameOf = useTeamName();
  const name = nameOf(team);
  return (
    <NavLink to={paths.ownTeam(connectionId, team.id)} className={cx(styles.item)} title={name}>
      {team.profile_image_url === null ? (
        <Icon of={UsersRound} />
      ) : (
        <Avatar id={team.id} size={16} name={team.display_name} imageUrl={team.profile_image_url} />
      )}
      <bdi className={cx(styles.label, styles.named)}>{name}</bdi>
    </NavLink>
  );
}
