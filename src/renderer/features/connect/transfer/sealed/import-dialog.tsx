import { useState } from 'react';
import { api } from '../../../../api';
import { useMessages } from '../../../../lib/use-messages';
import type { Imported } from '../import-result';
import type { OpenedFile } from './import-progress';
import { PassphraseStep } from './passphrase-step';
import { PreviewStep } from './preview-step';

interface ImportDialogProps {
  /** The content of the sealed file. */
  text: string;
  onDone: (imported: Imported) => void;
  onClose: () => void;
}

/** Imports a sealed file: asks for its passphrase, then shows what would be added. */
export function ImportDialog({ text, onDone, onClose }: ImportDialogProps) {
  const { t } = useMessages();
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const close = () => {
    // The main process would otherwise keep the keys for 15 minutes.
    if (opened !== null) void api.sealedConnections.close({ fileId: opened.fileId }).catch(() => undefined);
    onClose();
  };
  const title = t('sealed.import');
  if (opened === null) return <PassphraseStep title={title} text={text} onOpened={setOpened} onClose={close} />;
  return <PreviewStep title={title} opened={opened} onDone={onDone} onClose={close} />;
}
