import { Calendar, CircleDot, Pencil, Plug, Shapes, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { subjectKinds } from '#contract/journal/journal-rule.ts';
import { useAccountsOf, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { useActorName } from '#parts/journal/actor.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { Menu, MenuCheckbox, MenuChoice, MenuChoices, MenuSeparator, SubMenu } from '#ui/overlays/menu.tsx';
import type { JournalPlace } from '#window/url-state.ts';
import { dayStart } from '../filter-of';
import styles from '../journal.module.css';
import { journalTimes } from '../journal-place';

/** What each filter takes. In a menu, it is a menu of it; otherwise a button that has one. */
interface FilterProps {
  place: JournalPlace;
  isInMenu: boolean;
  onChange: (change: JournalPlace) => void;
}

interface FilterMenuProps {
  isInMenu: boolean;
  icon: typeof User;
  label: string;
  /** Its value. */
  text: string;
  isOn: boolean;
  children: ReactNode;
}

function FilterMenu({ isInMenu, icon, label, text, isOn, children }: FilterMenuProps) {
  const named = `${label}: ${text}`;
  if (isInMenu)
    return (
      <SubMenu icon={icon} label={isOn ? named : label}>
        {children}
      </SubMenu>
    );
  const trigger = (
    <FilterButton icon={icon} className={styles.filter} isOn={isOn} aria-label={named} title={text}>
      <span className={cx(!isOn && styles.wide)}>{text}</span>
    </FilterButton>
  );
  return <Menu trigger={trigger}>{children}</Menu>;
}

/** Leaves out what changed nothing. */
export function ChangesFilter({ place, isInMenu, onChange }: FilterProps) {
  const { t } = useMessages();
  const isOn = place.changes === 'only';
  const change = () => onChange({ changes: isOn ? undefined : 'only' });
  if (isInMenu)
    return (
      <MenuCheckbox checked={isOn} onCheckedChange={change}>
        {t('journal.changes')}
      </MenuCheckbox>
    );
  return (
    <FilterButton
      icon={Pencil}
      isOn={isOn}
      aria-pressed={isOn}
      aria-label={t('journal.changes')}
      title={t('journal.changes.text')}
      onClick={change}
    >
      <span className={cx(!isOn && styles.wide)}>{t('journal.changes')}</span>
    </FilterButton>
  );
}

/** How writes ended. */
export function ResultFilter({ place, isInMenu, onChange }: FilterProps) {
  const { t } = useMessages();
  return (
    <ChoiceFilter
      isInMenu={isInMenu}
      icon={CircleDot}
      label={t('journal.result')}
      value={place.result}
      options={(['done', 'failed', 'unknown', 'open'] as const).map((value) => ({ value, text: t(`journal.result.${value}`) }))}
      anyText={t('journal.result.any')}
      onChange={(result) => onChange({ result })}
    />
  );
}

/** What kind of thing was changed. */
export function KindFilter({ place, isInMenu, onChange }: FilterProps) {
  const { t } = useMessages();
  return (
    <ChoiceFilter
      isInMenu={isInMenu}
      icon={Shapes}
      label={t('journal.kind')}
      value={place.kind}
      options={subjectKinds.map((value) => ({ value, text: t(`journal.kind.${value}`) }))}
      anyText={t('journal.kind.any')}
      onChange={(kind) => onChange({ kind })}
    />
  );
}

interface ChoiceFilterProps<V extends string> {
  isInMenu: boolean;
  icon: typeof User;
  label: string;
  value: V | undefined;
  options: readonly { readonly value: V; readonly text: string }[];
  anyText: string;
  onChange: (value: V | undefined) => void;
}

const any = '';

/** A filter by one of several values. */
function ChoiceFilter<V extends string>({ isInMenu, icon, label, value, options, anyText, onChange }: ChoiceFilterProps<V>) {
  const text = value === undefined ? anyText : (options.find((option) => option.value === value)?.text ?? value);
  return (
    <FilterMenu isInMenu={isInMenu} icon={icon} label={label} text={text} isOn={value !== undefined}>
      <MenuChoices value={value ?? any} onValueChange={(next) => onChange(next === any ? undefined : (next as V))}>
        <MenuChoice value={any}>{anyText}</MenuChoice>
        {options.map((option) => (
          <MenuChoice key={option.value} value={option.value}>
            {option.text}
          </MenuChoice>
        ))}
      </MenuChoices>
    </FilterMenu>
  );
}

/** The accounts of the connection, or of all, and the kinds of keys. */
export function ActorFilter({ connectionId, place, isInMenu, onChange }: { connectionId: string | undefined } & FilterProps) {
  const { t } = useMessages();
  const nameOf = useActorName();
  const value = place.actor;
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
      isInMenu={isInMenu}
      icon={User}
      label={t('journal.actor')}
      value={value}
      options={isKnown ? options : [...options, { value, text: nameOf({ kind: 'account', id: value }) }]}
      anyText={t('journal.actor.any')}
      onChange={(actor) => onChange({ actor })}
    />
  );
}

/** The journal of another connection, or of all. */
export function ConnectionFilter({ connectionId, place, isInMenu, onChange }: { connectionId: string | undefined } & FilterProps) {
  const { t } = useMessages();
  const names = useConnectionNames();
  const value = place.connection;
  const shown = value ?? connectionId ?? 'all';
  const text = shown === 'all' ? t('journal.connection.all') : (names.get(shown) ?? t('journal.connection.removed'));
  return (
    <FilterMenu isInMenu={isInMenu} icon={Plug} label={t('journal.connection')} text={text} isOn={value !== undefined}>
      <MenuChoices value={shown} onValueChange={(next) => onChange({ connection: next === (connectionId ?? 'all') ? undefined : next })}>
        <MenuChoice value="all">{t('journal.connection.all')}</MenuChoice>
        {[...names].map(([id, name]) => (
          <MenuChoice key={id} value={id}>
            {name}
          </MenuChoice>
        ))}
      </MenuChoices>
    </FilterMenu>
  );
}

/** `onRange` asks for the days: outside, because the menu closes. */
export function TimeFilter({ place, isInMenu, onChange, onRange }: FilterProps & { onRange: () => void }) {
  const { t, locale } = useMessages();
  const { time, from, to } = place;
  const [first, last] = [dayStart(from), dayStart(to)].map((millis) => (millis === undefined ? '…' : mediumDate(millis, locale)));
  const text = time === 'range' ? `${first} – ${last}` : t(`journal.time.${time ?? 'any'}`);
  const choose = (next: string) => {
    const chosen = journalTimes.find((each) => each === next);
    if (chosen === 'range') onRange();
    else onChange({ time: chosen, from: undefined, to: undefined });
  };
  return (
    <FilterMenu isInMenu={isInMenu} icon={Calendar} label={t('journal.time')} text={text} isOn={time !== undefined}>
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
    </FilterMenu>
  );
}
