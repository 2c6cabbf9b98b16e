import { useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { api } from '#data/api.ts';
import { type ApiKeyText, type KeyKind, prefixedKind, readApiKeyText } from '#lib/rules/project-keys.ts';
import { useAction } from '#lib/use-action.ts';
import { type ApiKeyCheck, checkApiKey, checkCalls } from '../data';

/** A key of the project, which isn't sent anywhere. */
export interface CheckedProjectKey {
  readonly kind: 'project-key';
  readonly keyKind: KeyKind;
  readonly lastFour: string;
}

/** The API key of a user or team, which the main process keeps for a while. */
export interface CheckedApiKey {
  readonly kind: 'api-key';
  readonly secret: SecretReference;
  readonly text: ApiKeyText | null;
  readonly check: ApiKeyCheck;
}

interface KeyCheck {
  readonly result: CheckedProjectKey | CheckedApiKey | null;
  /** Whether nothing was entered. */
  readonly isMissing: boolean;
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  check(text: string): void;
  /** Checks the same API key again. */
  checkAgain(): Promise<void>;
}

/** Checks a key. Its text leaves the page at once: what the service is asked about is a reference to it. */
export function useKeyCheck(connectionId: string): KeyCheck {
  const [result, setResult] = useState<KeyCheck['result']>(null);
  const [isMissing, setMissing] = useState(false);
  const ask = async (secret: SecretReference, text: ApiKeyText | null): Promise<CheckedApiKey> => {
    return { kind: 'api-key', secret, text, check: await checkApiKey(checkCalls(connectionId), secret, text) };
  };
  const checking = useAction(
    async (pasted: string): Promise<KeyCheck['result']> => {
      const keyKind = prefixedKind(pasted);
      if (keyKind !== undefined) return { kind: 'project-key', keyKind, lastFour: pasted.slice(-4) };
      return ask(await api.secrets.keep({ connectionId, text: pasted }), readApiKeyText(pasted));
    },
    { onDone: setResult },
  );
  return {
    result,
    isMissing,
    busy: checking.isPending,
    failure: checking.failure,
    check(text) {
      const pasted = text.trim();
      setMissing(pasted === '');
      setResult(null);
      checking.reset();
      if (pasted !== '') void checking.run(pasted);
    },
    async checkAgain() {
      if (result?.kind !== 'api-key') return;
      const again = await ask(result.secret, result.text);
      // Another key may be checked by then.
      setResult((shown) => (shown === result ? again : shown));
    },
  };
}
