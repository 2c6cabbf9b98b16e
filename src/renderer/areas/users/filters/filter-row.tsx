import { Plus, TextCursorInput, UsersRound, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { useTeams } from '#data/teams.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { TextAround } from '#ui/layout/text-block.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { type Field, newDraft, toDraft } from './condition-draft';
import { FilterDialog } from './filter-dialog';
import { useFilterFields } from './filter-fields';
import { alternativesOf, hasNoParts, partsOf, teamsOf, withPart } from './filter-parts';
import { fieldIcons, fieldLabels, filterText } from './filter-text';
import styles from './filters.module.css';
import { QueryTextDialog } from './query-text-dialog';

interface FilterRowProps {
  connectionId: string;
  filter: UserQuery;
  /** The field of a filter that is to be added first; null for none. */
  wanted: Field | null;
  onChange: (filter: UserQuery) => void;
  /** Runs when nothing is edited any longer. */
  onClose: () => void;
}

/** What is edited: the part at an index, a new one on a field, or all of it as text. */
type Editing = { readonly at: number } | { readonly field: Field } | 'text';

/** The filters of the list as chips, all of which a user must meet, and what adds one. */
export function FilterRow({ connectionId, filter, wanted, onChange, onClose }: FilterRowProps) {
  const { t } = useMessages();
  const row = useRef<HTMLDivElement>(null);
  const [chosen, setEditing] = useState<Editing | null>(null);
  const editing = chosen ?? (wanted === null ? null : { field: wanted });
  const close = () => {
    setEditing(null);
    onClose();
  };
  const parts = partsOf(filter);
  const change = (at: number, part: UserQuery | null) => onChange(withPart(filter, at, part));
  const focusLater = useFocusAfter(row, toQueryText(filter));
  const remove = (at: number) => {
    focusLater(at);
    change(at, null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can’t be laid out as a row in every browser
    <div ref={row} role="group" aria-label={t('users.filters')} className={styles.row}>
      {parts.map((part, at) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: two chips may be the same
          key={`${at} ${toQueryText(part)}`}
          connectionId={connectionId}
          part={part}
          onEdit={() => setEditing(alternativesOf(part) === null ? 'text' : { at })}
          onRemove={() => remove(at)}
        />
      ))}
      {teamsOf(filter).length === 0 && (
        <button type="button" data-add="" className={styles.add} onClick={() => setEditing({ field: 'team' })}>
          <Icon of={UsersRound} size={14} />
          {t('users.team.any')}
        </button>
      )}
      <AddFilter connectionId={connectionId} onChoose={(field) => setEditing({ field })} onText={() => setEditing('text')} />
      {!hasNoParts(filter) && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            focusLater(0);
            onChange({ op: 'and', of: [] });
          }}
        >
          {t('users.filters.clear')}
        </button>
      )}
      {editing === 'text' && <QueryTextDialog query={filter} onApply={onChange} onClose={close} />}
      {editing !== null && editing !== 'text' && (
        <FilterDialog
          connectionId={connectionId}
          initial={'at' in editing ? (alternativesOf(parts[editing.at] ?? filter) ?? []).map(toDraft) : [newDraft(editing.field)]}
          isNew={'field' in editing}
          onApply={(part) => change('at' in editing ? editing.at : parts.length, part)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Returns a function that gives the focus to the nth chip, or what adds one, once the filter has changed: what had it goes away. */
function useFocusAfter(row: RefObject<HTMLElement | null>, filter: string): (at: number) => void {
  const wanted = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips are those of the filter
  useEffect(() => {
    if (wanted.current !== null) row.current?.querySelectorAll<HTMLElement>('[data-chip], [data-add]')[wanted.current]?.focus();
    wanted.current = null;
  }, [filter]);
  return (at) => {
    wanted.current = at;
  };
}

/** The menu of the fields that users can be filtered by. */
function AddFilter({ connectionId, onChoose, onText }: { connectionId: string; onChoose: (field: Field) => void; onText: () => void }) {
  const { t } = useMessages();
  const trigger = (
    <button type="button" data-add="" className={styles.add}>
      <Icon of={Plus} size={14} />
      {t('users.filter.add')}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <FieldItems connectionId={connectionId} onChoose={onChoose} />
      <MenuSeparator />
      <MenuItem icon={TextCursorInput} onSelect={onText}>
        {t('users.filter.as-text')}
      </MenuItem>
    </Menu>
  );
}

/** The items of a menu with the fields that users can be filtered by. */
function FieldItems({ connectionId, onChoose }: { connectionId: string; onChoose: (field: Field) => void }) {
  const { t } = useMessages();
  return useFilterFields(connectionId).map((field) => (
    <MenuItem key={field} icon={fieldIcons[field]} onSelect={() => onChoose(field)}>
      {t(fieldLabels[field])}
    </MenuItem>
  ));
}

interface FilterChipProps {
  connectionId: string;
  part: UserQuery;
  onEdit: () => void;
  onRemove: () => void;
}

/** A part of the filter: pressed, it is edited; Delete removes it. */
function FilterChip({ connectionId, part, onEdit, onRemove }: FilterChipProps) {
  const messages = useMessages();
  const { t } = messages;
  const nameOf = useTeamNames(connectionId, part);
  const alternatives = alternativesOf(part);
  const texts = alternatives?.map((one) => ({ field: one.condition.field, ...filterText(messages, one, nameOf) })) ?? [];
  const words = texts.map(({ label, value }) => (label === '' ? value : t('users.filter.labeled', { label, value })));
  const text = alternatives === null ? toQueryText(part) : words.join(` ${t('users.filter.or')} `);
  const first = texts[0]?.field;
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'Delete' && key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <span className={styles.chip}>
      <button
        type="button"
        data-chip=""
        className={styles.edit}
        title={text}
        aria-label={t('users.filter.edit', { filter: text })}
        aria-keyshortcuts="Delete"
        onClick={onEdit}
        onKeyDown={press}
      >
        <Icon of={first === undefined ? TextCursorInput : fieldIcons[first]} size={14} />
        <span className={styles.words}>
          {alternatives === null && <code>{text}</code>}
          {texts.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two alternatives may be the same
            <span key={at}>
              {at > 0 && <i>{` ${t('users.filter.or')} `}</i>}
              {label === '' ? <code>{value}</code> : <LabeledValue label={label} value={value} />}
            </span>
          ))}
        </span>
      </button>
      <button type="button" className={styles.remove} aria-label={t('users.filter.remove', { filter: text })} onClick={onRemove}>
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}

function LabeledValue({ label, value }: { label: string; value: string }) {
  const { t } = useMessages();
  return (
    <TextAround text={(slot) => t('users.filter.labeled', { label, value: slot })}>
      <b>
        <bdi>{value}</bdi>
      </b>
    </TextAround>
  );
}

/** Returns a function that names the teams of a query, which are read if it names any. */
function useTeamNames(connectionId: string, query: UserQuery): (id: string) => string {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const teams = useTeams(connectionId, teamsOf(query).length > 0);
  return (id) => {
    const team = teams.data?.items.find((one) => one.id === id);
    return team === undefined ? t('users.team.one') : nameOf(team);
  };
}
