import { useRef, useState } from 'react';
import { fail } from '../../../../contract/errors';
import { looksSealed, maxListLength, maxSealedLength } from '../../../../contract/transfer/sealed-format';
import { api } from '../../../api';
import { errorText } from '../../../lib/errors/error-text';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { connectionsStore } from '../../../stores/connections';
import type { Imported } from './import-result';
import { readListFile } from './read-list-file';

/** What was imported, and whether that includes keys. */
export interface ImportOutcome extends Imported {
  readonly withKeys: boolean;
}

/** Imports a list that is typed, chosen, or dropped. A sealed one is checked, and then waits for its passphrase. */
export function useImport() {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [sealedText, setSealedText] = useState<string | null>(null);
  const imported = useRef('');
  const finish = (input: string, result: ImportOutcome) => {
    setOutcome(result);
    // Nothing else: the user may have typed another list in the meantime.
    setText((now) => (now === input ? '' : now));
  };
  const { isPending, failure, run } = useAction(async (read: () => Promise<string>, allowPlainHttp: boolean) => {
    setOutcome(null);
    const input = await read();
    imported.current = input;
    if (looksSealed(input)) {
      assertLength(input, maxSealedLength);
      await api.sealedConnections.check({ text: input });
      setSealedText(input);
      return;
    }
    assertLength(input, maxListLength);
    const result = await api.connections.importAll({ text: input, allowPlainHttp });
    await connectionsStore.refresh();
    finish(input, { ...result, withKeys: false });
  });
  const close = () => setSealedText(null);
  return {
    text,
    setText,
    busy: isPending,
    error: failure === null ? undefined : errorText(messages, failure).title,
    outcome,
    /** The sealed list that waits for its passphrase; null if there is none. */
    sealed:
      sealedText === null
        ? null
        : {
            text: sealedText,
            close,
            finish: (result: Imported) => {
              close();
              finish(sealedText, { ...result, withKeys: true });
            },
          },
    /** Imports the last input again, with the connections that use plain HTTP. Null for a sealed list, whose preview offers that. */
    takePlain: outcome?.withKeys ? null : () => void run(async () => imported.current, true),
    take: (input: string) => void run(async () => input, false),
    takeFiles: (files: readonly File[]) => {
      if (files.length > 0) void run(() => readListFile(files), false);
    },
  };
}

function assertLength({ length }: string, max: number): void {
  if (length > max) throw fail('import-too-large');
}
