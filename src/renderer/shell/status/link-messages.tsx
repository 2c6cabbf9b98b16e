import { Link2, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkKind } from '../../../contract/bridge/links';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useWaitingLinks } from '../../stores/links';
import { Button } from '../../ui/inputs/button';
import { IconButton } from '../../ui/inputs/icon-button';
import type { StatusMessage } from './status-message';

const texts: Readonly<Partial<Record<LinkKind, MessageKey>>> = {
  code: 'shell.link.waiting.code',
  'magic-link': 'shell.link.waiting.magic-link',
  'email-verification': 'shell.link.waiting.email-verification',
  'password-reset': 'shell.link.waiting.password-reset',
  'team-invitation': 'shell.link.waiting.team-invitation',
  'cli-auth-confirm': 'shell.link.waiting.cli-auth-confirm',
};

/** Returns a message for each pending link, except the open one. */
export function useLinkMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const links = useWaitingLinks().filter(({ id }) => pathname !== paths.link(id));
  return links.map(({ id, kind }) => ({
    key: `link ${id}`,
    icon: Link2,
    text: t(texts[kind] ?? 'shell.link.waiting.other'),
    action: <LinkActions id={id} />,
  }));
}

function LinkActions({ id }: { id: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const runTask = useBackgroundTask();
  return (
    <>
      <Button size="sm" onClick={() => void navigate(paths.link(id))}>
        {t('shell.link.open')}
      </Button>
      <IconButton size="sm" label={t('shell.link.dismiss')} icon={X} onClick={() => runTask(() => api.links.dismiss({ id }))} />
    </>
  );
}
