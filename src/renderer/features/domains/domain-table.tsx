import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { DomainFields } from './domain-fields';
import type { DomainMatching } from './domain-problems';
import styles from './domains.module.css';
import { type DomainRow, rowProblem, withNewRow } from './domains-draft';

interface DomainTableProps {
  rows: readonly DomainRow[];
  matching: DomainMatching;
  disabledReason: string | undefined;
  onChange: (rows: readonly DomainRow[]) => void;
}

/** The trusted domains, each validated while it is typed. */
export function DomainTable({ rows, matching, disabledReason, onChange }: DomainTableProps) {
  const { t } = useMessages();
  const list = useRef<HTMLUListElement>(null);
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
              onChange={(change) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...change } : one)))}
              onRemove={() => {
                focusNext.current = at;
                onChange(rows.filter((one) => one.id !== row.id));
              }}
            />
          ))}
        </ul>
      </Card>
    </PageSection>
  );
}
