import { ArrowDownWideNarrow, ArrowUpNarrowWide, Building2, Columns3, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useTeams } from '#data/teams.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu, MenuCheckbox, MenuChoice, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '#ui/overlays/menu.tsx';
import type { UsersPlace } from '#window/url-state.ts';
import { type PathProblem, parseMetadataPath } from '../columns/metadata-path';
import type { UserTable } from '../columns/use-user-table';
import styles from '../users-screen.module.css';

interface UsersToolbarProps {
  connectionId: string;
  place: UsersPlace;
  /** Newest first. */
  desc: boolean;
  table: UserTable;
  onChange: (change: UsersPlace) => void;
  onCreate: () => void;
}

/** Search, order, team, and columns. A filter that is on has a solid border and its value. */
export function UsersToolbar({ connectionId, place, desc, table, onChange, onCreate }: UsersToolbarProps) {
  const { t } = useMessages();
  const order = t(desc ? 'users.order.newest' : 'users.order.oldest');
  return (
    <ListToolbar label={t('users.toolbar')} end={<ToolbarEnd connectionId={connectionId} table={table} onCreate={onCreate} />}>
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
        onClick={() => onChange({ desc: !desc })}
      >
        {order}
      </FilterButton>
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
      <ColumnsMenu table={table} />
      <Button variant="primary" icon={Plus} disabledReason={readOnly} onClick={onCreate}>
        {t('users.create')}
      </Button>
    </span>
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

/** Which columns the list has. */
function ColumnsMenu({ table }: { table: UserTable }) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const isShown = (id: string) => table.shown.some((column) => column.id === id);
  return (
    <>
      <Menu align="end" trigger={<IconButton label={t('users.columns')} icon={Columns3} />}>
        {table.all.map(({ id, title, canHide }) => (
          <MenuCheckbox
            key={id}
            checked={isShown(id)}
            disabledReason={canHide ? undefined : t('users.columns.always')}
            onCheckedChange={(checked) => table.show(id, checked)}
          >
            {title}
          </MenuCheckbox>
        ))}
        <MenuSeparator />
        <MenuItem icon={Plus} disabledReason={table.hasRoom ? undefined : t('users.columns.full')} onSelect={() => setAdding(true)}>
          {t('users.columns.add')}
        </MenuItem>
        <MenuItem icon={RotateCcw} disabledReason={table.isInitial ? t('users.columns.initial') : undefined} onSelect={table.reset}>
          {t('users.columns.reset')}
        </MenuItem>
      </Menu>
      {isAdding && <AddColumnDialog onClose={() => setAdding(false)} onAdd={table.addPath} />}
    </>
  );
}

const problemTexts: Readonly<Record<PathProblem, MessageKey>> = {
  kind: 'users.columns.path.kind',
  key: 'users.columns.path.key',
  quote: 'users.columns.path.quote',
  long: 'users.columns.path.long',
};

const example = 'server.plan';

/** Asks for a metadata path, and adds it as a column. */
function AddColumnDialog({ onClose, onAdd }: { onClose: () => void; onAdd: (path: string) => void }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<PathProblem | null>(null);
  const add = () => {
    const path = parseMetadataPath(text);
    if (typeof path === 'string') return setProblem(path);
    onAdd(path.text);
    onClose();
  };
  return (
    <FormDialog title={t('users.columns.add')} actionLabel={t('users.columns.add.action')} busy={false} onClose={onClose} onSubmit={add}>
      <Field
        label={t('users.columns.path')}
        help={t('users.columns.path.help')}
        error={problem === null ? undefined : t(problemTexts[problem])}
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            placeholder={example}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
