import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { pressedKey } from '../../lib/keyboard/pressed-key';
import { useShortcut } from '../../lib/use-shortcut';
import styles from './form-page.module.css';
import { LeaveGuard } from './leave-guard';
import { SaveBar } from './save-bar';
import type { CallForm } from './use-call-form';

interface FormPageProps<F extends FieldValues> {
  form: CallForm<F>;
  /** What scrolls above the save bar. */
  children: ReactNode;
  /** Further buttons of the save bar, which is then always shown. */
  actions?: ReactNode;
  /** A sentence in the save bar. */
  note?: ReactNode;
  /** The parameters of the URL's query that name what is edited, if the screen shows one of several. */
  parameters?: readonly string[];
  /** Why nothing can be saved now. What was entered stays. */
  disabledReason?: string | undefined;
}

/** A screen that is a form: its fields, the save bar, and a question before unsaved changes are lost. */
export function FormPage<F extends FieldValues>({ form, children, actions, note, parameters, disabledReason }: FormPageProps<F>) {
  const save = () => disabledReason === undefined && form.save();
  useShortcut({ key: 's', mod: true }, () => isBehindDialog() || save());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={press} noValidate autoComplete="off">
      <div className={styles.scroll}>{children}</div>
      <SaveBar form={form} note={note} actions={actions} disabledReason={disabledReason} />
      <LeaveGuard when={form.isDirty && !form.isSaving} parameters={parameters} />
    </form>
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"]') !== null;
}
