import { type ReactNode, useId, useState } from 'react';
import { z } from 'zod';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { type AdminProject, projectCreation } from '#contract/service/models/project-models.ts';
import { useCreateProject, useOwnProjects } from '#data/own-projects.ts';
import { useOwnTeams } from '#data/own-teams.ts';
import { useDetection } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOwnerTeamMissing, needsOwnerTeam, projectName } from '#lib/rules/owner-projects.ts';
import type { ProjectSignIn } from '#lib/rules/project-sign-in.ts';
import { useMessages, useStoredMessages } from '#lib/use-messages.ts';
import { useIsDark } from '#lib/use-theme.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { SelectField } from '#parts/form/select-field.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextAreaField, TextField } from '#parts/form/text-field.tsx';
import { type CallForm, useCallForm } from '#parts/form/use-call-form.ts';
import { PreviewCard } from '#parts/sign-in-preview/preview-card.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useViewState } from '#window/view-state.ts';
import type { CopiedConfig } from './copy/project-copy';
import { FailedRead } from './failed-read';
import styles from './projects.module.css';

interface CreateProjectProps {
  connectionId: string;
  accountId: string;
  /** Whose settings the new project starts with; without it, with the service's defaults. */
  copy?: CopiedProject;
  /** What is copied, and what isn't. */
  children?: ReactNode;
  onClose: () => void;
}

/** Asks for the name of a new project and its sign-in methods, or for the name and the description of a copy. Open as long as it is rendered. */
export function CreateProject({ connectionId, accountId, copy, children, onClose }: CreateProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const choice = useProjectOwner(connectionId, accountId);
  const onCreated = ({ display_name: name }: { display_name: string }) => {
    show({ tone: 'good', title: ({ t }) => t('projects.created', { name }) });
    onClose();
  };
  const form = useProjectForm({ connectionId, accountId, choice, copy, onCreated });
  return (
    <FormDialog
      title={copy === undefined ? t('projects.create.title') : t('projects.copy.title', { name: projectName(copy.source) })}
      environment={useConnection(connectionId)?.environment}
      actionLabel={copy === undefined ? t('projects.create') : t('projects.copy')}
      busy={form.isSaving || choice.isLoading}
      onClose={onClose}
      onSubmit={() => {
        if (choice.isReady) form.save();
      }}
      width={copy === undefined ? 760 : 560}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      {copy === undefined ? (
        <div className={styles.creation}>
          <div className={styles.creationFields}>
            <TextField form={form} name="display_name" maxLength={100} />
            <OwnerTeamField form={form} choice={choice} />
            <MethodFields form={form} />
          </div>
          <NewProjectCard connectionId={connectionId} values={form.values} />
        </div>
      ) : (
        <>
          <TextField form={form} name="display_name" maxLength={100} />
          <TextAreaField form={form} name="description" rows={2} />
          <OwnerTeamField form={form} choice={choice} />
          {children}
        </>
      )}
    </FormDialog>
  );
}

/** How users of the new project will sign in. Providers need keys, and are set up once it exists. */
function MethodFields({ form }: { form: CallForm<NewProjectValues> }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <fieldset className={styles.methods} aria-labelledby={id}>
      <h3 id={id}>{t('sign-in-methods.title')}</h3>
      {methodNames.map((name) => (
        <SwitchField key={name} form={form} name={name} />
      ))}
      <p className={styles.methodsHelp}>{t('projects.create.methods.help')}</p>
    </fieldset>
  );
}

/** The sign-in card of the new project, as it is now. */
function NewProjectCard({ connectionId, values }: { connectionId: string; values: NewProjectValues }) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const isDark = useIsDark();
  if (connection === undefined) return null;
  const { display_name: typed, password, code, passkey } = values;
  const signIn: ProjectSignIn = { password, code, passkey, signUp: true, merge: 'link_method', providers: {} };
  return (
    <PreviewCard
      connection={connection}
      projectName={typed.trim() === '' ? t('projects.create.preview.name') : typed}
      signIn={signIn}
      base={signIn}
      mode="sign-in"
      theme={isDark ? 'dark' : 'light'}
      width="wide"
    />
  );
}

interface OwnerTeamFieldProps {
  form: CallForm<NewProjectValues>;
  choice: ProjectOwnerChoice;
}

/** Asks which team will own a new project: one of the user's teams, or a new one. Renders nothing where projects have no owner team. */
function OwnerTeamField({ form, choice }: OwnerTeamFieldProps) {
  const { t } = useMessages();
  const { teams, failedDetection } = choice;
  if (choice.isLoading) {
    return (
      <>
        <LoadingStatus />
        <Skeleton width="100%" height={32} />
      </>
    );
  }
  if (failedDetection) return <FailedRead title={t('projects.create.detection.failed')} query={failedDetection} />;
  if (!choice.isNeeded) return null;
  if (teams.data === undefined) return <FailedRead title={t('projects.create.teams.failed')} query={teams} />;
  const { items, omitted } = teams.data;
  const isFirst = items.length === 0 && omitted === undefined;
  const options = [
    ...items.map(({ id, display_name: label }) => ({ value: id, label })),
    { value: newTeam, label: t('projects.create.team.new') },
  ];
  return (
    <>
      {choice.isRequired && (
        <Callout tone="accent" title={t('projects.create.team.required')}>
          {t('projects.create.team.required.next')}
        </Callout>
      )}
      {items.length > 0 && <SelectField form={form} name="team" options={options} help={t('projects.create.team.help')} />}
      <OmittedNote omitted={omitted} />
      {form.values.team === newTeam && (
        <TextField form={form} name="team_name" help={isFirst ? t('projects.create.team.none') : undefined} maxLength={100} />
      )}
    </>
  );
}

/** The methods that need nothing but a switch. */
const methodNames = ['password', 'code', 'passkey'] as const;

interface NewProjectValues extends Record<(typeof methodNames)[number], boolean> {
  display_name: string;
  description: string;
  /** The owner: the ID of a team, or `newTeam`. */
  team: string;
  team_name: string;
}

/** What a copy starts with. */
interface CopiedProject {
  readonly source: AdminProject;
  readonly config: CopiedConfig;
}

const maxName = 100;
/** The service accepts empty names. */
const name = projectCreation.shape.display_name.trim().min(1).max(maxName);
const newProject = z
  .object({ display_name: name, description: z.string(), team: z.string(), team_name: name.optional() })
  .extend(Object.fromEntries(methodNames.map((method) => [method, z.boolean()])) as Record<(typeof methodNames)[number], z.ZodBoolean>);

interface Options {
  readonly connectionId: string;
  readonly accountId: string;
  readonly choice: ProjectOwnerChoice;
  /** Absent for a project with the service's defaults. */
  readonly copy?: CopiedProject | undefined;
  readonly onCreated: (project: AdminProject) => void;
}

/** Returns the form of a new project, and of the team that will own it where there must be one. */
function useProjectForm({ connectionId, accountId, choice, copy, onCreated }: Options): CallForm<NewProjectValues> {
  const { t } = useMessages();
  const { t: stored } = useStoredMessages();
  const { mutateAsync: create } = useCreateProject(connectionId, accountId);
  const { isNeeded, suggested } = choice;
  const proposed = copy === undefined ? '' : stored('projects.copy.name', { name: projectName(copy.source) }).slice(0, maxName);
  const form = useCallForm<NewProjectValues, typeof newProject, AdminProject>({
    stored: { display_name: proposed, description: copy?.source.description ?? '', team: suggested, team_name: '', ...initialMethods },
    isNew: true,
    fields: {
      display_name: { label: t('projects.create.name'), missing: t('projects.create.name.missing') },
      description: { label: t('project-settings.description') },
      password: { label: t('method.password') },
      code: { label: t('sign-in-methods.code') },
      passkey: { label: t('method.passkey') },
      team: { label: t('projects.create.team') },
      team_name: { label: t('projects.create.team.name'), missing: t('projects.create.team.name.missing') },
    },
    schema: newProject,
    toInput: ({ team_name, ...rest }) => (isNeeded && rest.team === newTeam ? { ...rest, team_name } : rest),
    save: async ({ display_name, description, team, team_name, ...methods }) => {
      const owner = team_name === undefined ? { teamId: team } : { newTeamName: team_name };
      const onOwner = (teamId: string) => {
        choice.remember(teamId);
        form.set({ team: teamId });
      };
      const project =
        copy === undefined ? { display_name, config: methodsConfig(methods) } : { display_name, description, config: { ...copy.config } };
      return create({ project, owner: isNeeded ? owner : null, onOwner }).catch(requireOwner);
    },
    onSaved: onCreated,
  });
  const requireOwner = (thrown: unknown): never => {
    if (isOwnerTeamMissing(reportOf(thrown))) choice.require();
    throw thrown;
  };
  return { ...form, failure: form.failure !== null && isOwnerTeamMissing(form.failure) ? null : form.failure };
}

/** What a new project starts with at the service (wire/limits 6). */
const initialMethods = { password: true, code: false, passkey: false };

function methodsConfig({ password, code, passkey }: typeof initialMethods) {
  return { credential_enabled: password, magic_link_enabled: code, passkey_enabled: passkey };
}

/** The choice of a team that doesn't exist yet. */
const newTeam = 'new';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Which team will own a new project. The last choice is remembered for each connection. */
function useProjectOwner(connectionId: string, accountId: string) {
  const need = useOwnerNeed(connectionId, accountId);
  const teams = useOwnTeams(connectionId, accountId, need.isNeeded);
  const [remembered, remember] = useViewState('projects.owner-team', '', isText);
  const items = teams.data?.items;
  const isMember = (id: string) => items?.some((team) => team.id === id) ?? false;
  const isLoading = need.isNeeded ? teams.isPending : need.isDetecting;
  return {
    ...need,
    teams,
    isLoading,
    /** The team that is chosen at first. */
    suggested: isMember(remembered) ? remembered : (items?.[0]?.id ?? newTeam),
    /** Whether what can be chosen is known. */
    isReady: need.isNeeded ? items !== undefined : need.failedDetection === null && !isLoading,
    remember,
  };
}

/** Whether an owner must be chosen, detected first where neither the connection nor its projects say. */
function useOwnerNeed(connectionId: string, accountId: string) {
  const features = useConnection(connectionId)?.features ?? null;
  const projects = useOwnProjects(connectionId, accountId).data?.items ?? [];
  const [isRequired, setRequired] = useState(false);
  const need = isRequired || needsOwnerTeam(features, projects);
  const waits = need === null && features === null;
  const detection = useDetection(connectionId, waits);
  return {
    isNeeded: need === true,
    /** Whether the service refused a project because it had no owner. */
    isRequired,
    require: () => setRequired(true),
    isDetecting: waits && detection.error === null,
    failedDetection: waits && detection.error !== null ? detection : null,
  };
}

type ProjectOwnerChoice = ReturnType<typeof useProjectOwner>;
