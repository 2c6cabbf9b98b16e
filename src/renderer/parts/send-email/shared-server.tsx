import { useNavigate } from 'react-router';
import { useAdminProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

/** Whether the project is known to send with the service's shared server. Without admin access, the service says so when sending. */
export function useIsShared(connectionId: string): boolean {
  const connection = useConnection(connectionId);
  const project = useAdminProject(connectionId, connection !== undefined && hasAdminAccess(connection));
  return project.data?.config.email_config.type === 'shared';
}

/** Says that emails to users need the project's own server, and leads to it. */
export function SharedServerCallout({ connectionId, onLeave }: { connectionId: string; onLeave: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const open = () => {
    onLeave();
    void navigate(paths.email(connectionId, 'server'));
  };
  const action = (
    <Button size="sm" onClick={open}>
      {t('send-email.shared.open')}
    </Button>
  );
  return (
    <Callout tone="warn" title={t('send-email.shared')} action={action}>
      {t('send-email.shared.text')}
    </Callout>
  );
}
