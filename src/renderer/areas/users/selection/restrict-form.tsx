import { useState } from 'react';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { FormProps } from '#parts/selection/bulk-form.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

/** Asks why the users are restricted, which they read, and for details that they don’t. */
export function RestrictForm({ connectionId, onPreview, onClose }: FormProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [reason, setReason] = useState('');
  const [details, setDetails] = useState('');
  return (
    <FormDialog
      title={t('users.bulk.title.users.restrict')}
      environment={environment}
      actionLabel={t('bulk.preview')}
      busy={false}
      onClose={onClose}
      onSubmit={() => onPreview({ kind: 'users.restrict', reason: reason.trim() || null, details: details.trim() || null })}
    >
      <Field label={t('users.restrict.reason')} help={t('users.restrict.reason.help')}>
        {(control) => (
          <TextArea {...control} dir="auto" rows={3} maxLength={1_000} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
      <Field label={t('users.field.restricted-details')} help={t('users.restrict.details.help')}>
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            rows={3}
            maxLength={10_000}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
