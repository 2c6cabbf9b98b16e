import { useId } from 'react';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { TextInput } from '../../../ui/inputs/text-input';
import { Card } from '../../../ui/layout/card';
import styles from './connection-form.module.css';
import type { ConnectionForm } from './use-connection-form';

/** Where the project is. */
export function AddressFields({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { values, set, errors } = form;
  return (
    <Card className={styles.card}>
      <Field label={t('connect.base-url')} help={t('connect.base-url.help')} error={errors.baseUrl?.message}>
        {(control) => (
          <TextInput
            {...control}
            data-field="baseUrl"
            className={styles.mono}
            dir="ltr"
            inputMode="url"
            autoCapitalize="off"
            maxLength={2000}
            value={values.baseUrl}
            onChange={(event) => set({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      {(values.allowPlainHttp || errors.baseUrl?.code === 'address-not-secure') && <PlainHttp form={form} />}
      <Field label={t('connect.project-id')} help={t('connect.project-id.help')} error={errors.projectId?.message}>
        {(control) => (
          <TextInput
            {...control}
            data-field="projectId"
            className={styles.mono}
            dir="ltr"
            autoCapitalize="off"
            maxLength={200}
            value={values.projectId}
            onChange={(event) => set({ projectId: event.target.value })}
          />
        )}
      </Field>
    </Card>
  );
}

/** Offered only after a URL was rejected for it, so that it isn't enabled in advance. */
function PlainHttp({ form: { values, set } }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" checked={values.allowPlainHttp} onChange={(event) => set({ allowPlainHttp: event.target.checked })} />
      <label htmlFor={id}>{t('connect.allow-plain-http')}</label>
    </div>
  );
}
