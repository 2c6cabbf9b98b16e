import { useMemo } from 'react';
import { findCycle, type PermissionGraph } from '../../lib/rules/permission-graph';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import styles from './permissions.module.css';

/** Warns of permissions that contain each other, which the service accepts. */
export function CycleCallout({ graph }: { graph: PermissionGraph }) {
  const { t } = useMessages();
  const cycle = useMemo(() => findCycle(graph), [graph]);
  if (cycle === null) return null;
  return (
    <Callout tone="warn" title={t('permissions.cycle')} className={styles.callout}>
      {t('permissions.cycle.text', { chain: [...cycle, ...cycle.slice(0, 1)].join(' → ') })}
    </Callout>
  );
}
