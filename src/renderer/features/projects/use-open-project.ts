import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminProject } from '../../../contract/service/project-models';
import { api } from '../../api';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { connectionsStore } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';

/** Opens a project by the owner's session. */
export function useOpenProject(internalConnectionId: string, accountId: string) {
  const messages = useMessages();
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const [opening, setOpening] = useState<string | null>(null);
  const open = async ({ id: projectId, display_name: name }: AdminProject) => {
    setOpening(projectId);
    try {
      const owned = { internalConnectionId, accountId, projectId, name: name.slice(0, 100) };
      const { id } = await api.connections.openOwned(owned);
      await connectionsStore.refresh();
      await navigate(paths.users(id));
    } catch (thrown) {
      const { title, next } = errorText(messages, reportOf(thrown));
      show({ tone: 'bad', title, text: next });
      setOpening(null);
    }
  };
  return { opening, open: (project: AdminProject) => void (opening === null && open(project)) };
}
