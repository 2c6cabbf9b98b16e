import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { api } from '#data/api.ts';
import { updateProject, useReadAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ChangeList } from '#parts/conflict/change-list.tsx';
import { changesBetween, isSameJson } from '#parts/conflict/json-changes.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { domainChangeText } from './domain-change-text';
import styles from './domains.module.css';
import { storedDomains, toDomainsUpdate } from './domains-draft';
import { type ProductionFixes, productionFixes } from './production-fix';

interface ProductionSwitchProps {
  connectionId: string;
  project: AdminProject;
  /** Whether there are unsaved changes, which the switch doesn’t wait for. */
  isDirty: boolean;
}

/**
 * The switch of production mode, which the service stores without checking anything: so it is checked here, right before. What doesn't pass yet is
 * fixed with it, after the question says how.
 */
export function ProductionSwitch({ connectionId, project, isDirty }: ProductionSwitchProps) {
  const { t } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const isByOrigin = useConnection(connectionId)?.features?.['trusted-ports'];
  const { isOn, change, isPending } = useProductionMode(connectionId, project);
  const readOnly = useReadOnlyReason(connectionId);
  const fixes = productionFixes(project.config, { isByOrigin });
  const unmet = isOn || fixes !== null ? undefined : t('domains.production.unmet');
  const reason = readOnly ?? (isDirty ? t('domains.production.unsaved') : unmet);
  const ready = t(fixes !== null && isSameJson(fixes.before, fixes.after) ? 'domains.production.ready' : 'domains.production.fixes');
  return (
    <div className={styles.modeHead}>
      <div>
        <h2>{t('domains.production')}</h2>
        <p className={styles.quiet}>{reason ?? (isOn ? t('production.mode.on') : ready)}</p>
      </div>
      <ReasonedSwitch
        label={t('domains.production')}
        checked={isOn}
        busy={isPending}
        disabledReason={reason}
        onChange={() => setAsking(true)}
      />
      {isAsking && (
        <ProductionDialog
          connectionId={connectionId}
          project={project}
          fixes={isOn ? null : fixes}
          isOn={isOn}
          onConfirm={change}
          onClose={stop}
        />
      )}
    </div>
  );
}

function useProductionMode(connectionId: string, project: AdminProject) {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const read = useReadAdminProject(connectionId);
  const action = useAction(
    async (isOn: boolean, environment: Environment | undefined, fixes: ProductionFixes | null) => {
      // What was shown is what is saved, or nothing is.
      const isAsShown = fixes === null || isSameJson(storedDomains((await read()).config), fixes.before);
      if (!isAsShown) return show({ tone: 'bad', title: 'domains.production.changed' });
      const isFixed = fixes === null || isSameJson(fixes.before, fixes.after);
      await updateProject(connectionId, {
        is_production_mode: isOn,
        ...(isFixed ? {} : { config: toDomainsUpdate(fixes.after) }),
      });
      await read();
      if (environment !== undefined) await api.connections.edit({ id: connectionId, change: { environment } });
      show({ tone: 'good', title: isOn ? 'production.mode.on' : 'production.mode.off' });
    },
    { onFailure: showFailure },
  );
  return {
    isOn: action.pending?.[0] ?? project.is_production_mode,
    isPending: action.isPending,
    change: async (isOn: boolean, environment: Environment | undefined, fixes: ProductionFixes | null) =>
      void (await action.run(isOn, environment, fixes)),
  };
}

interface ProductionDialogProps {
  connectionId: string;
  project: AdminProject;
  /** What is fixed before it is turned on; null when it is turned off. */
  fixes: ProductionFixes | null;
  /** Whether production mode is on now. */
  isOn: boolean;
  onConfirm: (isOn: boolean, environment: Environment | undefined, fixes: ProductionFixes | null) => Promise<void>;
  onClose: () => void;
}

/** Asks before production mode is turned on or off, and offers to mark the connection accordingly. */
function ProductionDialog({ connectionId, project, fixes: opened, isOn, onConfirm, onClose }: ProductionDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  // As the dialog was opened: the project may be read again in the meantime.
  const [fixes] = useState(opened);
  const changes = fixes === null ? [] : changesBetween(fixes.before, fixes.after);
  const connection = useConnection(connectionId);
  const mark: Environment = isOn ? 'development' : 'production';
  const environment = connection?.environment;
  const canMark = connection !== undefined && (isOn ? environment === 'production' : environment !== 'production');
  const [marks, setMarks] = useState(!isOn);
  const trusted = fixes === null ? project.config.domains : toDomainsUpdate(fixes.after).domains;
  const domains = trusted.map(({ domain }) => domain).join(', ');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(isOn ? 'domains.production.off.title' : 'domains.production.on.title')}
      consequence={isOn ? t('domains.production.off.consequence') : t('domains.production.on.consequence', { domains: domains || 'none' })}
      confirmLabel={t(isOn ? 'domains.production.off' : 'domains.production.on')}
      danger={isOn}
      environment={environment}
      onConfirm={() => onConfirm(!isOn, canMark && marks ? mark : undefined, fixes)}
    >
      {changes.length > 0 && (
        <ChangeList
          label={t('domains.production.changes', { count: changes.length })}
          changes={changes}
          describe={(change) => domainChangeText(messages, change)}
        />
      )}
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
