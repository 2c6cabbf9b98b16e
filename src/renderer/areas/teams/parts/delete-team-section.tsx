import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { useScope } from '#data/use-scope.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useKeepSnapshot, useSayDeleted } from '#parts/removal/use-keep-snapshot.tsx';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { fromHere } from '#window/open-path.ts';
import styles from './delete-team-section.module.css';

interface DeleteTeamSectionProps {
  team: Pick<ClientTeam, 'id' | 'display_name'>;
  disabledReason: string | undefined;
  /** What else to know before it is deleted. */
  warning?: ReactNode;
  /** Deletes the team, with a snapshot or without. Resolves to the text that says so. */
  remove: (snapshot: SnapshotChoice) => Promise<MessageKey>;
  /** The path to show afterwards. */
  next: string;
}

/** Deletes a team for all members, after its name was typed. */
export function DeleteTeamSection({ team, disabledReason, warning, remove, next }: DeleteTeamSectionProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const { connectionId, environment } = useScope();
  const snapshot = useKeepSnapshot('team');
  const sayDeleted = useSayDeleted(connectionId);
  const confirm = async () => {
    const open = fromHere();
    const done = await remove(snapshot.choice);
    void sayDeleted(team.id, (messages) => messages.t(done, { name: teamName(messages, team) }), snapshot.choice);
    open(next, { replace: true, isGone: true });
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
      choice={snapshot.element}
      onConfirm={confirm}
    >
      <p>{t('team.delete.text')}</p>
      {disabledReason !== undefined && <p className={styles.reason}>{disabledReason}</p>}
    </DangerSection>
  );
}
