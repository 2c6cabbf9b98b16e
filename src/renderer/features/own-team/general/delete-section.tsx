import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useDeleteTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { DangerSection } from '../../../ui/layout/danger-section';
import styles from '../own-team.module.css';
import type { TeamTabProps } from '../team-tab-props';

/** Deletes the team for all members, which requires a permission. */
export function DeleteSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: remove } = useDeleteTeam(of);
  const blocked = access.block('deleteTeam');
  const confirm = async () => {
    const title = t((await remove()) === 'removed' ? 'team.delete.done' : 'team.delete.gone', { name });
    show({ tone: 'good', title });
    await navigate(paths.profile(of.connectionId), { replace: true });
  };
  return (
    <DangerSection
      title={t('team.delete')}
      icon={Trash2}
      disabledReason={blocked}
      question={t('team.delete.title', { name })}
      consequence={t('team.delete.consequence')}
      environment={environment}
      typeToConfirm={team.display_name.trim() === '' ? team.id : team.display_name}
      onConfirm={confirm}
    >
      <p>{t('team.delete.text')}</p>
      {blocked !== undefined && <p className={styles.reason}>{blocked}</p>}
    </DangerSection>
  );
}
