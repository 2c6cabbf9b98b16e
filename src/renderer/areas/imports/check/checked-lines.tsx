import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { CheckedLine, LineCounts, LineStatus } from '#contract/imports/check.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import common from '../imports.module.css';
import styles from './check.module.css';
import { FaultyLinesButton } from './faulty-lines-button';
import { LineChanges } from './line-changes';
import { LineDialog } from './line-dialog';
import { entryAt, entryCount, type LineGroups, lineGroups } from './line-groups';
import { LineProblems } from './line-problems';
import { useCheckedLines } from './use-checked-lines';

type Item = CheckedLine | LineGroups[number];

interface CheckedLinesProps {
  id: string;
  /** Name of the file. */
  name: string;
  counts: LineCounts;
}

/** Lines of a file by what happens to them. */
export function CheckedLineList({ id, name, counts }: CheckedLinesProps) {
  const { t } = useMessages();
  const [closed, setClosed] = useState<ReadonlySet<LineStatus>>(new Set<LineStatus>(['same']));
  const [opened, setOpened] = useState<CheckedLine | null>(null);
  const groups = useMemo(() => lineGroups(counts, closed), [counts, closed]);
  const lines = useCheckedLines(id, counts);
  const columns = useColumns();
  const toggle = (status: LineStatus) => {
    const next = new Set(closed);
    if (!next.delete(status)) next.add(status);
    setClosed(next);
  };
  const itemAt = (index: number): Item | undefined => {
    const entry = entryAt(groups, index);
    if (entry === undefined) return undefined;
    return entry.at === null ? groups.find(({ status }) => status === entry.status) : lines.lineOf(entry.status, entry.at);
  };
  if (lines.failure !== null) return <ErrorState report={lines.failure} onRetry={lines.retry} />;
  return (
    <>
      <VirtualList<Item>
        label={t('imports.checked.lines')}
        columns={columns}
        count={entryCount(groups)}
        itemAt={itemAt}
        getKey={keyOf}
        heading={(item) =>
          'count' in item ? <GroupTitle group={item} importId={id} name={name} onToggle={() => toggle(item.status)} /> : null
        }
        onOpen={(item) => 'count' in item || setOpened(item)}
        onView={(first, last) => lines.view(groups, first, last)}
      />
      {opened !== null && <LineDialog line={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const keyOf = (item: Item) => ('count' in item ? item.status : `${item.status} ${item.at}`);

interface GroupTitleProps {
  group: LineGroups[number];
  importId: string;
  name: string;
  onToggle: () => void;
}

function GroupTitle({ group: { status, count, isOpen }, importId, name, onToggle }: GroupTitleProps) {
  const { t, locale } = useMessages();
  return (
    <>
      <button type="button" className={styles.groupToggle} aria-expanded={isOpen} onClick={onToggle}>
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        {t(`imports.status.${status}`)}
        <span className={common.quiet}>{formatNumber(count, locale)}</span>
      </button>
      {status === 'impossible' && <FaultyLinesButton id={importId} name={name} count={count} />}
    </>
  );
}

/** Number of changes in a row; the dialog of a line has all of them. */
const shownChanges = 2;

function useColumns(): readonly Column<Item>[] {
  const { t, locale } = useMessages();
  return useMemo(() => {
    const cell = (render: (line: CheckedLine) => ReactNode) => (item: Item) => ('count' in item ? null : render(item));
    return [
      {
        id: 'line',
        header: t('imports.checked.line'),
        width: '72px',
        numeric: true,
        cell: cell(({ line }) => formatNumber(line, locale)),
      },
      { id: 'name', header: t('imports.checked.name'), width: 'minmax(140px, 5fr)', cell: cell((line) => <LineName line={line} />) },
      {
        id: 'change',
        header: t('imports.checked.change'),
        width: 'minmax(180px, 8fr)',
        cell: cell((line) => <WhatHappens line={line} />),
      },
    ];
  }, [t, locale]);
}

function LineName({ line: { id, name, email } }: { line: CheckedLine }) {
  return (
    <span className={styles.lineName}>
      <Avatar id={id ?? undefined} name={name} email={email} size={20} />
      <span className={styles.cut} data-personal="">
        <bdi className={styles.strong}>{name ?? email ?? '–'}</bdi>{' '}
        {name !== null && email !== null && <bdi className={common.quiet}>{email}</bdi>}
      </span>
    </span>
  );
}

function WhatHappens({ line }: { line: CheckedLine }) {
  const { t } = useMessages();
  if (line.status === 'same') return <span className={common.quiet}>{t('imports.nothing-to-do')}</span>;
  if (line.status === 'impossible') return <LineProblems problems={line.problems} />;
  return <LineChanges line={line} max={shownChanges} />;
}
