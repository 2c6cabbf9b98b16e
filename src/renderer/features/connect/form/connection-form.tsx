import type { FormEvent, ReactNode } from 'react';
import type { Connection } from '../../../../contract/bridge/connections';
import { useMessages } from '../../../lib/use-messages';
import { PageSection } from '../../../ui/layout/page';
import { PasteBox } from '../paste/paste-box';
import { AddressFields } from './address-fields';
import styles from './connection-form.module.css';
import { DisplayFields } from './display-fields';
import { FormBar } from './form-bar';
import { KeyFields } from './key-fields';
import { LeaveGuard } from './leave-guard';
import { TestPanel } from './test-panel';
import { type ConnectionForm as Form, useFocusOnError } from './use-connection-form';

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
  const root = useFocusOnError(form.errors);
  const isSandbox = connection?.kind === 'sandbox';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.save();
  };
  return (
    <form ref={root} className={styles.form} onSubmit={submit} onKeyDown={press} noValidate autoComplete="off">
      <div className={styles.scroll}>
        <div className={styles.columns}>
          <div className={styles.fields}>
            {head}
            {isSandbox ? <p className={styles.note}>{t('connect.sandbox')}</p> : <Project form={form} connection={connection} />}
            <PageSection title={t('connect.looks')} text={t('connect.looks.text')}>
              <DisplayFields form={form} />
            </PageSection>
            {foot}
          </div>
          <aside className={styles.aside} aria-label={t('connect.test')}>
            <TestPanel form={form} />
          </aside>
        </div>
      </div>
      <FormBar form={form} isNew={connection === undefined} />
      <LeaveGuard when={form.isDirty && form.busy !== 'saving'} />
    </form>
  );
}

function Project({ form, connection }: { form: Form; connection: Connection | undefined }) {
  const { t } = useMessages();
  return (
    <>
      <PasteBox form={form} />
      <PageSection title={t('connect.project')} text={t('connect.project.text')}>
        <AddressFields form={form} />
      </PageSection>
      <PageSection title={t('connect.keys')} text={t('connect.keys.text')}>
        <KeyFields form={form} connection={connection} />
      </PageSection>
    </>
  );
}
