import { Check } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

/** Says until when the clipboard contains the secret: as `useCopySecret` returns it. */
export function CopiedBadge({ clearedAt }: { clearedAt: number | null | undefined }) {
  const { t } = useMessages();
  const seconds = useSecondsUntil(clearedAt ?? 0);
  const isShown = clearedAt === null || seconds > 0;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      {isShown && (
        <Badge tone="good">
          <Icon of={Check} size={12} />
          {clearedAt === null ? t('ui.copied') : t('api-keys.reveal.clears', { time })}
        </Badge>
      )}
      <VisuallyHidden role="status">{clearedAt === undefined ? '' : t('ui.copied')}</VisuallyHidden>
    </>
  );
}
