import { FileInput } from 'lucide-react';
import type { ImportKind } from '#contract/imports/source.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';

interface ImportButtonProps {
  connectionId: string;
  /** What the list shows. */
  kind: ImportKind;
  /** Why nothing can be changed. */
  disabledReason?: string | undefined;
}

/** Opens the import of what a list shows. */
export function ImportButton({ connectionId, kind, disabledReason }: ImportButtonProps) {
  const { t } = useMessages();
  return (
    <IconButton
      icon={FileInput}
      label={t(`imports.open.${kind}`)}
      disabledReason={disabledReason}
      onClick={() => openPath(paths.imports(connectionId, kind))}
    />
  );
}
