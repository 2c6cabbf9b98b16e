import { Link2, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkKind, LinkSummary } from '../../../contract/bridge/links';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useWaitingLinks } from '../../stores/links';
import { Button } from '../../ui/inputs/button';
import { IconButton } from '../../ui/inputs/icon-button';
import { Banner } from './banner';

const words: Readonly<Partial<Record<LinkKind, MessageKey>>> = {
  code: 'shell.link.waiting.code',
  'magic-link': 'shell.link.waiting.magic-link',
  'email-verification': 'shell.link.waiting.email-verification',
  'password-reset': 'shell.link.waiting.password-reset',
  'team-invitation': 'shell.link.waiting.team-invitation',
  'cli-auth-confirm': 'shell.link.waiting.cli-auth-confirm',
};

/** The pending links, except the open one. */
export function LinksBanner() {
  const { pathname } = useLocation();
  return useWaitingLinks()
    .filter(({ id }) => pathname !== paths.link(id))
    .map((link) => <WaitingBanner key={link.id} link={link} />);
}

function WaitingBanner({ link: { id, kind } }: { link: LinkSummary }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const runTask = useBackgroundTask();
  const action = (
    <>
      <Button size="sm" onClick={() => void navigate(paths.link(id))}>
        {t('shell.link.open')}
      </Button>
      <IconButton size="sm" label={t('shell.link.dismiss')} icon={X} onClick={() => runTask(() => api.links.dismiss({ id }))} />
    </>
  );
  return (
    <Banner icon={Link2} action={action}>
      {t(words[kind] ?? 'shell.link.waiting.other')}
    </Banner>
  );
}
