import { ArrowLeft, ArrowLeftRight, ArrowRight, GitCompareArrows, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ComparedSections, ShownRow } from '#contract/bridge/configuration.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { dateNear } from '#lib/intl/days.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { Badge, EnvironmentBadge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { ApplyDialog } from './apply-dialog';
import type { ChosenSide } from './chosen-side';
import styles from './compare.module.css';
import { ComparisonTable } from './comparison-table';
import { rowId } from './row-names';

interface ComparedViewProps {
  sections: ComparedSections;
  baseMillis: number | null;
  source: ChosenSide;
  target: ChosenSide;
  isComparing: boolean;
  onCompareAgain: () => void;
  onSwap: () => void;
  onChangeSides: () => void;
}

/** What differs between both sides, with what can be applied to the target if that is a project. */
export function ComparedView(props: ComparedViewProps) {
  const { sections, baseMillis, source, target, isComparing, onCompareAgain, onSwap, onChangeSides } = props;
  const { t, locale } = useMessages();
  const [view, setView] = useState<'changed' | 'all'>('changed');
  const differing = useMemo(() => differencesIn(sections), [sections]);
  const now = useNow();
  const baseDate = baseMillis === null ? null : dateNear(baseMillis, now, locale);
  const [ticked, setTicked] = useTicks(sections);
  const [isApplying, setApplying] = useState(false);
  const canApply = target.kind === 'project';
  const readOnly = useReadOnlyReason(target.kind === 'project' ? target.connectionId : undefined);
  const busy = isComparing ? t('compare.busy') : undefined;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.focus(), []);
  const [changed, total] = [countOf(differing), countOf(sections)];
  const isEmpty = changed === 0 && view === 'changed';
  const shown = view === 'changed' ? differing : sections;
  const baseText = baseDate === null ? t('compare.two-way') : t('compare.three-way', { date: baseDate });
  const chosen = differing.flatMap(({ rows }) => rows).filter((row) => ticked.has(rowId(row)));
  const reason = readOnly ?? busy ?? (chosen.length === 0 ? t('compare.apply.none') : undefined);
  return (
    <ListFrame>
      <ListToolbar
        label={t('compare.toolbar')}
        end={
          <>
            <Segmented
              label={t('compare.view')}
              value={view}
              options={[
                { value: 'changed', label: t('compare.view.changed', { count: changed }) },
                { value: 'all', label: t('compare.view.all', { count: total }) },
              ]}
              onValueChange={setView}
            />
            <IconButton icon={RefreshCw} label={t('compare.again')} disabledReason={busy} onClick={onCompareAgain} />
          </>
        }
      >
        <IconButton icon={ArrowLeft} label={t('compare.change-sides')} onClick={onChangeSides} />
        <SideName side={source} />
        <Icon of={ArrowRight} size={14} />
        <SideName side={target} />
        <IconButton icon={ArrowLeftRight} label={t('compare.swap')} disabledReason={busy} onClick={onSwap} />
      </ListToolbar>
      <ListBody>
        <section ref={body} tabIndex={-1} aria-label={t('compare.differences')} className={styles.compared}>
          {isEmpty ? (
            <EmptyState icon={GitCompareArrows} title={t('compare.same')} text={t('compare.same.text')} />
          ) : (
            <div className={styles.parts}>
              <div className={styles.overview}>
                <SectionChoice sections={sections} ticked={ticked} canTick={canApply} onChange={setTicked} />
                <p className={styles.baseNote}>{baseText}</p>
              </div>
              <ComparisonTable sections={shown} baseDate={baseDate} ticked={ticked} canTick={canApply} onChange={setTicked} />
            </div>
          )}
        </section>
      </ListBody>
      <ListFooter
        end={
          canApply &&
          changed > 0 && (
            <Button variant="primary" disabledReason={reason} onClick={() => setApplying(true)}>
              {t('compare.apply', { count: chosen.length })}
            </Button>
          )
        }
      >
        <span role="status">
          {canApply ? t('compare.selected', { count: chosen.length, total: changed }) : t('compare.count', { count: changed })}
        </span>
        <ConflictBadge sections={differing} />
        {isEmpty && <span>{baseText}</span>}
      </ListFooter>
      {isApplying && (
        <ApplyDialog
          source={source}
          connectionId={target.connectionId}
          rows={chosen}
          onClose={(isChanged) => {
            setApplying(false);
            if (isChanged) onCompareAgain();
          }}
        />
      )}
    </ListFrame>
  );
}

/** How many rows both sides changed. */
function ConflictBadge({ sections }: Pick<ComparedViewProps, 'sections'>) {
  const { t } = useMessages();
  const conflicts = sections.flatMap(({ rows }) => rows).filter(({ changedIn }) => changedIn === 'both').length;
  return conflicts > 0 && <Badge tone="warn">{t('compare.conflicts', { count: conflicts })}</Badge>;
}

function SideName({ side: { kind, connectionId, file } }: { side: ChosenSide }) {
  const { t } = useMessages();
  const names = useConnectionNames();
  const connection = useConnection(connectionId);
  if (kind === 'file')
    return (
      <span className={styles.sideName}>
        <bdi data-personal="">{file?.name}</bdi> <Badge>{t('compare.kind.file')}</Badge>
      </span>
    );
  return (
    <span className={styles.sideName}>
      <bdi>{names.get(connectionId)}</bdi> {connection && <EnvironmentBadge connection={connection} />}
    </span>
  );
}

/** Returns the ticked rows: those of the comparison at first, and after another one what was ticked and still differs. */
function useTicks(sections: ComparedSections) {
  const [own, setOwn] = useState<ReadonlySet<string> | null>(null);
  const ticked = useMemo(() => {
    const rows = sections.flatMap((each) => each.rows).filter(({ kind, barrier }) => kind !== 'same' && barrier === null);
    return new Set(rows.filter((row) => (own === null ? row.isTicked : own.has(rowId(row)))).map(rowId));
  }, [sections, own]);
  return [ticked, setOwn] as const;
}

function differencesIn(sections: ComparedSections): ComparedSections {
  const differing = sections.map(({ section, rows }) => ({ section, rows: rows.filter(({ kind }) => kind !== 'same') }));
  return differing.filter(({ rows }) => rows.length > 0);
}

const countOf = (sections: ComparedSections) => sections.reduce((sum, { rows }) => sum + rows.length, 0);

interface SectionChoiceProps {
  sections: ComparedSections;
  ticked: ReadonlySet<string>;
  /** Whether there is something to tick for: a file isn’t changed. */
  canTick: boolean;
  onChange: (ticked: ReadonlySet<string>) => void;
}

/** What a group ticks. Deletions, conflicts, and what says who the project is are only ticked one by one. */
const isTickedByGroup = ({ kind, barrier, changedIn, isGuarded }: ShownRow) =>
  (kind === 'added' || kind === 'changed') && changedIn !== 'both' && barrier === null && !isGuarded;

/** The sections with how many of their rows are ticked, and a box for each that ticks them all. */
function SectionChoice({ sections, ticked, canTick, onChange }: SectionChoiceProps) {
  const { t } = useMessages();
  const groups = sections.map(({ section, rows }) => ({
    id: section,
    label: t(`compare.section.${section}`),
    rows: rows.filter(({ kind }) => kind !== 'same'),
  }));
  const all = { id: 'all', label: t('compare.everything'), rows: groups.flatMap(({ rows }) => rows) };
  const set = (rows: readonly ShownRow[], isOn: boolean) => {
    const next = new Set(ticked);
    for (const row of rows) {
      if (!isOn) next.delete(rowId(row));
      else if (isTickedByGroup(row)) next.add(rowId(row));
    }
    onChange(next);
  };
  return (
    <ul className={styles.groups} aria-label={t('compare.sections')}>
      {[all, ...groups].map(({ id, label, rows }) => {
        const count = rows.filter((row) => ticked.has(rowId(row))).length;
        return (
          <li key={id} className={styles.group}>
            {canTick && rows.length > 0 ? (
              <TriState label={label} count={count} of={rows} onChange={(isOn) => set(rows, isOn)} />
            ) : (
              <span className={styles.groupLabel}>{label}</span>
            )}
            <span className={styles.groupCount}>
              {rows.length === 0
                ? t('compare.group.same')
                : canTick
                  ? t('compare.group.count', { count, total: rows.length })
                  : rows.length}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface TriStateProps {
  label: string;
  count: number;
  of: readonly ShownRow[];
  onChange: (isOn: boolean) => void;
}

function TriState({ label, count, of, onChange }: TriStateProps) {
  const box = useRef<HTMLInputElement>(null);
  const isPartly = count > 0 && count < of.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  const most = of.filter(isTickedByGroup).length;
  return (
    <label className={styles.groupLabel}>
      <input ref={box} type="checkbox" checked={count === of.length} onChange={() => onChange(count < Math.max(most, 1))} />
      {label}
    </label>
  );
}
