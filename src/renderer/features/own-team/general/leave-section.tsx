import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useLeaveTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { Card, CardRow } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import styles from '../own-team.module.css';
import type { TeamTabProps } from '../team-tab-props';

/** Ends the own membership, which every member may do. */
export function LeaveSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync: leave } = useLeaveTeam(of);
  const confirm = async () => {
    await leave();
    show({ tone: 'good', title: t('team.leave.done', { name }) });
    await navigate(paths.profile(of.connectionId), { replace: true });
  };
  return (
    <PageSection title={t('team.leave')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.explained}>{t('team.leave.text')}</span>
          <Button variant="danger" icon={LogOut} disabledReason={access.readOnly} onClick={() => setAsked(true)}>
            {t('team.leave')}
          </Button>
        </CardRow>
      </Card>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('team.leave.title', { name })}
        consequence={t('team.leave.consequence')}
        confirmLabel={t('team.leave')}
        danger
        environment={environment}
        onConfirm={confirm}
      />
    </PageSection>
  );
}
