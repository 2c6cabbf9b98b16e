import { ArrowDownWideNarrow, ArrowUpNarrowWide, Building2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTeamName } from '../../lib/rules/team-name';
import { useMessages } from '../../lib/use-messages';
import { useTeams } from '../../queries/teams';
import type { UsersPlace } from '../../routes';
import { FilterButton } from '../../ui/inputs/filter-button';
import { SearchInput } from '../../ui/inputs/search-input';
import { ListToolbar } from '../../ui/layout/list-frame';
import { Menu, MenuChoice, MenuChoices, MenuLabel } from '../../ui/overlays/menu';
import styles from './users-screen.module.css';

interface UsersToolbarProps {
  connectionId: string;
  place: UsersPlace;
  /** Newest first. */
  desc: boolean;
  onChange: (change: UsersPlace) => void;
}

/** Search, team and order. A filter that is on has a solid border and its value. */
export function UsersToolbar({ connectionId, place, desc, onChange }: UsersToolbarProps) {
  const { t } = useMessages();
  const order = t(desc ? 'users.order.newest' : 'users.order.oldest');
  return (
    <ListToolbar label={t('users.toolbar')}>
      <UserSearch value={place.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
      <TeamFilter connectionId={connectionId} team={place.team} onChange={(team) => onChange({ team })} />
      <FilterButton
        icon={desc ? ArrowDownWideNarrow : ArrowUpNarrowWide}
        isOn={!desc}
        aria-label={t('users.order', { order })}
        onClick={() => onChange({ desc: !desc })}
      >
        {order}
      </FilterButton>
    </ListToolbar>
  );
}

const typingPause = 250;

/** Searches once typing pauses. */
function UserSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  // The address may change by other means: back, a palette entry, "clear the filter".
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      onChange(typed.trim());
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return <SearchInput className={styles.search} label={t('users.search')} value={typed} onValueChange={setTyped} />;
}

const anyTeam = '';

function TeamFilter({
  connectionId,
  team,
  onChange,
}: {
  connectionId: string;
  team: string | undefined;
  onChange: (team: string | undefined) => void;
}) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const [open, setOpen] = useState(false);
  const teams = useTeams(connectionId, open || team !== undefined);
  const name =
    team === undefined ? t('users.team.any') : (teams.data?.items.find(({ id }) => id === team)?.display_name ?? t('users.team.one'));
  const trigger = (
    <FilterButton icon={Building2} className={styles.filter} isOn={team !== undefined} aria-label={t('users.team', { team: name })}>
      <span>{name}</span>
    </FilterButton>
  );
  return (
    <Menu trigger={trigger} open={open} onOpenChange={setOpen}>
      {teams.isPending && <MenuLabel>{t('ui.loading')}</MenuLabel>}
      {teams.isError && <MenuLabel>{t('users.team.failed')}</MenuLabel>}
      <MenuChoices value={team ?? anyTeam} onValueChange={(chosen) => onChange(chosen === anyTeam ? undefined : chosen)}>
        <MenuChoice value={anyTeam}>{t('users.team.any')}</MenuChoice>
        {teams.data?.items.map((team) => (
          <MenuChoice key={team.id} value={team.id}>
            {nameOf(team)}
          </MenuChoice>
        ))}
      </MenuChoices>
      {teams.data?.omitted && <MenuLabel>{t('ui.omitted', { ...teams.data.omitted })}</MenuLabel>}
    </Menu>
  );
}
