import { Link2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { LinkKind, LinkSummary } from '../../../contract/bridge/links';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { isTyping } from '../../lib/use-shortcut';
import { paths } from '../../routes';
import { linksStore, useWaitingLinks } from '../../stores/links';
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

/** Opens an incoming link in the focused window, unless the user is typing or has a dialog or menu open. */
export function useOpenIncomingLinks(): void {
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string> | null>(null);
  const links = linksStore((state) => state.value);
  useEffect(() => {
    if (links === null) return;
    const before = known.current;
    known.current = new Set(links.map(({ id }) => id));
    const arrived = links.find(({ id }) => before !== null && !before.has(id));
    if (arrived !== undefined && document.hasFocus() && !isBusy()) void navigate(paths.link(arrived.id));
  }, [links, navigate]);
}

function isBusy(): boolean {
  return isTyping(document.activeElement) || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
