import { useBackgroundTask } from '#lib/use-action.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPath } from '#window/open-path.ts';

/** Returns a function that copies the link to the screen that the window shows, or says that it has none. */
export function useCopyScreenLink(): () => void {
  const copy = useCopyWithToast();
  const show = useToasts((state) => state.show);
  const runTask = useBackgroundTask();
  return () => {
    const path = currentPath();
    runTask(async () => {
      // With all that filters of users consist of: the first screen needs none of it.
      const { linkTo } = await import('#parts/copy/link-to.ts');
      const link = linkTo(path);
      if (link === null) show({ tone: 'neutral', title: 'shell.copy-link.none' });
      else copy(link, 'ui.link-copied');
    });
  };
}
