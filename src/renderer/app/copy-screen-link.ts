import { useBackgroundTask } from '#lib/use-action.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPath } from '#window/open-path.ts';

/** Returns a function that copies the link to the screen that the window shows, and says what it leaves out, or that there is none. */
export function useCopyScreenLink(): () => void {
  const copy = useCopyWithToast();
  const show = useToasts((state) => state.show);
  const runTask = useBackgroundTask();
  return () => {
    const path = currentPath();
    runTask(async () => {
      // With all that filters of users consist of: the first screen needs none of it.
      const [{ leftOutOfLink }, { linkTo }] = await Promise.all([import('#contract/screen-links.ts'), import('#parts/copy/link-to.ts')]);
      const link = linkTo(path);
      if (link === null) return show({ tone: 'neutral', title: 'shell.copy-link.none' });
      const without = leftOutOfLink(path.replace(/^\/c\/[^/?]+/, ''));
      copy(link, 'ui.link-copied', without === null ? undefined : ({ t }) => t('shell.copy-link.without', { without }));
    });
  };
}
