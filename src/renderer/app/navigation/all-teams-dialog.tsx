import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { paths, teamIdOf } from '#window/routes.ts';
import styles from './all-teams-dialog.module.css';

interface AllTeamsDialogProps {
  connectionId: string;
  teams: readonly ClientTeam[];
  onClose: () => void;
}

/** All teams of the account, with a search. */
export function AllTeamsDialog({ connectionId, teams, onClose }: AllTeamsDialogProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const openTeam = teamIdOf(useLocation().pathname);
  const nameOf = useTeamName();
  const connection = useConnection(connectionId);
  const [query, setQuery] = useState('');
  const columns = useColumns();
  const found = useMemo(() => {
    const wanted = foldText(query);
    return teams.filter((team) => foldText(nameOf(team)).includes(wanted) || team.id.toLowerCase() === wanted);
  }, [teams, query, nameOf]);
  const open = (team: ClientTeam) => {
    onClose();
    void navigate(paths.ownTeam(connectionId, team.id));
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('shell.teams.title')}
      environment={connection?.environment}
      width={480}
    >
      <SearchInput hasShortcut={false} label={t('shell.teams.search')} value={query} onValueChange={setQuery} />
      <div className={styles.list}>
        {found.length === 0 ? (
          <EmptyState icon={SearchX} title={t('shell.teams.no-match')} heading="h2" />
        ) : (
          <VirtualList
            label={t('shell.teams.title')}
            columns={columns}
            count={found.length}
            itemAt={(index) => found[index]}
            getKey={teamKey}
            selectedKey={openTeam}
            onOpen={open}
          />
        )}
      </div>
    </Dialog>
  );
}

const teamKey = ({ id }: ClientTeam) => id;

function useColumns(): Column<ClientTeam>[] {
  const { t } = useMessages();
  const nameOf = useTeamName();
  return useMemo(
    () => [
      {
        id: 'image',
        header: '',
        label: t('shell.teams.column.image'),
        width: '28px',
        cell: (team) => <Avatar id={team.id} name={team.display_name} imageUrl={team.profile_image_url} />,
      },
      {
        id: 'name',
        header: t('shell.teams.column.name'),
        width: 'minmax(0, 1fr)',
        cell: (team) => <bdi title={nameOf(team)}>{nameOf(team)}</bdi>,
      },
    ],
    [t, nameOf],
  );
}
