import { useState } from 'react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { productionChecklist } from '../../lib/rules/production-checklist';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { useMessages } from '../../lib/use-messages';
import { updateProject, useReadAdminProject } from '../../queries/project/admin-project';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import { useToasts } from '../../ui/feedback/toasts';
import { ReasonedSwitch } from '../../ui/inputs/reasoned-switch';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
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
  const environment = useConnection(connectionId)?.environment;
  const [isAsking, setAsking] = useState(false);
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
        onChange={(next) => (next ? void change(true) : setAsking(true))}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('domains.production.off.title')}
        consequence={t('domains.production.off.consequence')}
        confirmLabel={t('domains.production.off')}
        danger
        environment={environment}
        onConfirm={() => change(false)}
      />
    </div>
  );
}

const isReady = ({ config }: AdminProject) => productionChecklist(config).every(({ passed }) => passed);

function useProductionMode(connectionId: string, project: AdminProject) {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const read = useReadAdminProject(connectionId);
  const action = useAction(
    async (isOn: boolean) => {
      if (isOn && !isReady(await read())) return show({ tone: 'bad', title: 'domains.production.changed' });
      await updateProject(connectionId, { is_production_mode: isOn });
      await read();
      show({ tone: 'good', title: isOn ? 'production.mode.on' : 'production.mode.off' });
    },
    { onFailure: showFailure },
  );
  return {
    isOn: action.pending?.[0] ?? project.is_production_mode,
    isPending: action.isPending,
    change: async (isOn: boolean) => void (await action.run(isOn)),
  };
}
