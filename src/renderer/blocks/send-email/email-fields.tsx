import { emailCategories } from '../../../contract/service/models/mail-models';
import { useMessages } from '../../lib/use-messages';
import { Field } from '../../ui/inputs/field';
import { TextArea } from '../../ui/inputs/text-area';
import { PreviewFrame } from '../email-preview/preview-frame';
import { SelectField } from '../form/select-field';
import { TextField } from '../form/text-field';
import { useFormField } from '../form/use-form-field';
import styles from './send-email.module.css';
import type { EmailForm } from './use-email-form';

/** The subject, category, and content of an email, beside its preview. */
export function EmailFields({ form }: { form: EmailForm }) {
  const { t } = useMessages();
  const categories = emailCategories.map((value) => ({ value, label: t(`send-email.category.${value}`) }));
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <TextField form={form} name="subject" />
        <SelectField form={form} name="notification_category_name" options={categories} help={t('send-email.category.help')} />
        <ContentField form={form} />
      </div>
      <section className={styles.preview} aria-label={t('send-email.preview')}>
        <h3>{t('send-email.preview')}</h3>
        {form.values.html.trim() === '' ? (
          <p className={styles.note}>{t('send-email.preview.none')}</p>
        ) : (
          <PreviewFrame title={t('send-email.preview.title')} html={form.values.html} />
        )}
      </section>
    </div>
  );
}

function ContentField({ form }: { form: EmailForm }) {
  const { t } = useMessages();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'html' });
  return (
    <Field label={label} help={t('send-email.html.help')} error={error}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          dir="ltr"
          rows={10}
          className={styles.source}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
