import { ListFilter } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { JournalPlace } from '#window/url-state.ts';
import { dayStart } from '../filter-of';
import styles from '../journal.module.css';
import { ExportJournal } from './export-journal';
import { ActorFilter, ChangesFilter, ConnectionFilter, KindFilter, ResultFilter, TimeFilter } from './journal-filters';

interface JournalToolbarProps {
  /** The connection whose journal it is; undefined for all of them. */
  connectionId: string | undefined;
  place: JournalPlace;
  /** What the list shows. */
  filter: JournalFilter;
  /** How little room there is: with 1, some filters share a menu; with 2, all of them do. */
  narrowness: 0 | 1 | 2;
  onChange: (change: JournalPlace) => void;
}

/** Search and filters, in one line where it can be. A filter that is on has a solid border and its value. */
export function JournalToolbar({ connectionId, place, filter, narrowness, onChange }: JournalToolbarProps) {
  const { t } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const propsFrom = (inMenuFrom: 1 | 2) => ({ place, onChange, isInMenu: narrowness >= inMenuFrom });
  const first = (
    <>
      <ActorFilter connectionId={connectionId} {...propsFrom(2)} />
      <ChangesFilter {...propsFrom(2)} />
      <TimeFilter onRange={() => setAsking(true)} {...propsFrom(2)} />
    </>
  );
  const others = (
    <>
      <ResultFilter {...propsFrom(1)} />
      <KindFilter {...propsFrom(1)} />
      <ConnectionFilter connectionId={connectionId} {...propsFrom(1)} />
    </>
  );
  const othersOn = countOn(place.result, place.kind, place.connection);
  const firstOn = countOn(place.actor, place.changes, place.time);
  return (
    <ListToolbar label={t('journal.toolbar')} className={styles.toolbar} end={<ExportJournal filter={filter} />}>
      <DelayedSearchInput
        className={styles.search}
        label={t('journal.search')}
        value={place.q ?? ''}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      {narrowness < 2 && first}
      {narrowness === 0 ? (
        others
      ) : (
        <Menu trigger={<MoreFilters count={narrowness === 1 ? othersOn : firstOn + othersOn} isAll={narrowness === 2} />}>
          {narrowness === 2 && first}
          {others}
        </Menu>
      )}
      {isAsking && (
        <RangeDialog
          from={place.from ?? ''}
          to={place.to ?? ''}
          onClose={() => setAsking(false)}
          onChoose={(range) => {
            setAsking(false);
            onChange({ time: 'range', ...range });
          }}
        />
      )}
    </ListToolbar>
  );
}

function countOn(...values: readonly unknown[]): number {
  return values.filter((value) => value !== undefined).length;
}

interface MoreFiltersProps extends Omit<ComponentProps<typeof FilterButton>, 'isOn' | 'icon'> {
  /** Number of its filters that are on. */
  count: number;
  /** Whether it has all filters. */
  isAll: boolean;
}

function MoreFilters({ count, isAll, ...rest }: MoreFiltersProps) {
  const { t, locale } = useMessages();
  const label = t(isAll ? 'journal.filters' : 'journal.filters.more');
  return (
    <FilterButton
      {...rest}
      icon={ListFilter}
      isOn={count > 0}
      title={label}
      aria-label={count === 0 ? label : t('journal.filters.on', { label, count })}
    >
      {count > 0 && formatNumber(count, locale)}
    </FilterButton>
  );
}

interface RangeDialogProps {
  /** Days such as `2026-11-19`; empty for an open end. */
  from: string;
  to: string;
  onChoose: (range: { readonly from: string | undefined; readonly to: string | undefined }) => void;
  onClose: () => void;
}

/** Asks for the first and the last day of a range. Either may stay open. */
function RangeDialog({ from, to, onChoose, onClose }: RangeDialogProps) {
  const { t } = useMessages();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const [start, end] = [dayStart(first), dayStart(last)];
  const isReversed = start !== undefined && end !== undefined && start > end;
  const reason = start === undefined && end === undefined ? t('journal.range.none') : isReversed ? t('journal.range.reversed') : undefined;
  return (
    <FormDialog
      title={t('journal.range.title')}
      actionLabel={t('journal.range.apply')}
      busy={false}
      disabledReason={reason}
      onClose={onClose}
      onSubmit={() => reason === undefined && onChoose({ from: first || undefined, to: last || undefined })}
    >
      <Field label={t('journal.range.from')}>
        {(control) => <TextInput {...control} type="date" value={first} onChange={({ target }) => setFirst(target.value)} />}
      </Field>
      <Field label={t('journal.range.to')}>
        {(control) => <TextInput {...control} type="date" value={last} onChange={({ target }) => setLast(target.value)} />}
      </Field>
    </FormDialog>
  );
}
