import { api } from '#data/api.ts';
import { isElectron } from '#lib/is-electron.ts';

/** Loads the page again. In Electron, the host does it, because a page that reloads itself navigates, which no page may. */
export function reloadPage(): void {
  if (isElectron) void api.app.run({ id: 'reload' }).catch(() => undefined);
  else window.location.reload();
}
