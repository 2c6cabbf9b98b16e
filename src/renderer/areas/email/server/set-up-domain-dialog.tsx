import { z } from 'zod';
import { service } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { managedLocalPart, managedSubdomain } from './server-values';

/** The input as the service takes it: without spaces around it, in lower case. */
const input = z.strictObject({ subdomain: managedSubdomain, sender_local_part: managedLocalPart });

interface SetUpDomainDialogProps {
  connectionId: string;
  onClose: () => void;
}

/** Adds a domain from which the service's email provider sends. Setting up the same one again changes nothing. */
export function SetUpDomainDialog({ connectionId, onClose }: SetUpDomainDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const form = useCallForm<z.input<typeof input>, typeof input, unknown>({
    stored: { subdomain: '', sender_local_part: '' },
    fields: {
      subdomain: {
        label: t('email.managed.domain'),
        missing: t('email.managed.domain.missing'),
        invalid: t('email.managed.domain.invalid'),
      },
      sender_local_part: {
        label: t('email.managed.local-part'),
        missing: t('email.managed.local-part.missing'),
        invalid: t('email.managed.local-part.invalid'),
      },
    },
    schema: input,
    toInput: (values) => values,
    isNew: true,
    save: (body) => service.emails.setUpManagedDomain({ actor: 'project', connectionId, body }),
    onSaved: () => {
      show({ tone: 'good', title: 'email.managed.set-up.done' });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('email.managed.set-up')}
      description={t('email.managed.set-up.text')}
      environment={useConnection(connectionId)?.environment}
      actionLabel={t('email.managed.set-up.action')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <FailureLine report={form.failure} unknown="email.managed.set-up.unknown" />
      <TextField form={form} name="subdomain" dir="ltr" />
      <TextField form={form} name="sender_local_part" dir="ltr" />
    </FormDialog>
  );
}
