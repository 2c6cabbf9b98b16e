import { type RefObject, useRef, useState } from 'react';
import type { Attempt } from '../../../contract/lock/lock';
import type { MessageKey } from '../../../messages/translator';
import { useWait, type Wait } from '../../blocks/passphrase/use-wait';
import { useWhenLocked } from '../../lib/lock/when-locked';
import { useMessages } from '../../lib/use-messages';

export interface PassphraseProof {
  readonly passphrase: string;
  readonly change: (passphrase: string) => void;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly error: string | undefined;
  readonly wait: Wait;
  /** Sends the passphrase and resolves to whether it was right. Otherwise shows why it wasn't accepted. */
  readonly prove: (send: (passphrase: string) => Promise<Attempt>) => Promise<boolean>;
}

/** Returns the state of a field for the passphrase by which the user proves to be present. */
export function usePassphraseProof(): PassphraseProof {
  const { t } = useMessages();
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<MessageKey>();
  const input = useRef<HTMLInputElement>(null);
  const wait = useWait();
  const change = (next: string) => {
    setPassphrase(next);
    setError(undefined);
  };
  useWhenLocked(() => change(''));
  return {
    passphrase,
    change,
    input,
    error: error && t(error),
    wait,
    async prove(send) {
      if (passphrase === '') setError('sealed.passphrase.missing');
      if (passphrase === '') return false;
      const attempt = await send(passphrase);
      if (attempt.outcome === 'right') return true;
      wait.begin(attempt.waitMillis);
      setError(attempt.outcome === 'wrong' ? 'lock.wrong' : undefined);
      input.current?.select();
      return false;
    },
  };
}
