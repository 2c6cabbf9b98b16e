import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { api } from '#data/api.ts';
import { updateProject, useReadAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { productionChecklist } from '#lib/rules/production-checklist.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { ReasonedSwitch } from '#ui/inputs/reasoned-switch.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import styles from './domains.module.css';

interface ProductionSwitchProps {
  connectionId: string;
  project: AdminProject;
  /** Whether there are unsaved changes, which the switch doesn’t wait for. */
  isDirty: boolean;
}

/** The switch of production mode, which the service stores without checking anything: so it is checked here, right before. */
export function ProductionSwitch({ connectionId, project, isDirty }: ProductionSwitchProps) {
  const { t } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const { isOn, change, isPending } = useProductionMode(connectionId, project);
  const readOnly = useReadOnlyReason(connectionId);
  const unmet = isOn || isReady(project) ? undefined : t('domains.production.unmet');
  const reason = readOnly ?? (isDirty ? t('domains.production.unsaved') : unmet);
  return (
    <div className={styles.modeHead}>
      <div>
        <h2>{t('domains.production')}</h2>
        <p className={styles.quiet}>{reason ?? t(isOn ? 'production.mode.on' : 'domains.production.ready')}</p>
      </div>
      <ReasonedSwitch
        label={t('domains.production')}
        checked={isOn}
        busy={isPending}
        disabledReason={reason}
        onChange={() => setAsking(true)}
      />
      {isAsking && <ProductionDialog connectionId={connectionId} project={project} isOn={isOn} onConfirm={change} onClose={stop} />}
    </div>
  );
}

const isReady = ({ config }: AdminProject) => productionChecklist(config).every(({ passed }) => passed);

function useProductionMode(connectionId: string, project: AdminProject) {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const read = useReadAdminProject(connectionId);
  const action = useAction(
    async (isOn: boolean, environment: Environment | undefined) => {
      if (isOn && !isReady(await read())) return show({ tone: 'bad', title: 'domains.production.changed' });
      await updateProject(connectionId, { is_production_mode: isOn });
      await read();
      if (environment !== undefined) await api.connections.edit({ id: connectionId, change: { environment } });
      show({ tone: 'good', title: isOn ? 'production.mode.on' : 'production.mode.off' });
    },
    { onFailure: showFailure },
  );
  return {
    isOn: action.pending?.[0] ?? project.is_production_mode,
    isPending: action.isPending,
    change: async (isOn: boolean, environment: Environment | undefined) => void (await action.run(isOn, environment)),
  };
}

interface ProductionDialogProps {
  connectionId: string;
  project: AdminProject;
  /** Whether production mode is on now. */
  isOn: boolean;
  onConfirm: (isOn: boolean, environment: Environment | undefined) => Promise<void>;
  onClose: () => void;
}

/** Asks before production mode is turned on or off, and offers to mark the connection accordingly. */
function ProductionDialog({ connectionId, project, isOn, onConfirm, onClose }: ProductionDialogProps) {
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
