import { useState } from 'react';
import type { Environment } from '../../../contract/bridge/connection-choices';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { CheckboxChoice } from '../../ui/inputs/checkbox-choice';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

interface ProductionDialogProps {
  connectionId: string;
  project: AdminProject;
  /** Whether production mode is on now. */
  isOn: boolean;
  onConfirm: (isOn: boolean, environment: Environment | undefined) => Promise<void>;
  onClose: () => void;
}

/** Asks before production mode is turned on or off, and offers to mark the connection accordingly. */
export function ProductionDialog({ connectionId, project, isOn, onConfirm, onClose }: ProductionDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const mark: Environment = isOn ? 'development' : 'production';
  const environment = connection?.environment;
  const canMark = connection !== undefined && (isOn ? environment === 'production' : environment !== 'production');
  const [marks, setMarks] = useState(!isOn);
  const domains = project.config.domains.map(({ domain }) => domain).join(', ');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(isOn ? 'domains.production.off.title' : 'domains.production.on.title')}
      consequence={isOn ? t('domains.production.off.consequence') : t('domains.production.on.consequence', { domains: domains || 'none' })}
      confirmLabel={t(isOn ? 'domains.production.off' : 'domains.production.on')}
      danger={isOn}
      environment={environment}
      onConfirm={() => onConfirm(!isOn, canMark && marks ? mark : undefined)}
    >
      {canMark && (
        <CheckboxChoice
          label={t('domains.production.mark', { environment: t(`environment.${mark}`) })}
          note={t('domains.production.mark.note', { environment: t(`environment.${environment ?? 'development'}`) })}
          checked={marks}
          onChange={setMarks}
        />
      )}
    </ConfirmDialog>
  );
}
