import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '../../lib/use-shortcut';
import { paths } from '../../routes';
import { linksStore } from '../../stores/links';

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
