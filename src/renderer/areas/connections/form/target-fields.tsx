import { targetScreens } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { SelectField } from '#parts/form/select-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './connection-form.module.css';
import type { ConnectionForm } from './use-connection-form';

interface TargetFieldsProps {
  form: ConnectionForm;
  connection: Connection;
}

/** The screens that open with the connection, and after signing in, up, and out. */
export function TargetFields({ form, connection }: TargetFieldsProps) {
  const { t } = useMessages();
  const { choices } = useTargetPaths();
  const screens = choices(connection, targetScreens).map(({ screen, title }) => ({ value: screen, label: t(title) }));
  const usual = { value: '', label: t('connect.targets.default') };
  const later = [form.values.targets.home === '' ? usual : { value: '', label: t('connect.targets.as-home') }, ...screens];
  const signIn = { value: 'signIn', label: t('shell.screen.sign-in') };
  return (
    <Card className={styles.targets}>
      <SelectField form={form} name="targets.home" options={[usual, ...screens]} />
      <SelectField form={form} name="targets.afterSignIn" options={later} />
      <SelectField form={form} name="targets.afterSignUp" options={later} />
      <SelectField form={form} name="targets.afterSignOut" options={[...later, signIn]} />
    </Card>
  );
}
