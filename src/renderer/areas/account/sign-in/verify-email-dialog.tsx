import { useState } from 'react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { machineText } from '#contract/text/machine-text.ts';
import { parseUrl } from '#contract/urls.ts';
import { useVerifyEmail } from '#data/emails.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

/** Codes of 45 characters in links of emails, as they are pasted. */
const pattern = /^[0-9a-z]{45}$/i;

/** Returns the code in a pasted text: a link with it, or the code alone. Null if there is none, or only a part. */
export function verificationCodeIn(text: string): string | null {
  const pasted = machineText(text);
  const code = pattern.test(pasted) ? pasted : (parseUrl(pasted)?.searchParams.get('code') ?? '');
  return pattern.test(code) ? code.toLowerCase() : null;
}

interface VerifyEmailDialogProps {
  of: UserOf;
  email: ContactChannel;
  onClose: () => void;
}

/** Takes the link or the code of a verification email that was opened elsewhere. */
export function VerifyEmailDialog({ of, email, onClose }: VerifyEmailDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(of.connectionId)?.environment;
  const { text, setText, isUnreadable, verifying, submit } = useVerifyForm(of, onClose);
  const { failure } = verifying;
  const isRefused = failure?.code === 'known-error';
  const refusal = isRefused ? errorText(messages, failure).title : undefined;
  return (
    <FormDialog
      title={t('own-emails.verify.title')}
      description={t('own-emails.verify.text', { email: email.value })}
      environment={environment}
      actionLabel={t('own-emails.verify.submit')}
      busy={verifying.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('own-emails.verify.field')} error={isUnreadable ? t('own-emails.verify.unreadable') : refusal}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <FailureLine report={isRefused ? null : failure} unknown="own-emails.verify.unknown" />
    </FormDialog>
  );
}

/** The pasted text, and its submission. */
function useVerifyForm(of: UserOf, onDone: () => void) {
  const show = useToasts((state) => state.show);
  const { mutateAsync: verify } = useVerifyEmail(of);
  const [text, setText] = useState('');
  const [isUnreadable, setUnreadable] = useState(false);
  const verifying = useAction((code: string) => verify(code), {
    onDone: () => {
      show({ tone: 'good', title: 'own-emails.verify.done' });
      onDone();
    },
  });
  return {
    text,
    isUnreadable,
    verifying,
    setText(next: string) {
      setText(next);
      setUnreadable(false);
      verifying.reset();
    },
    submit() {
      const code = verificationCodeIn(text);
      setUnreadable(code === null);
      if (code !== null) void verifying.run(code);
    },
  };
}
