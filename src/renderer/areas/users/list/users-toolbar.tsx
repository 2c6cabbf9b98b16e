import { ArrowDownWideNarrow, ArrowUpNarrowWide, Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useTeams } from '#data/teams.ts';
import { cx } from '#lib/class-names.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import { ImportButton } from '#parts/import-button.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLabel } from '#ui/overlays/menu.tsx';
import type { UsersPlace } from '#window/url-state.ts';
import { ColumnsMenu } from '../columns/columns-menu';
import { shownPaths, type UserTable } from '../columns/use-user-table';
import type { Field } from '../filters/condition-draft';
import { useFilterFields } from '../filters/filter-fields';
import { fieldIcons, fieldLabels } from '../filters/filter-text';
import styles from '../users-screen.module.css';

interface UsersToolbarProps {
  connectionId: string;
  place: UsersPlace;
  /** Newest first. */
  desc: boolean;
  table: UserTable;
  onChange: (change: UsersPlace) => void;
  /** Runs for a filter that the service doesn’t have. */
  onFilter: (field: Field) => void;
  onCreate: () => void;
}

/** Search, order, team, and columns. A filter that is on has a solid border and its value. */
export function UsersToolbar({ connectionId, place, desc, table, onChange, onFilter, onCreate }: UsersToolbarProps) {
  const { t } = useMessages();
  const order = t(desc ? 'users.order.newest' : 'users.order.oldest');
  return (
    <ListToolbar
      label={t('users.toolbar')}
      className={styles.toolbar}
      end={<ToolbarEnd connectionId={connectionId} table={table} onCreate={onCreate} />}
    >
      <DelayedSearchInput
        className={styles.search}
        label={t('users.search')}
        placeholder={t('users.search.hint')}
        value={place.q ?? ''}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <FilterButton
        icon={desc ? ArrowDownWideNarrow : ArrowUpNarrowWide}
        isOn={!desc}
        aria-label={t('users.order', { order })}
        title={t('users.order', { order })}
        onClick={() => onChange({ desc: !desc })}
      >
        <span className={styles.wide}>{order}</span>
      </FilterButton>
      <MoreFilters connectionId={connectionId} onChoose={onFilter} />
      {/* The last one: its width changes when the team’s name arrives. */}
      <TeamFilter connectionId={connectionId} team={place.team} onChange={(team) => onChange({ team })} />
    </ListToolbar>
  );
}

function ToolbarEnd({ connectionId, table, onCreate }: Pick<UsersToolbarProps, 'connectionId' | 'table' | 'onCreate'>) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  return (
    <span className={styles.toolbarEnd}>
      <ColumnsMenu connectionId={connectionId} table={table} />
      <ImportButton connectionId={connectionId} kind="users" disabledReason={readOnly} />
      <ExportButton connectionId={connectionId} kind="users" scopes={[{ scope: { kind: 'all' }, count: null }]} paths={shownPaths(table)} />
      <Button variant="primary" icon={Plus} disabledReason={readOnly} onClick={onCreate}>
        {t('users.create')}
      </Button>
    </span>
  );
}

/** The filters that only an index answers. */
function MoreFilters({ connectionId, onChoose }: { connectionId: string; onChoose: (field: Field) => void }) {
  const { t } = useMessages();
  const fields = useFilterFields(connectionId);
  const trigger = (
    <FilterButton icon={Plus} isOn={false}>
      {t('users.filter.add')}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      {fields
        .filter((field) => field !== 'team')
        .map((field) => (
          <MenuItem key={field} icon={fieldIcons[field]} onSelect={() => onChoose(field)}>
            {t(fieldLabels[field])}
          </MenuItem>
        ))}
    </Menu>
  );
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
  const chosen = teams.data?.items.find(({ id }) => id === team);
  const name = chosen === undefined ? t(team === undefined ? 'users.team.any' : 'users.team.one') : nameOf(chosen);
  const label = t('users.team', { team: name });
  const trigger = (
    <FilterButton icon={Building2} className={styles.filter} isOn={team !== undefined} aria-label={label} title={label}>
      <span className={cx(team === undefined && styles.wide)}>{name}</span>
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
