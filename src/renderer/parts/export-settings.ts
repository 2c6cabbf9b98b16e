import { api } from '#data/api.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useToasts } from '#ui/feedback/toasts.ts';

/** Saves the settings in a file. A toast says where. Rejects if that failed. */
export async function exportSettings(): Promise<void> {
  const result = await api.settings.exportAll({});
  if (result.outcome === 'canceled') return;
  if (result.outcome === 'text') offerDownload('latchkey-settings.json', 'application/json', result.text);
  const text = result.outcome === 'saved' ? { text: () => result.path } : {};
  useToasts.getState().show({ tone: 'good', title: 'shell.settings.exported', isNoChange: true, ...text });
}
