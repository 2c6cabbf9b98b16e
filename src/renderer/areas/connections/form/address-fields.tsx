import { useMessages } from '#lib/use-messages.ts';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './connection-form.module.css';
import type { ConnectionForm } from './use-connection-form';

/** Where the project is. */
export function AddressFields({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { errorCode } = useFormField({ form, name: 'baseUrl' });
  // Offered only after a URL was rejected for it, so that it isn't enabled in advance.
  const isPlainHttpOffered = form.values.allowPlainHttp || errorCode === 'address-not-secure';
  return (
    <Card className={styles.card}>
      <TextField form={form} name="baseUrl" help={t('connect.base-url.help')} isCode inputMode="url" maxLength={2000} />
      {isPlainHttpOffered && <SwitchField form={form} name="allowPlainHttp" />}
      <TextField form={form} name="projectId" help={t('connect.project-id.help')} isCode maxLength={200} />
    </Card>
  );
}
