import { Calendar, CircleDot, Pencil, Plug, Shapes, User } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { subjectKinds } from '#contract/journal/journal-rule.ts';
import { useAccountsOf, useTopic } from '#data/topics.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { useActorName } from '#parts/journal/actor.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { Menu, MenuChoice, MenuChoices, MenuSeparator } from '#ui/overlays/menu.tsx';
import { type JournalPlace, journalTimes } from '#window/url-state.ts';
import { dayStart } from '../filter-of';
import styles from '../journal.module.css';
import { ExportJournal } from './export-journal';
import { RangeDialog } from './range-dialog';

interface JournalToolbarProps {
  /** The connection whose journal it is; undefined for all of them. */
  connectionId: string | undefined;
  place: JournalPlace;
  /** What the list shows. */
  filter: JournalFilter;
  onChange: (change: JournalPlace) => void;
}

/** Search and filters. A filter that is on has a solid border and its value. */
export function JournalToolbar({ connectionId, place, filter, onChange }: JournalToolbarProps) {
  const { t } = useMessages();
  return (
    <ListToolbar label={t('journal.toolbar')} end={<ExportJournal filter={filter} />}>
      <DelayedSearchInput
        className={styles.search}
        label={t('journal.search')}
        value={place.q ?? ''}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <ActorFilter connectionId={connectionId} value={place.actor} onChange={(actor) => onChange({ actor })} />
      <FilterButton
        icon={Pencil}
        isOn={place.changes === 'only'}
        aria-pressed={place.changes === 'only'}
        title={t('journal.changes.text')}
        onClick={() => onChange({ changes: place.changes === 'only' ? undefined : 'only' })}
      >
        {t('journal.changes')}
      </FilterButton>
      <TimeFilter place={place} onChange={onChange} />
      <ChoiceFilter
        icon={CircleDot}
        label={t('journal.result')}
        value={place.result}
        options={(['done', 'failed', 'unknown', 'open'] as const).map((value) => ({ value, text: t(`journal.result.${value}`) }))}
        anyText={t('journal.result.any')}
        onChange={(result) => onChange({ result })}
      />
      <ChoiceFilter
        icon={Shapes}
        label={t('journal.kind')}
        value={place.kind}
        options={subjectKinds.map((value) => ({ value, text: t(`journal.kind.${value}`) }))}
        anyText={t('journal.kind.any')}
        onChange={(kind) => onChange({ kind })}
      />
      <ConnectionFilter connectionId={connectionId} value={place.connection} onChange={(connection) => onChange({ connection })} />
    </ListToolbar>
  );
}

interface ChoiceFilterProps<V extends string> {
  icon: typeof User;
  label: string;
  value: V | undefined;
  options: readonly { readonly value: V; readonly text: string }[];
  anyText: string;
  onChange: (value: V | undefined) => void;
}

const any = '';

/** A filter by one of several values. */
function ChoiceFilter<V extends string>({ icon, label, value, options, anyText, onChange }: ChoiceFilterProps<V>) {
  const text = value === undefined ? anyText : (options.find((option) => option.value === value)?.text ?? value);
  return (
    <Menu trigger={filterTrigger(icon, label, text, value !== undefined)}>
      <MenuChoices value={value ?? any} onValueChange={(next) => onChange(next === any ? undefined : (next as V))}>
        <MenuChoice value={any}>{anyText}</MenuChoice>
        {options.map((option) => (
          <MenuChoice key={option.value} value={option.value}>
            {option.text}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}

function filterTrigger(icon: typeof User, label: string, text: string, isOn: boolean): ReactElement {
  return (
    <FilterButton icon={icon} className={styles.filter} isOn={isOn} aria-label={`${label}: ${text}`} title={text}>
      <span>{text}</span>
    </FilterButton>
  );
}

/** The accounts of the connection, or of all, and the kinds of keys. */
function ActorFilter({
  connectionId,
  value,
  onChange,
}: { connectionId: string | undefined } & Pick<ChoiceFilterProps<string>, 'value' | 'onChange'>) {
  const { t } = useMessages();
  const nameOf = useActorName();
  const all = useTopic('accounts.list');
  const own = useAccountsOf(connectionId);
  const accounts = connectionId === undefined ? all : own;
  const options = [
    ...accounts.map(({ id }) => ({ value: id, text: nameOf({ kind: 'account', id }) })),
    ...(['server', 'admin'] as const).map((id) => ({ value: id as string, text: nameOf({ kind: 'key', id }) })),
  ];
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <ChoiceFilter
      icon={User}
      label={t('journal.actor')}
      value={value}
      options={isKnown ? options : [...options, { value, text: nameOf({ kind: 'account', id: value }) }]}
      anyText={t('journal.actor.any')}
      onChange={onChange}
    />
  );
}

function ConnectionFilter({
  connectionId,
  value,
  onChange,
}: { connectionId: string | undefined } & Pick<ChoiceFilterProps<string>, 'value' | 'onChange'>) {
  const { t } = useMessages();
  const names = useConnectionNames();
  const shown = value ?? connectionId ?? 'all';
  const text = shown === 'all' ? t('journal.connection.all') : (names.get(shown) ?? t('journal.connection.removed'));
  return (
    <Menu trigger={filterTrigger(Plug, t('journal.connection'), text, value !== undefined)}>
      <MenuChoices value={shown} onValueChange={(next) => onChange(next === (connectionId ?? 'all') ? undefined : next)}>
        <MenuChoice value="all">{t('journal.connection.all')}</MenuChoice>
        {[...names].map(([id, name]) => (
          <MenuChoice key={id} value={id}>
            {name}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}

function TimeFilter({ place, onChange }: Pick<JournalToolbarProps, 'place' | 'onChange'>) {
  const { t, locale } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const { time, from, to } = place;
  const [first, last] = [dayStart(from), dayStart(to)].map((millis) => (millis === undefined ? '…' : mediumDate(millis, locale)));
  const text = time === 'range' ? `${first} – ${last}` : t(`journal.time.${time ?? 'any'}`);
  const choose = (next: string) => {
    const chosen = journalTimes.find((each) => each === next);
    if (chosen === 'range') setAsking(true);
    else onChange({ time: chosen, from: undefined, to: undefined });
  };
  return (
    <>
      <Menu trigger={filterTrigger(Calendar, t('journal.time'), text, time !== undefined)}>
        <MenuChoices value={time ?? any} onValueChange={choose}>
          <MenuChoice value={any}>{t('journal.time.any')}</MenuChoice>
          {(['today', '7d', '30d'] as const).map((value) => (
            <MenuChoice key={value} value={value}>
              {t(`journal.time.${value}`)}
            </MenuChoice>
          ))}
          <MenuSeparator />
          <MenuChoice value="range">{t('journal.time.range')}</MenuChoice>
        </MenuChoices>
      </Menu>
      {isAsking && (
        <RangeDialog
          from={from ?? ''}
          to={to ?? ''}
          onClose={() => setAsking(false)}
          onChoose={(range) => {
            setAsking(false);
            onChange({ time: 'range', ...range });
          }}
        />
      )}
    </>
  );
}
