import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useDeleteProjectTeam } from '../../../queries/teams/project-team';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useReadOnlyReason } from '../../../stores/read-only';
import { useToasts } from '../../../ui/feedback/toasts';
import { DangerSection } from '../../../ui/layout/danger-section';
import type { TeamTabProps } from '../team-tab-props';
import styles from '../teams.module.css';

/** Deletes the team for all members. */
export function DeleteSection({ team, of }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const readOnly = useReadOnlyReason(of.connectionId);
  const { mutateAsync: remove } = useDeleteProjectTeam(of);
  const confirm = async () => {
    await remove();
    show({ tone: 'good', title: t('team.delete.done', { name }) });
    await navigate(paths.teams(of.connectionId), { replace: true });
  };
  return (
    <DangerSection
      title={t('team.delete')}
      icon={Trash2}
      disabledReason={readOnly}
      question={t('team.delete.title', { name })}
      consequence={t('team.delete.consequence')}
      environment={environment}
      typeToConfirm={team.display_name.trim() === '' ? team.id : team.display_name}
      onConfirm={confirm}
    >
      <p>{t('team.delete.text')}</p>
      {readOnly !== undefined && <p className={styles.reason}>{readOnly}</p>}
    </DangerSection>
  );
}
