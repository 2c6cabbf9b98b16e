import { type FormEvent, useId } from 'react';
import { ActionDialog, type ActionDialogFrame } from './action-dialog';
import styles from './form-dialog.module.css';

interface FormDialogProps extends ActionDialogFrame {
  /** Called by the main button and by Enter in a field. */
  onSubmit: () => void;
}

/** An open dialog whose content is a form. */
export function FormDialog({ onSubmit, children, ...frame }: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be inside another form, which the event would reach through React.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <ActionDialog {...frame} action={{ form: formId }}>
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        {children}
      </form>
    </ActionDialog>
  );
}
