import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '../feedback/error-callout';
import { FormDialog } from './form-dialog';
import { TypedConfirmation } from './typed-confirmation';

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
  /** Receives the typed text. The dialog closes when it succeeds, unless the result is false, and shows the failure otherwise. */
  onConfirm: (typed: string) => unknown;
  /** Confirms as soon as the dialog is open. */
  startsAtOnce?: boolean;
  /** Why it can't be confirmed now. */
  disabledReason?: string | undefined;
  /** A text that must be typed first. */
  typeToConfirm?: string | undefined;
  environment?: Environment | undefined;
  /** More about the consequence. */
  children?: ReactNode;
  /** What else has to be entered, after the text to type. */
  proof?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Mounted afresh each time, so that nothing typed or failed before is left.
  return props.open ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog(props: ConfirmDialogProps) {
  const {
    onConfirm,
    onOpenChange,
    title,
    consequence,
    confirmLabel,
    cancelLabel,
    danger,
    typeToConfirm,
    environment,
    disabledReason,
    children,
    proof,
  } = props;
  const { t } = useMessages();
  // By the user: another dialog may be open in its place by the time at which the action ends.
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    onOpenChange(false);
  };
  const confirmation = useAction(
    async (text: string) => {
      if ((await onConfirm(text)) !== false && !isClosed.current) onOpenChange(false);
    },
    { toastsLate: true },
  );
  const start = useRef(props.startsAtOnce ? confirmation.run : null);
  useEffect(() => void start.current?.(''), []);
  const [typed, setTyped] = useState('');
  /** A check may find only then that something has to be typed. */
  const [startsTyping] = useState(typeToConfirm !== undefined);
  const ready = typeToConfirm === undefined || isTyped(typed, typeToConfirm);
  return (
    <FormDialog
      title={title}
      description={consequence}
      environment={environment}
      actionLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger={danger}
      busy={confirmation.isPending}
      disabledReason={ready ? disabledReason : t('ui.type-to-confirm', { text: typeToConfirm })}
      onClose={close}
      onSubmit={() => {
        if (ready && disabledReason === undefined) void confirmation.run(typed);
      }}
    >
      {children}
      {typeToConfirm !== undefined && (
        <TypedConfirmation expected={typeToConfirm} value={typed} onValueChange={setTyped} takesFocus={!startsTyping} />
      )}
      {proof}
      <ErrorCallout report={confirmation.failure} />
    </FormDialog>
  );
}
