import { ArrowRightLeft, Copy, MoreHorizontal, Trash2 } from 'lucide-react';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { tileInitials } from '#lib/initials.ts';
import { projectName } from '#lib/rules/owner-projects.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import styles from './projects.module.css';

/** What the menu of a project opens. */
export type ProjectDialog = 'copy' | 'transfer' | 'delete';

interface ProjectCardProps {
  project: AdminProject;
  /** Whether the project is being opened. */
  busy: boolean;
  /** Why an entry of the menu can’t be used. */
  reasons: Readonly<Record<ProjectDialog, string | undefined>>;
  onOpen: () => void;
  onDialog: (dialog: ProjectDialog) => void;
}

/** One project: what identifies it, and what can be done with it. */
export function ProjectCard({ project, busy, reasons, onOpen, onDialog }: ProjectCardProps) {
  const { t } = useMessages();
  const name = projectName(project);
  const { id, description, user_count: users, is_production_mode: isProduction } = project;
  return (
    <li className={styles.card}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(name)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.name} title={name}>
          {name}
        </h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <div className={styles.facts}>
          <IdChip value={id} />
          {users !== undefined && <span>{t('projects.users', { count: users })}</span>}
          {isProduction && <Badge tone="bad">{t('projects.production')}</Badge>}
        </div>
      </div>
      <Button data-result="" busy={busy} onClick={onOpen} aria-label={t('projects.open.named', { name })}>
        {t('projects.open')}
      </Button>
      <Menu trigger={<IconButton label={t('projects.actions', { name })} icon={MoreHorizontal} />} align="end">
        <MenuItem icon={Copy} disabledReason={reasons.copy} onSelect={() => onDialog('copy')}>
          {t('projects.copy.item')}
        </MenuItem>
        <MenuItem icon={ArrowRightLeft} disabledReason={reasons.transfer} onSelect={() => onDialog('transfer')}>
          {t('projects.transfer.item')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger disabledReason={reasons.delete} onSelect={() => onDialog('delete')}>
          {t('projects.delete.item')}
        </MenuItem>
      </Menu>
    </li>
  );
}
