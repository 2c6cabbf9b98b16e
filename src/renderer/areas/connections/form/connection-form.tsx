import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { targetScreens } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { watchKinds } from '#contract/watch/rules.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useKeyStorage } from '#parts/connections/use-key-storage.ts';
import { useOfferedRules } from '#parts/connections/use-watch-rules.ts';
import { FormPage } from '#parts/form/form-page.tsx';
import { SelectField } from '#parts/form/select-field.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import { PasteBox } from '../paste/paste-box';
import styles from './connection-form.module.css';
import { DisplayFields } from './display-fields';
import { HostDialog } from './host-question';
import { KeyFields } from './key-fields';
import { isOutdated, TestPanel } from './test-panel';
import type { ConnectionForm as Form } from './use-connection-form';

interface ConnectionFormProps {
  form: Form;
  /** The connection as it is, where there is one. */
  connection?: Connection;
  head: ReactNode;
  /** Below the fields, for what belongs to a connection that is there. */
  foot?: ReactNode;
}

/** The form of a connection, with the test results. */
export function ConnectionForm({ form, connection, head, foot }: ConnectionFormProps) {
  const { t } = useMessages();
  const isSandbox = connection?.kind === 'sandbox';
  return (
    <FormPage form={form} actions={<TestButton form={form} />} note={hasFailedTest(form) && t('connect.save.hint')}>
      <div className={styles.columns}>
        <div className={styles.fields}>
          {head}
          {isSandbox ? <p className={styles.note}>{t('connect.sandbox')}</p> : <Project form={form} connection={connection} />}
          <PageSection title={t('connect.looks')} text={t('connect.looks.text')}>
            <DisplayFields form={form} />
          </PageSection>
          {connection && (
            <PageSection title={t('connect.targets')} text={t('connect.targets.text')}>
              <TargetFields form={form} connection={connection} />
            </PageSection>
          )}
          {connection && (
            <PageSection title={t('connect.watch')} text={t('connect.watch.text')}>
              <WatchFields form={form} />
            </PageSection>
          )}
          {foot}
        </div>
        <aside className={styles.aside} aria-label={t('connect.test')}>
          <TestPanel form={form} />
        </aside>
      </div>
      <HostDialog question={form.hostQuestion} environment={connection?.environment} />
    </FormPage>
  );
}

function TestButton({ form: { isTesting, test } }: { form: Form }) {
  const { t } = useMessages();
  return (
    <Button icon={PlugZap} busy={isTesting} onClick={() => test()}>
      {t('connect.test')}
    </Button>
  );
}

/** Returns whether the last test of the form's values failed. */
function hasFailedTest({ tested, values }: Form): boolean {
  return tested !== null && !isOutdated(tested, values) && tested.result.checks.some(({ outcome }) => outcome === 'refused');
}

function Project({ form, connection }: { form: Form; connection: Connection | undefined }) {
  const { t } = useMessages();
  return (
    <>
      <PasteBox form={form} />
      <PageSection title={t('connect.project')} text={t('connect.project.text')}>
        <AddressFields form={form} />
      </PageSection>
      <PageSection title={t('connect.keys')} text={t('connect.keys.text', { storage: useKeyStorage() })}>
        <KeyFields form={form} connection={connection} />
      </PageSection>
    </>
  );
}

/** Fields for the base URL and the project ID. */
function AddressFields({ form }: { form: Form }) {
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

interface TargetFieldsProps {
  form: Form;
  connection: Connection;
}

/** The screens that open with the connection, and after signing in, up, and out. */
function TargetFields({ form, connection }: TargetFieldsProps) {
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

/** What the watch looks for at the connection, where that differs from the settings. */
function WatchFields({ form }: { form: Form }) {
  const { t } = useMessages();
  const isOn = useTopic('settings.state').watch;
  const offered = useOfferedRules();
  return (
    <Card>
      <div className={styles.targets}>
        {watchKinds.map((kind) => {
          const { options, lockText } = offered(kind);
          return (
            <SelectField
              key={kind}
              form={form}
              name={`watchRules.${kind}`}
              options={options}
              help={lockText}
              disabled={lockText !== undefined}
            />
          );
        })}
      </div>
      {!isOn && (
        <p className={styles.idle}>
          {t('connect.watch.off')} <Link to={paths.settings('notifications')}>{t('shell.read-only.settings')}</Link>
        </p>
      )}
    </Card>
  );
}
