import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Environment } from '../../../contract/bridge/connection-choices';
import type { ErrorReport } from '../../../contract/errors';
import { errorText } from '../../lib/errors/error-text';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../feedback/callout';
import { Button } from '../inputs/button';
import { Field } from '../inputs/field';
import { TextInput } from '../inputs/text-input';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the object: "Revoke the session from Berlin". */
  title: string;
  /** What will be different afterwards. */
  consequence: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Receives the typed text. The dialog closes when it succeeds and shows the failure otherwise. */
  onConfirm: (typed: string) => Promise<void> | void;
  /** A text that must be typed first. */
  typeToConfirm?: string | undefined;
  environment?: Environment | undefined;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Mounted afresh each time, so that nothing typed or failed before is left.
  return props.open ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog(props: ConfirmDialogProps) {
  const { onConfirm, onOpenChange, title, consequence, confirmLabel, cancelLabel, danger, typeToConfirm, environment } = props;
  const { t } = useMessages();
  const confirmation = useAction(async (text: string) => {
    await onConfirm(text);
    onOpenChange(false);
  });
  const [typed, setTyped] = useState('');
  const formId = useId();
  const ready = typeToConfirm === undefined || plainText(typed) === plainText(typeToConfirm);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (ready) void confirmation.run(typed);
  };
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)}>{cancelLabel ?? t('ui.cancel')}</Button>
      <Button
        type="submit"
        form={formId}
        variant={danger ? 'danger-solid' : 'primary'}
        busy={confirmation.isPending}
        {...(ready ? {} : { disabledReason: t('ui.type-to-confirm', { text: typeToConfirm }) })}
      >
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onOpenChange} title={title} description={consequence} environment={environment} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit}>
        {typeToConfirm !== undefined && (
          <Field label={t('ui.type-to-confirm', { text: typeToConfirm })}>
            {(control) => <TextInput {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />}
          </Field>
        )}
        {confirmation.failure !== null && <Failure report={confirmation.failure} />}
      </form>
    </Dialog>
  );
}

/** Normalizes a text: equal letters have several encodings, and a trailing space can't be seen. */
function plainText(text: string): string {
  return text.normalize('NFC').trim();
}

function Failure({ report }: { report: ErrorReport }) {
  const { title, next } = errorText(useMessages(), report);
  return (
    <Callout tone="bad" title={title}>
      {next}
    </Callout>
  );
}
