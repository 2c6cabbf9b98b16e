import { leftOutOfLink } from '#contract/screen-links.ts';
import { linkTo } from '#parts/copy/link-to.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPath } from '#window/open-path.ts';

/** Returns a function that copies the link to the screen that the window shows, and says what it leaves out, or that there is none. */
export function useCopyScreenLink(): () => void {
  const copy = useCopyWithToast();
  const show = useToasts((state) => state.show);
  return () => {
    const path = currentPath();
    const link = linkTo(path);
    if (link === null) return show({ tone: 'neutral', title: 'shell.copy-link.none' });
    const without = leftOutOfLink(path.replace(/^\/c\/[^/?]+/, ''));
    copy(link, 'ui.link-copied', without === null ? undefined : ({ t }) => t('shell.copy-link.without', { without }));
  };
}
