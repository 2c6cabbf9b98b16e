import { api } from '#data/api.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useToasts } from '#ui/feedback/toasts.ts';

/** Returns a function that saves the settings in a file. A toast says where, or why that failed. */
export function useExportSettings(): () => void {
  const runTask = useBackgroundTask();
  const show = useToasts((state) => state.show);
  const save = async () => {
    const result = await api.settings.exportAll({});
    if (result.outcome === 'canceled') return;
    if (result.outcome === 'text') offerDownload('latchkey-settings.json', 'application/json', result.text);
    const text = result.outcome === 'saved' ? { text: () => result.path } : {};
    show({ tone: 'good', title: ({ t }) => t('shell.settings.exported'), ...text });
  };
  return () => runTask(save);
}
