import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { partName } from '#contract/journal/entry-parts.ts';
import { type AdminProject, projectUpdate } from '#contract/service/models/project-models.ts';
import { deleteProject, updateProject, useReadAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { settingSwitches } from '#lib/rules/owner-projects.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReadAdminProject } from '#parts/admin/read-admin-project.tsx';
import { useDeletionQuestion } from '#parts/admin/use-deletion-question.ts';
import { FieldConflicts } from '#parts/conflict/field-conflicts.tsx';
import { FormPage } from '#parts/form/form-page.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextAreaField, TextField } from '#parts/form/text-field.tsx';
import { type GuardedForm, useGuardedForm } from '#parts/form/use-guarded-form.ts';
import { LastChanged } from '#parts/journal/history/last-changed.tsx';
import { IndexSection } from '#parts/local-index/index-section.tsx';
import { SettingRowSkeleton } from '#parts/sign-in-methods/setting-row.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { ConfigurationSection } from './configuration/configuration-section';
import { ExportSection } from './configuration/export-section';
import { LogosSection } from './logos/logos-section';
import styles from './project-settings.module.css';
import { hasSettings, type SettingsValues, settingsChanges, settingsValues } from './settings-values';

/** Returns the URL of the public keys that verify the access tokens of a project (wire/flows 1.1). */
export function jwksUrl(baseUrl: string, projectId: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/projects/${encodeURIComponent(projectId)}/.well-known/jwks.json`;
}

/** The project's name and description, what identifies it, what its users may do, and its deletion. */
export function ProjectSettingsScreen() {
  return (
    <ReadAdminProject skeleton={<SettingsSkeleton />}>
      {({ connectionId, project }) => <Settings connectionId={connectionId} project={project} />}
    </ReadAdminProject>
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
        <LastChanged connectionId={connectionId} about={partName({ kind: 'project', id: null })} title={project.display_name} />
        <FieldConflicts form={form} show={(_, value) => onOff(value)} disabledReason={readOnly} />
        <General form={form} isReadOnly={readOnly !== undefined}>
          <ProjectFacts connectionId={connectionId} project={project} />
        </General>
        <Switches form={form} disabledReason={readOnly} />
        <LogosSection connectionId={connectionId} project={project} disabledReason={readOnly} />
        <IndexSection connectionId={connectionId} />
        <ConfigurationSection connectionId={connectionId} disabledReason={readOnly} />
        <ExportSection connectionId={connectionId} projectName={project.display_name} />
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

/** What identifies the project, and where its access tokens can be verified. */
function ProjectFacts({ connectionId, project: { id, created_at_millis } }: { connectionId: string; project: AdminProject }) {
  const { t, locale } = useMessages();
  const baseUrl = useConnection(connectionId)?.baseUrl ?? '';
  const url = jwksUrl(baseUrl, id);
  return (
    <>
      <FactRow label={t('project-settings.id')}>
        <IdChip value={id} />
      </FactRow>
      <FactRow label={t('project-settings.created')}>{dateTime(created_at_millis, locale)}</FactRow>
      <FactRow label={t('project-settings.jwks')}>
        <span className={styles.url}>
          <code>{url}</code>
          <CopyTextButton size="sm" value={url}>
            {t('ui.copy')}
          </CopyTextButton>
        </span>
        <p className={styles.quiet}>
          {t('project-settings.jwks.text')} <Link to={paths.publicKeys(connectionId)}>{t('project-settings.jwks.open')}</Link>
        </p>
      </FactRow>
    </>
  );
}

/** The service accepts any name, an empty one too. */
const schema = projectUpdate.extend({ display_name: projectUpdate.shape.display_name.unwrap().min(1).optional() });

/** Returns the form of a project's name, description and switches. */
function useSettingsForm(connectionId: string, project: AdminProject): GuardedForm<SettingsValues> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const read = useReadAdminProject(connectionId);
  const stored = settingsValues(project);
  return useGuardedForm<SettingsValues, typeof schema, void>({
    stored,
    fields: {
      display_name: {
        label: t('project-settings.name'),
        missing: t('projects.create.name.missing'),
        isSame: (one: string, other: string) => one.trim() === other.trim(),
      },
      description: { label: t('project-settings.description') },
      create_team_on_sign_up: { label: t('project-settings.create_team_on_sign_up') },
      client_team_creation_enabled: { label: t('project-settings.client_team_creation_enabled') },
      client_user_deletion_enabled: { label: t('project-settings.client_user_deletion_enabled') },
      allow_user_api_keys: { label: t('project-settings.allow_user_api_keys') },
      allow_team_api_keys: { label: t('project-settings.allow_team_api_keys') },
    },
    schema,
    toInput: settingsChanges,
    read: async () => settingsValues(await read()),
    save: async (input, values) => {
      try {
        await updateProject(connectionId, input);
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
        const saved = await read().catch(() => null);
        if (saved === null || !hasSettings(saved, values, stored)) throw thrown;
      }
    },
    onSaved: () => show({ tone: 'good', title: 'project-settings.saved' }),
  });
}

interface DeleteProjectSectionProps {
  connectionId: string;
  project: AdminProject;
  disabledReason: string | undefined;
}

/** Deletes the project with everything in it, and then offers to remove the connection, which is of no use then. */
function DeleteProjectSection({ connectionId, project, disabledReason }: DeleteProjectSectionProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const offerRemoval = useConnectionDialogs((state) => state.show);
  const connection = useConnection(connectionId);
  const { id, display_name: name } = project;
  const isSandbox = connection?.kind === 'sandbox';
  const reason = disabledReason ?? (isSandbox ? t('project-settings.delete.sandbox') : undefined);
  const confirm = async () => {
    const open = fromHere();
    await deleteProject(connectionId, id);
    show({ tone: 'good', title: ({ t }) => t('project-settings.delete.done', { name }) });
    offerRemoval({ kind: 'remove', connectionId });
    open(paths.edit(connectionId), { replace: true, isGone: true });
  };
  return (
    <DangerSection
      title={t('project-settings.delete')}
      icon={Trash2}
      disabledReason={reason}
      {...useDeletionQuestion(project)}
      environment={connection?.environment}
      onConfirm={confirm}
    >
      <p>{t('project-settings.delete.text')}</p>
      {reason !== undefined && <p className={styles.quiet}>{reason}</p>}
    </DangerSection>
  );
}
