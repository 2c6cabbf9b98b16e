import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { email as emailSchema } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { updateProject, useReadAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReadAdminProject } from '#parts/admin/read-admin-project.tsx';
import { FieldConflicts } from '#parts/conflict/field-conflicts.tsx';
import { FormPage } from '#parts/form/form-page.tsx';
import type { FormFields } from '#parts/form/use-call-form.ts';
import { type GuardedForm, useGuardedForm } from '#parts/form/use-guarded-form.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { DeliverySection } from '../delivery-section';
import styles from '../email.module.css';
import { ManagedDomains } from './managed-domains';
import { ManagedServer } from './managed-server';
import { ServerFields } from './server-fields';
import {
  hasServer,
  keepsPassword,
  type ServerInput,
  type ServerValues,
  serverInput,
  serverValues,
  storedPassword,
  toServerInput,
} from './server-values';
import { type TestEmail, TestSection, useTestEmail } from './test-section';

interface ServerTabProps {
  connectionId: string;
  onOpenTemplates: () => void;
}

/** The server that sends the project's emails. */
export function ServerTab({ connectionId, onOpenTemplates }: ServerTabProps) {
  return (
    <ReadAdminProject skeleton={<LoadingServer />}>
      {({ project }) => (
        <ManagedServer
          connectionId={connectionId}
          project={project}
          skeleton={<LoadingServer />}
          form={(notice) => <ServerForm connectionId={connectionId} project={project} notice={notice} onOpenTemplates={onOpenTemplates} />}
        />
      )}
    </ReadAdminProject>
  );
}

function LoadingServer() {
  return (
    <>
      <LoadingStatus />
      <SkeletonRows avatar={false} count={6} rowHeight={52} />
    </>
  );
}

interface ServerFormProps extends ServerTabProps {
  project: AdminProject;
  notice: ReactNode;
}

function ServerForm({ connectionId, project, notice, onOpenTemplates }: ServerFormProps) {
  const readOnly = useReadOnlyReason(connectionId);
  const isTested = useRef(false);
  const form = useServerForm(connectionId, project, isTested);
  const test = useTestEmail(connectionId, project, form.values);
  isTested.current = form.values.type === 'shared' || test.result?.failure === null;
  const showValue = useShownValue();
  const isOwn = form.values.type === 'standard';
  const needsTest = isOwn && form.isDirty && test.result === null;
  return (
    <div className={styles.filled}>
      <FormPage
        form={form}
        parameters={['tab']}
        disabledReason={readOnly}
        note={useNote(form, test)}
        actions={needsTest ? <TestFirst test={test} /> : undefined}
      >
        <Page>
          {readOnly !== undefined && <p className={styles.quiet}>{readOnly}</p>}
          {notice}
          <OwnTemplatesCallout form={form} onOpenTemplates={onOpenTemplates} />
          <FieldConflicts form={form} show={showValue} disabledReason={readOnly} />
          <ServerFields form={form} isReadOnly={readOnly !== undefined} />
          {isOwn && <TestSection connectionId={connectionId} test={test} disabledReason={readOnly} />}
          <ManagedDomains connectionId={connectionId} />
          <DeliverySection connectionId={connectionId} />
        </Page>
      </FormPage>
    </div>
  );
}

/** Says in the save bar whether the values were tested. */
function useNote({ conflicts, isDirty, values }: GuardedForm<ServerValues>, { isPending, result }: TestEmail): string | undefined {
  const { t } = useMessages();
  if (conflicts.length > 0) return t('draft.conflict.first');
  if (!isDirty || values.type === 'shared') return undefined;
  if (isPending) return t('email.test.running');
  if (result === null) return t('email.test.untested');
  return t(result.failure === null ? 'email.test.passed' : 'email.test.failed');
}

/** Sends the test from the save bar, until these values were tested. Its result is in the section of the test. */
function TestFirst({ test }: { test: TestEmail }) {
  const { t } = useMessages();
  const { isReady, isPending, recipient } = test;
  const hasRecipient = emailSchema.safeParse(recipient.trim()).success;
  const reason = isReady ? (hasRecipient ? undefined : t('email.test.no-recipient')) : t('email.test.incomplete');
  return (
    <Button busy={isPending} disabledReason={reason} onClick={() => void test.run(recipient.trim())}>
      {t('email.test.first')}
    </Button>
  );
}

/** Says what the service's refusal means: it doesn't share its server with a project that has its own templates. */
function OwnTemplatesCallout({ form, onOpenTemplates }: { form: GuardedForm<ServerValues>; onOpenTemplates: () => void }) {
  const { t } = useMessages();
  if (form.values.type !== 'shared' || !form.failure?.text?.includes('custom templates')) return null;
  return (
    <Callout
      tone="warn"
      title={t('email.server.own-templates')}
      action={
        <Button size="sm" onClick={onOpenTemplates}>
          {t('email.server.own-templates.action')}
        </Button>
      }
    >
      {t('email.server.own-templates.text')}
    </Callout>
  );
}

/** Returns a function that shows a field's value in a conflict. */
function useShownValue(): (name: string, value: unknown) => string {
  const { t } = useMessages();
  return (name, value) => {
    if (name === 'type') return t(value === 'shared' ? 'email.server.type.shared' : 'email.server.type.standard');
    return String(value);
  };
}

const isKept = (_stored: string, typed: string) => typed === '';

/** Returns the form of the project's email server. A server that was changed elsewhere isn't overwritten. */
function useServerForm(connectionId: string, project: AdminProject, isTested: RefObject<boolean>): GuardedForm<ServerValues> {
  const show = useToasts((state) => state.show);
  const readProject = useReadAdminProject(connectionId);
  const stored = serverValues(project);
  const [type, setType] = useState(stored.type);
  const password = useRef(storedPassword(project));
  password.current = storedPassword(project);
  // What is saved was tested, or not, before the saved values take the place of those in the form.
  const wasTested = useRef(false);
  const read = async () => {
    const latest = await readProject();
    password.current = storedPassword(latest);
    return serverValues(latest);
  };
  const save = async (input: ServerInput, values: ServerValues) => {
    wasTested.current = isTested.current;
    // The reference that was validated may have expired: the server was read again since.
    const keeps = input.type === 'standard' && keepsPassword(values, stored) && password.current !== undefined;
    const email_config = keeps ? { ...input, password: password.current } : input;
    try {
      await updateProject(connectionId, { config: { email_config: email_config as ServerInput } });
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown)) || values.password !== '') throw thrown;
      const found = await read().catch(() => null);
      if (found === null || !hasServer(found, input)) throw thrown;
    }
  };
  const form = useGuardedForm<ServerValues, typeof serverInput>({
    stored,
    fields: useServerFields(type),
    schema: serverInput,
    toInput: (values, before) => toServerInput(values, before, password.current),
    read,
    save,
    onSaved: () => show({ tone: 'good', title: wasTested.current ? 'email.server.saved' : 'email.server.saved.untested' }),
  });
  // A shared server has none of the other fields, so that changes of them don't count.
  if (form.values.type !== type) setType(form.values.type);
  return form;
}

function useServerFields(type: ServerValues['type']): FormFields<ServerValues> {
  const { t } = useMessages();
  const kind = { type: { label: t('email.server.type') } };
  if (type === 'shared') return kind;
  return {
    ...kind,
    host: { label: t('email.server.host'), missing: t('email.server.host.missing') },
    port: { label: t('email.server.port'), missing: t('email.server.port.missing'), invalid: t('email.server.port.invalid') },
    username: { label: t('email.server.username'), missing: t('email.server.username.missing') },
    password: { label: t('email.server.password'), missing: t('email.server.password.missing'), isSame: isKept },
    sender_name: { label: t('email.server.sender-name'), missing: t('email.server.sender-name.missing') },
    sender_email: { label: t('email.server.sender-email'), missing: t('email.server.sender-email.missing') },
  };
}
