import { useId, useState } from 'react';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { dateTime } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { isSubmitKey } from '#lib/keyboard/submit-key.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import styles from './panel.module.css';

const maxLength = 10_000;

/** The note of an entry: a ticket or a reason. An empty one is removed. What was changed elsewhere since is shown before it is replaced. */
export function EntryNote({ entry: { seq, note }, onSaved }: { entry: JournalEntry; onSaved: () => void }) {
  const { t, locale } = useMessages();
  const id = useId();
  const stored = note?.text ?? '';
  const [draft, setDraft] = useState<{ readonly text: string; readonly base: string } | null>(null);
  const text = draft?.text ?? stored;
  const isDirty = draft !== null && draft.text !== stored;
  const isContested = isDirty && draft.base !== stored;
  const saving = useAction(() => api.journal.setNote({ seq, text: text.trim() }), {
    onDone() {
      setDraft(null);
      onSaved();
    },
    toastsLate: true,
  });
  const save = () => {
    if (isDirty) void saving.run();
  };
  return (
    <section className={styles.note}>
      <label htmlFor={id} className={styles.label}>
        {t('journal.note')}
      </label>
      <TextArea
        id={id}
        rows={text.includes('\n') || text.length > 60 ? 3 : 1}
        maxLength={maxLength}
        placeholder={t('journal.note.hint')}
        value={text}
        readOnly={saving.isPending}
        data-personal=""
        onChange={({ target }) => setDraft({ text: target.value, base: draft?.base ?? stored })}
        onKeyDown={(event) => {
          if (isSubmitKey(event)) save();
          if (pressedKey(event) === 'Escape' && isDirty) {
            event.stopPropagation();
            setDraft(null);
          }
        }}
      />
      {isContested && (
        <Callout tone="warn" title={t('journal.note.contested')}>
          <span data-personal="">{stored === '' ? t('journal.note.contested.removed') : stored}</span>
        </Callout>
      )}
      {saving.failure !== null && <FormFailure report={saving.failure} />}
      {isDirty ? (
        <div className={styles.noteButtons}>
          <Button size="sm" variant="primary" busy={saving.isPending} onClick={save}>
            {t(text.trim() === '' ? 'journal.note.remove' : 'journal.note.save')}
          </Button>
          <Button size="sm" onClick={() => setDraft(null)}>
            {t('journal.note.discard')}
          </Button>
        </div>
      ) : (
        note !== null && (
          <p className={styles.quiet}>{t('journal.note.by', { user: note.osUser || '–', time: dateTime(note.timeMillis, locale) })}</p>
        )
      )}
      <LeaveGuard when={isDirty} isSaving={saving.isPending} parameter="entry" />
    </section>
  );
}
