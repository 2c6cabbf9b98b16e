import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { ClientTeam } from '../../../../contract/service/models/user-models';
import { teams } from '../../../../contract/service/teams';
import { useCreateTeam } from '../../../data/own-teams';
import { useCurrentProject } from '../../../data/project';
import { useReadOnlyReason } from '../../../data/read-only';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { AccountError } from '../../../parts/account/account-state';
import { useScreenAccount } from '../../../parts/account/screen-account';
import { FormFailure } from '../../../parts/form/form-failure';
import { LeaveGuard } from '../../../parts/form/leave-guard';
import { TextField } from '../../../parts/form/text-field';
import { useCallForm } from '../../../parts/form/use-call-form';
import { OutdatedMessage } from '../../../parts/status/outdated-message';
import { LoadingStatus, Skeleton } from '../../../ui/feedback/skeleton';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { Card } from '../../../ui/layout/card';
import { Page, PageSection } from '../../../ui/layout/page';
import { paths } from '../../../window/routes';
import styles from './own-team.module.css';

interface CreateTeamProps {
  connectionId: string;
  accountId: string;
}

/** Creates a team, where the project lets its users do that. */
export function CreateTeamScreen() {
  const account = useScreenAccount();
  return <CreateTeam key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function CreateTeam({ connectionId, accountId }: CreateTeamProps) {
  const { t } = useMessages();
  const { data: project, error, isFetching, refetch } = useCurrentProject(connectionId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (project === undefined && failure) return <AccountError connectionId={connectionId} {...failure} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <PageSection title={t('create-team.title')} text={t('create-team.text')}>
        <Card>
          {project === undefined ? (
            <FormSkeleton />
          ) : (
            <CreateTeamForm connectionId={connectionId} accountId={accountId} isAllowed={project.config.client_team_creation_enabled} />
          )}
        </Card>
      </PageSection>
    </Page>
  );
}

/** The service accepts empty names. */
const newTeam = teams.create.actors.account.body.extend({ display_name: z.string().trim().min(1) });

function CreateTeamForm({ connectionId, accountId, isAllowed }: CreateTeamProps & { isAllowed: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const create = useCreateTeam(connectionId, accountId);
  const readOnly = useReadOnlyReason(connectionId);
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
      void navigate(paths.ownTeam(connectionId, team.id), { replace: true });
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
      <LeaveGuard when={form.isDirty && !form.isSaving} />
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
