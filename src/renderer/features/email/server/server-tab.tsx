import type { AdminProject } from '../../../../contract/service/models/project-models';
import { ReadAdminProject } from '../../../blocks/admin/read-admin-project';
import { FieldConflicts } from '../../../blocks/conflict/field-conflicts';
import { FormPage } from '../../../blocks/form/form-page';
import type { GuardedForm } from '../../../blocks/form/use-guarded-form';
import { useMessages } from '../../../lib/use-messages';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Callout } from '../../../ui/feedback/callout';
import { LoadingStatus, SkeletonRows } from '../../../ui/feedback/skeleton';
import { Button } from '../../../ui/inputs/button';
import { Page } from '../../../ui/layout/page';
import styles from '../email.module.css';
import { ServerFields } from './server-fields';
import type { ServerValues } from './server-values';
import { TestSection } from './test-section';
import { useServerForm } from './use-server-form';
import { useTestEmail } from './use-test-email';

interface ServerTabProps {
  connectionId: string;
  onOpenTemplates: () => void;
}

/** The server that sends the project's emails. */
export function ServerTab({ connectionId, onOpenTemplates }: ServerTabProps) {
  return (
    <ReadAdminProject connectionId={connectionId} skeleton={<LoadingServer />}>
      {({ project }) => <ServerForm connectionId={connectionId} project={project} onOpenTemplates={onOpenTemplates} />}
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

function ServerForm({ connectionId, project, onOpenTemplates }: ServerTabProps & { project: AdminProject }) {
  const readOnly = useReadOnlyReason(connectionId);
  const form = useServerForm(connectionId, project);
  const test = useTestEmail(connectionId, project, form.values);
  const showValue = useShownValue();
  const isOwn = form.values.type === 'standard';
  return (
    <div className={styles.filled}>
      <FormPage form={form} parameters={['tab']} disabledReason={readOnly} note={useNote(form, isOwn && test.result === null)}>
        <Page>
          {readOnly !== undefined && <p className={styles.quiet}>{readOnly}</p>}
          <OwnTemplatesCallout form={form} onOpenTemplates={onOpenTemplates} />
          <FieldConflicts form={form} show={showValue} disabledReason={readOnly} />
          <ServerFields form={form} isReadOnly={readOnly !== undefined} />
          {isOwn && <TestSection connectionId={connectionId} test={test} disabledReason={readOnly} />}
        </Page>
      </FormPage>
    </div>
  );
}

function useNote({ conflicts, isDirty }: GuardedForm<ServerValues>, isUntested: boolean): string | undefined {
  const { t } = useMessages();
  if (conflicts.length > 0) return t('draft.conflict.first');
  return isDirty && isUntested ? t('email.test.untested') : undefined;
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
