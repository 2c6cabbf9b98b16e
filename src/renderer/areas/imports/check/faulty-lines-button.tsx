import { Download } from 'lucide-react';
import { api } from '#data/api.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';

interface FaultyLinesButtonProps {
  /** ID of the import, and the name of its file. */
  id: string;
  name: string;
  count: number;
}

/** Downloads the lines that can’t be imported, with the reasons, to be mended and imported again. */
export function FaultyLinesButton({ id, name, count }: FaultyLinesButtonProps) {
  const { t, locale } = useMessages();
  const fail = useFailureToast();
  const forbidden = useForbiddenReason('export');
  const exporting = useAction(
    async () => {
      const parts: string[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const { text, next }: { text: string; next: number | null } = await api.imports.exportPage({ id, from });
        parts.push(text);
        from = next;
      }
      offerDownload(`${name.replace(/\.[^.]*$/, '')}-${t('imports.faulty.file')}.csv`, 'text/csv', ...parts);
    },
    { onFailure: fail },
  );
  return (
    <Button
      size="sm"
      variant="plain"
      icon={Download}
      busy={exporting.isPending}
      disabledReason={forbidden}
      onClick={() => void exporting.run()}
    >
      {t('imports.faulty', { count, shown: formatNumber(count, locale) })}
    </Button>
  );
}
