import { linkTo } from '#parts/copy/link-to.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPath } from '#window/open-path.ts';

/** Returns a function that copies the link to the screen that the window shows, or says that it has none. */
export function useCopyScreenLink(): () => void {
  const copy = useCopyWithToast();
  const show = useToasts((state) => state.show);
  return () => {
    const link = linkTo(currentPath());
    if (link === null) show({ tone: 'neutral', title: 'shell.copy-link.none' });
    else copy(link, 'ui.link-copied');
  };
}
