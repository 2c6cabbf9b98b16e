import { ChevronDown, ChevronRight, Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { byteOrderMark } from '#contract/export/csv.ts';
import type { CheckedLine, LineCounts, LineStatus } from '#contract/imports/check.ts';
import { api } from '#data/api.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import common from '../imports.module.css';
import styles from './check.module.css';
import { LineChanges } from './line-changes';
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

interface FaultyLinesButtonProps {
  /** ID of the import, and the name of its file. */
  id: string;
  name: string;
  count: number;
}

/** Downloads the lines that can’t be imported, with the reasons, to be mended and imported again. */
function FaultyLinesButton({ id, name, count }: FaultyLinesButtonProps) {
  const { t, locale } = useMessages();
  const fail = useFailureToast();
  const forbidden = useForbiddenReason('export');
  const exporting = useAction(
    async () => {
      // They are corrected in a spreadsheet program, and read again.
      const parts: string[] = [byteOrderMark];
      for (let from: number | null = 0; from !== null; ) {
        const { text, next }: { text: string; next: number | null } = await api.imports.exportPage({ id, from });
        parts.push(text);
        from = next;
      }
      offerDownload(`${name.replace(/\.[^.]*$/, '')}-${t('imports.faulty.file')}.csv`, 'text/csv', ...parts);
    },
    { onFailure: fail },
  );
  return (
    <Button
      size="sm"
      variant="plain"
      icon={Download}
      busy={exporting.isPending}
      disabledReason={forbidden}
      onClick={() => void exporting.run()}
    >
      {t('imports.faulty', { count, shown: formatNumber(count, locale) })}
    </Button>
  );
}

interface LineDialogProps {
  line: CheckedLine;
  onClose: () => void;
}

/** All that is said about a line of the file. */
function LineDialog({ line, onClose }: LineDialogProps) {
  const { t, locale } = useMessages();
  const { name, email, status } = line;
  return (
    <Dialog
      open
      width={560}
      onOpenChange={onClose}
      title={t('imports.line', { line: formatNumber(line.line, locale) })}
      description={t(`imports.preview.${status}`)}
      footer={
        <Button data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className={styles.lineDetails}>
        <p data-personal="">
          <strong>{name ?? email ?? '–'}</strong> {name !== null && email !== null && <span className={common.quiet}>{email}</span>}
        </p>
        <LineProblems problems={line.problems} />
        <LineChanges line={line} />
      </div>
    </Dialog>
  );
}
