import { useState } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { dayStart } from '../filter-of';

interface RangeDialogProps {
  /** Days such as `2026-11-19`; empty for an open end. */
  from: string;
  to: string;
  onChoose: (range: { readonly from: string | undefined; readonly to: string | undefined }) => void;
  onClose: () => void;
}

/** Asks for the first and the last day of a range. Either may stay open. */
export function RangeDialog({ from, to, onChoose, onClose }: RangeDialogProps) {
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
