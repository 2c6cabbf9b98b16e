import type { FormEvent } from 'react';
import { z } from 'zod';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { teams } from '#contract/service/teams.ts';
import { useCreateTeam } from '#data/own-teams.ts';
import { useCurrentProject } from '#data/project.ts';
import { useScreenAccount } from '#data/scope.ts';
import { useAccountScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import styles from './own-team.module.css';

/** Creates a team, where the project lets its users do that. */
export function CreateTeamScreen() {
  const account = useScreenAccount();
  return <CreateTeam key={account.id} />;
}

function CreateTeam() {
  const { connectionId } = useScreenAccount();
  const { t } = useMessages();
  const { data: project, error, isFetching, refetch } = useCurrentProject(connectionId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (project === undefined && failure) return <AccountError connectionId={connectionId} {...failure} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <PageSection title={t('create-team.title')} text={t('create-team.text')}>
        <Card>{project === undefined ? <FormSkeleton /> : <CreateTeamForm isAllowed={project.config.client_team_creation_enabled} />}</Card>
      </PageSection>
    </Page>
  );
}

/** The service accepts empty names. */
const newTeam = teams.create.actors.account.body.extend({ display_name: z.string().trim().min(1) });

function CreateTeamForm({ isAllowed }: { isAllowed: boolean }) {
  const { connectionId, accountId, readOnly } = useAccountScope();
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const create = useCreateTeam(connectionId, accountId);
  const reason = isAllowed ? readOnly : t('create-team.not-allowed');
  const form = useCallForm<{ display_name: string }, typeof newTeam, ClientTeam>({
    stored: { display_name: '' },
    isNew: true,
    fields: { display_name: { label: t('create-team.name'), missing: t('create-team.name.missing') } },
    schema: newTeam,
    toInput: (values) => values,
    save: ({ display_name: name }) => create(name),
    onSaved: (team) => {
      show({ tone: 'good', title: ({ t }) => t('create-team.done', { name: team.display_name }) });
      openPath(paths.ownTeam(connectionId, team.id), { replace: true, isGone: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) form.save();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="display_name" help={reason ?? t('create-team.name.help')} />
      <div>
        <Button type="submit" variant="primary" busy={form.isSaving} disabledReason={reason}>
          {t('create-team.submit')}
        </Button>
      </div>
      <LeaveGuard when={form.isDirty} isSaving={!form.isUnsaved} />
    </form>
  );
}

function FormSkeleton() {
  return (
    <div className={styles.form}>
      <LoadingStatus />
      <Skeleton width={80} />
      <Skeleton height={32} />
      <Skeleton width={96} height={32} />
    </div>
  );
}
