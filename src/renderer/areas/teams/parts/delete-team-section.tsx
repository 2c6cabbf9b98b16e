import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { useScope } from '#data/use-scope.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { fromHere } from '#window/open-path.ts';
import styles from './delete-team-section.module.css';

interface DeleteTeamSectionProps {
  team: Pick<ClientTeam, 'id' | 'display_name'>;
  disabledReason: string | undefined;
  /** What else to know before it is deleted. */
  warning?: ReactNode;
  /** Deletes the team. Resolves to the text that says so. */
  remove: () => Promise<MessageKey>;
  /** The path to show afterwards. */
  next: string;
}

/** Deletes a team for all members, after its name was typed. */
export function DeleteTeamSection({ team, disabledReason, warning, remove, next }: DeleteTeamSectionProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const confirm = async () => {
    const open = fromHere();
    const done = await remove();
    show({ tone: 'good', title: (messages) => messages.t(done, { name: teamName(messages, team) }) });
    open(next, { replace: true });
  };
  return (
    <DangerSection
      title={t('team.delete')}
      icon={Trash2}
      disabledReason={disabledReason}
      question={t('team.delete.title', { name })}
      consequence={t('team.delete.consequence')}
      environment={environment}
      typeToConfirm={shownNameToType(team.display_name, team.id)}
      warning={warning}
      onConfirm={confirm}
    >
      <p>{t('team.delete.text')}</p>
      {disabledReason !== undefined && <p className={styles.reason}>{disabledReason}</p>}
    </DangerSection>
  );
}
