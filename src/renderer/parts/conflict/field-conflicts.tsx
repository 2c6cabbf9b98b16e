import { useRef } from 'react';
import { useKeptFocus } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { GuardedForm } from '../form/use-guarded-form';
import { ConflictChoice } from './conflict-choice';
import styles from './field-conflicts.module.css';

interface FieldConflictsProps {
  form: Pick<GuardedForm<never>, 'conflicts' | 'choose'>;
  /** Returns the text for a field's value. */
  show: (name: string, value: unknown) => string;
  disabledReason: string | undefined;
}

/** The fields that were changed here and elsewhere, each with its three values. */
export function FieldConflicts({ form, show, disabledReason }: FieldConflictsProps) {
  const { t } = useMessages();
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place} className={styles.conflicts}>
      {form.conflicts.length > 0 && (
        <>
          <Callout tone="warn" title={t('users.conflict.title')}>
            {t('users.conflict.text', { count: form.conflicts.length })}
          </Callout>
          <Card className={styles.choices}>
            {form.conflicts.map(({ name, label, original, theirs, mine }) => (
              <ConflictChoice
                key={name}
                label={label}
                original={show(name, original)}
                theirs={show(name, theirs)}
                mine={show(name, mine)}
                disabledReason={disabledReason}
                onChoose={(side) => form.choose(name, side)}
              />
            ))}
          </Card>
        </>
      )}
    </div>
  );
}
