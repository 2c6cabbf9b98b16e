import type { ReactNode } from 'react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { AdminProjectScreen } from '../../blocks/admin/admin-project-screen';
import { FieldConflicts } from '../../blocks/conflict/field-conflicts';
import { FormPage } from '../../blocks/form/form-page';
import { SwitchField } from '../../blocks/form/switch-field';
import { TextAreaField } from '../../blocks/form/text-area-field';
import { TextField } from '../../blocks/form/text-field';
import type { GuardedForm } from '../../blocks/form/use-guarded-form';
import { SettingRowSkeleton } from '../../blocks/sign-in-methods/setting-row';
import { settingSwitches } from '../../lib/rules/project/setting-switches';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import { DeleteProjectSection } from './delete-project-section';
import { ProjectFacts } from './project-facts';
import styles from './project-settings.module.css';
import type { SettingsValues } from './settings-values';
import { useSettingsForm } from './use-settings-form';

/** The project's name and description, what identifies it, what its users may do, and its deletion. */
export function ProjectSettingsScreen() {
  const { t } = useMessages();
  return (
    <AdminProjectScreen
      lockedTitle={t('project-settings.locked')}
      lockedText={t('project-settings.locked.text')}
      skeleton={<SettingsSkeleton />}
    >
      {({ connectionId, project }) => <Settings connectionId={connectionId} project={project} />}
    </AdminProjectScreen>
  );
}

interface SettingsProps {
  connectionId: string;
  project: AdminProject;
}

function Settings({ connectionId, project }: SettingsProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const form = useSettingsForm(connectionId, project);
  const onOff = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'users.value.on' : 'users.value.off') : String(value));
  const hasConflicts = form.conflicts.length > 0;
  const first = hasConflicts ? t('draft.conflict.first') : undefined;
  return (
    <FormPage form={form} disabledReason={readOnly ?? first} note={first}>
      <Page>
        {readOnly !== undefined && <p className={styles.quiet}>{readOnly}</p>}
        <FieldConflicts form={form} show={(_, value) => onOff(value)} disabledReason={readOnly} />
        <General form={form} isReadOnly={readOnly !== undefined}>
          <ProjectFacts connectionId={connectionId} project={project} />
        </General>
        <Switches form={form} disabledReason={readOnly} />
        <DeleteProjectSection connectionId={connectionId} project={project} disabledReason={readOnly} />
      </Page>
    </FormPage>
  );
}

function General({ form, isReadOnly, children }: { form: GuardedForm<SettingsValues>; isReadOnly: boolean; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('project-settings.general')} text={t('project-settings.general.text')}>
      <Card>
        <CardRow className={styles.field}>
          <TextField form={form} name="display_name" dir="auto" readOnly={isReadOnly} />
        </CardRow>
        <CardRow className={styles.field}>
          <TextAreaField form={form} name="description" rows={3} readOnly={isReadOnly} />
        </CardRow>
        {children}
      </Card>
    </PageSection>
  );
}

function Switches({ form, disabledReason }: { form: GuardedForm<SettingsValues>; disabledReason: string | undefined }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('project-settings.users')} text={t('project-settings.users.text')}>
      <Card>
        {settingSwitches.map((name) => (
          <CardRow key={name} className={styles.field}>
            <SwitchField form={form} name={name} help={t(`project-settings.${name}.help`)} disabledReason={disabledReason} />
          </CardRow>
        ))}
      </Card>
    </PageSection>
  );
}

/** The heights of name, description, owner, creation, and key set, in pixels. */
const generalHeights = [54, 96, 19, 20, 86];

function SettingsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('project-settings.general')} text={t('project-settings.general.text')}>
        <Card>
          {generalHeights.map((height) => (
            <CardRow key={height}>
              <Skeleton height={height} />
            </CardRow>
          ))}
        </Card>
      </PageSection>
      <PageSection title={t('project-settings.users')} text={t('project-settings.users.text')}>
        <Card>
          {settingSwitches.map((name, at) => (
            <SettingRowSkeleton key={name} width={220 + 20 * at} />
          ))}
        </Card>
      </PageSection>
    </Page>
  );
}
