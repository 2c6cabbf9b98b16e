import { featureSince } from '../../../contract/features';
import { useLacksFeature } from '../../blocks/account/release-lack';
import { deletionBarrier } from '../../lib/rules/project/deletion-barrier';
import { useMessages } from '../../lib/use-messages';
import { useConnection, useConnections } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import type { ProjectDialog } from './project-card';

/** Returns a function that says why something can’t be done with a project of the list. */
export function useProjectReasons(
  connectionId: string,
): (project: { readonly id: string }) => Readonly<Record<ProjectDialog, string | undefined>> {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const lacksTransfer = useLacksFeature(connectionId, 'project-transfer');
  const internal = useConnection(connectionId);
  const connections = useConnections();
  return ({ id }) => {
    const barrier = internal === undefined ? null : deletionBarrier(id, internal, connections);
    const texts = { sandbox: t('project-settings.delete.sandbox'), 'read-only': t('ui.read-only.reason') };
    return {
      copy: readOnly,
      transfer: lacksTransfer ? t('ui.release-lack.text', { release: featureSince['project-transfer'] }) : readOnly,
      delete: barrier === null ? readOnly : texts[barrier],
    };
  };
}
