import { AtSign, Copy } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { Button } from '#ui/inputs/button.tsx';
import type { SentRow } from './sent-columns';

interface SentBarProps {
  connectionId: string;
  selection: Selection<SentRow>;
  matching: number;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected emails, which the service only lists: copied and exported. Replaces the toolbar. */
export function SentBar({ connectionId, selection, matching, onAll, onClear }: SentBarProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const ids = [...selection.items.keys()];
  const addresses = new Set([...selection.items.values()].flatMap(({ email }) => email.to ?? []));
  return (
    <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
      <Button
        icon={AtSign}
        disabledReason={addresses.size === 0 ? t('overview.emails.unknown') : undefined}
        onClick={() => copy([...addresses].join('\n'))}
      >
        {t('bulk.copy-recipients')}
      </Button>
      <Button icon={Copy} onClick={() => copy(ids.join('\n'))}>
        {t('selection.copy-ids')}
      </Button>
      <ExportButton hasText connectionId={connectionId} kind="sent-emails" scopes={[{ scope: { kind: 'ids', ids }, count: ids.length }]} />
    </SelectionFrame>
  );
}
