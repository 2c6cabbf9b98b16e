import { Ellipsis, Plus, RotateCw, UsersRound } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import type { JsonValue } from '../../../contract/service/models/fields';
import type { ClientTeam } from '../../../contract/service/models/models';
import { cx } from '../../lib/class-names';
import { useTeamName } from '../../lib/rules/team-name';
import { useMessages } from '../../lib/use-messages';
import { useOwnTeams } from '../../queries/teams/own-teams';
import { paths, teamIdOf } from '../../routes';
import { useCurrentAccount } from '../../stores/accounts';
import { useViewState } from '../../stores/window/view-state';
import { Avatar } from '../../ui/data/avatar';
import { Icon } from '../../ui/data/icon';
import { Skeleton } from '../../ui/feedback/skeleton';
import { OpeningDialog } from '../../ui/overlays/opening-dialog';
import { isUsable } from '../screen-access';
import styles from './navigation.module.css';
import { maxShownTeams, shownTeams } from './shown-teams';

const AllTeamsDialog = lazy(() => import('./all-teams-dialog').then((module) => ({ default: module.AllTeamsDialog })));

/** The current account's teams, and the way to create one. */
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
  const expected = useExpectedRows(data && shown.length + Number(hasMore));
  return (
    <>
      {data === undefined && !isError && <LoadingRows count={expected} />}
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
      <NavLink to={paths.createTeam(connectionId)} className={cx(styles.item)}>
        <Icon of={Plus} />
        <span className={styles.label}>{t('shell.screen.create-team')}</span>
      </NavLink>
      {isOpen && (
        <Suspense fallback={<OpeningDialog />}>
          <AllTeamsDialog connectionId={connectionId} teams={teams} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns how many rows the teams had when they were read last, and remembers how many there are. */
function useExpectedRows(rows: number | undefined): number {
  const [expected, remember] = useViewState('navigation.teams', 0, isRowCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (rows !== undefined && rows !== expected) remember(rows);
  }, [rows, expected]);
  return expected;
}

function isRowCount(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxShownTeams + 1;
}

/** Keeps the room of the teams, so that the entries below stay where they are when the teams arrive. */
function LoadingRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <span key={at} aria-hidden="true" className={cx(styles.item, styles.loading)}>
      <Skeleton width={16} height={16} />
      <Skeleton width="56%" />
    </span>
  ));
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
