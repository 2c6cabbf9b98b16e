import { api } from '#data/api.ts';
import { paths } from '#window/routes.ts';

/** Opens another window at a path of the app. */
export async function openWindow(path = paths.start()): Promise<void> {
  const { url } = await api.app.openWindow({ path });
  if (url !== null) window.open(url, '_blank', 'noopener');
}
