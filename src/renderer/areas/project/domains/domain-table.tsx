import { CircleCheck, CircleX, History, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { partName } from '#contract/journal/entry-parts.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { HistoryDialog } from '#parts/journal/history/history-dialog.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { type DomainMatching, type DomainProblem, isHandlerPath } from './domain-problems';
import styles from './domains.module.css';
import { type DomainRow, missingWww, rowProblem, storedDomainOf, withNewRow } from './domains-draft';

interface DomainTableProps {
  connectionId: string;
  rows: readonly DomainRow[];
  /** What is stored: new domains are distinguished. */
  stored: JsonValue;
  matching: DomainMatching;
  disabledReason: string | undefined;
  onChange: (rows: readonly DomainRow[]) => void;
}

/** The trusted domains, each validated while it is typed. */
export function DomainTable({ connectionId, rows, stored, matching, disabledReason, onChange }: DomainTableProps) {
  const { t } = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const [historyOf, setHistoryOf] = useState<string | null>(null);
  const focusNext = useRef<'last' | number | null>(null);
  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted === null) return;
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('[data-domain]') ?? [];
    inputs[wanted === 'last' ? inputs.length - 1 : Math.min(wanted, inputs.length - 1)]?.focus();
  });
  const add = (
    <Button
      icon={Plus}
      disabledReason={disabledReason}
      onClick={() => {
        focusNext.current = 'last';
        onChange(withNewRow(rows));
      }}
    >
      {t('domains.add')}
    </Button>
  );
  return (
    <PageSection title={t('domains.title')} text={t('domains.text')} action={add}>
      <Card className={styles.table}>
        {rows.length === 0 && <p className={styles.none}>{t('domains.none')}</p>}
        {rows.length > 0 && (
          <div className={styles.head} aria-hidden="true">
            <span>{t('domains.column.domain')}</span>
            <span>{t('domains.column.handler-path')}</span>
          </div>
        )}
        <ul ref={list} aria-label={t('domains.title')}>
          {rows.map((row, at) => (
            <DomainFields
              key={row.id}
              row={row}
              number={at + 1}
              problem={rowProblem(rows, row, matching)}
              disabledReason={disabledReason}
              storedDomain={storedDomainOf(row, stored)}
              onOpenHistory={setHistoryOf}
              www={missingWww(rows, row, stored, matching)}
              onAddWww={(domain) => {
                focusNext.current = 'last';
                onChange(withNewRow(rows, { ...row, domain }));
              }}
              onChange={(change) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...change } : one)))}
              onRemove={() => {
                focusNext.current = at;
                onChange(rows.filter((one) => one.id !== row.id));
              }}
            />
          ))}
        </ul>
      </Card>
      {historyOf !== null && <DomainHistory connectionId={connectionId} domain={historyOf} onClose={() => setHistoryOf(null)} />}
    </PageSection>
  );
}

function DomainHistory({ connectionId, domain, onClose }: { connectionId: string; domain: string; onClose: () => void }) {
  const about = partName({ kind: 'domain', id: domain });
  return <HistoryDialog connectionId={connectionId} about={about} names={[domain]} title={domain} onClose={onClose} />;
}

interface DomainFieldsProps {
  row: DomainRow;
  /** Its place in the list, from 1. */
  number: number;
  problem: DomainProblem | null;
  /** The domain with `www.` that could be added; null for none. */
  www: string | null;
  disabledReason: string | undefined;
  /** The domain that has a history; undefined for a row that is new or edited. */
  storedDomain: string | undefined;
  onOpenHistory: (domain: string) => void;
  onAddWww: (domain: string) => void;
  onChange: (change: Partial<DomainRow>) => void;
  onRemove: () => void;
}

const signs = { error: CircleX, warning: TriangleAlert, good: CircleCheck };

/** A trusted domain with its handler path, what is wrong with it, and how to mend that. */
function DomainFields(props: DomainFieldsProps) {
  const { number, problem, www, disabledReason, onAddWww, onChange, onRemove } = props;
  const { domain, handlerPath } = props.row;
  const { t } = useMessages();
  const id = useId();
  const hasPath = isHandlerPath(handlerPath);
  const state = hasPath ? (problem?.severity ?? 'good') : 'error';
  const text = problem !== null ? t(problem.text) : hasPath ? null : t('domains.problem.handler-path');
  const isReadOnly = disabledReason !== undefined;
  const code = { dir: 'ltr', autoCapitalize: 'off', spellCheck: false, readOnly: isReadOnly, 'aria-describedby': `${id}-problem` } as const;
  return (
    <li className={styles.row}>
      <span className={cx(styles.sign, styles[state])}>
        <Icon of={signs[state]} size={16} />
      </span>
      <TextInput
        {...code}
        data-domain
        className={cx(styles.code)}
        inputMode="url"
        aria-label={t('domains.domain.number', { number })}
        aria-invalid={problem?.severity === 'error'}
        placeholder={t('domains.placeholder')}
        value={domain}
        onChange={({ target }) => onChange({ domain: target.value })}
      />
      <TextInput
        {...code}
        className={cx(styles.code)}
        aria-label={t('domains.handler-path.number', { number })}
        aria-invalid={!hasPath}
        value={handlerPath}
        onChange={({ target }) => onChange({ handlerPath: target.value })}
      />
      <HistoryButton {...props} />
      <IconButton label={t('domains.remove.number', { number, domain })} icon={Trash2} disabledReason={disabledReason} onClick={onRemove} />
      <div className={styles.problem} id={`${id}-problem`} aria-live="polite">
        {text !== null && <span className={styles[state]}>{text}</span>}
        {problem?.fix !== undefined && !isReadOnly && <Fix fix={problem.fix} onFix={(better) => onChange({ domain: better })} />}
        {www !== null && text === null && !isReadOnly && (
          <>
            <span className={styles.quiet}>{t('domains.www')}</span>
            <Button size="sm" aria-label={t('domains.fix.named', { fix: t('domains.www.add'), domain: www })} onClick={() => onAddWww(www)}>
              {t('domains.www.add')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function HistoryButton({ number, row: { domain }, storedDomain, onOpenHistory }: DomainFieldsProps) {
  const { t } = useMessages();
  return (
    <IconButton
      label={t('domains.history.number', { number, domain })}
      icon={History}
      disabledReason={storedDomain === undefined ? t('domains.history.unsaved') : undefined}
      onClick={() => storedDomain !== undefined && onOpenHistory(storedDomain)}
    />
  );
}

function Fix({ fix, onFix }: { fix: NonNullable<DomainProblem['fix']>; onFix: (domain: string) => void }) {
  const { t } = useMessages();
  return (
    <Button size="sm" aria-label={t('domains.fix.named', { fix: t(fix.text), domain: fix.domain })} onClick={() => onFix(fix.domain)}>
      {t(fix.text)}
    </Button>
  );
}
