import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { showUndo } from '#window/undo.ts';
import { undoReasonText } from './undo-texts';

/** Opens the dialog that undoes an entry. Says why there is no undo, as far as that is known without reading anything. */
export function UndoButton({ entry }: { entry: JournalEntry }) {
  const messages = useMessages();
  const { t } = messages;
  const { seq, outcome, undoneBy, erasedAtMillis, connectionId } = entry;
  const readOnly = useReadOnlyReason(connectionId ?? undefined);
  const { data, error } = useQuery({
    queryKey: ['undo-check', seq, outcome?.result ?? null, undoneBy, erasedAtMillis],
    queryFn: () => api.undo.check({ seq }),
    retry: false,
  });
  // What the check couldn't find out is shown in the dialog.
  const reason = data === undefined && error === null ? t('journal.undo.reading') : data?.reason;
  const text =
    reason === null || reason === undefined ? readOnly : data === undefined ? reason : undoReasonText(messages, data.reason ?? 'unknown');
  return (
    <Button icon={Undo2} disabledReason={text} onClick={() => showUndo(seq)}>
      {t('journal.undo.confirm')}
    </Button>
  );
}
