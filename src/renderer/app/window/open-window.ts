import { api } from '../../data/api';
import { paths } from '../../window/routes';

/** Opens another window at a path of the app. */
export async function openWindow(path = paths.start()): Promise<void> {
  const { url } = await api.app.openWindow({ path });
  if (url !== null) window.open(url, '_blank', 'noopener');
}
