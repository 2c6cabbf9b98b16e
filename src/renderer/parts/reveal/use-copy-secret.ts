import { useState } from 'react';
import type { EnvEntries } from '#contract/bridge/secrets.ts';
import { envLine } from '#contract/env-line.ts';
import { AppError } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { copyText } from '#lib/copy-text.ts';
import { isElectron } from '#lib/is-electron.ts';
import { now } from '#lib/now.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';

/**
 * Resolves to secrets as lines of an environment file, for a page in a browser, which has to copy and save them itself. Reads one after the
 * other, so that a presence check is shown once.
 */
export async function readLines(entries: EnvEntries): Promise<string> {
  let lines = '';
  for (const { name, ref } of entries) lines += `${envLine(name, (await api.secrets.reveal({ ref })).text)}\n`;
  return lines;
}

interface SecretCopy {
  /** When the clipboard is cleared, in milliseconds since the epoch; null if it isn’t cleared, undefined before the secret was copied. */
  readonly clearedAt: number | null | undefined;
  readonly copy: Action<[]>;
}

/**
 * Returns how a secret gets to the clipboard. In Electron, the main process copies and clears it, so that the page doesn't learn it. A page in
 * a browser has to copy it itself, and can't clear it later without reading what else was copied.
 */
export function useCopySecret(ref: string): SecretCopy {
  return useCopy(
    () => api.secrets.copy({ ref }),
    async () => (await api.secrets.reveal({ ref })).text,
  );
}

/** Returns how secrets get to the clipboard as lines of an environment file, like `useCopySecret`. */
export function useCopyLines(entries: EnvEntries): SecretCopy {
  return useCopy(
    () => api.secrets.copyLines({ entries }),
    () => readLines(entries),
  );
}

function useCopy(copyInMain: () => Promise<unknown>, read: () => Promise<string>): SecretCopy {
  const showFailure = useFailureToast();
  const { clipboardSeconds } = useTopic('settings.state');
  const [clearedAt, setClearedAt] = useState<number | null>();
  const copy = useAction(
    async () => {
      if (isElectron) {
        await copyInMain();
        return now() + clipboardSeconds * 1_000;
      }
      if (!(await copyText(await read()))) throw new AppError({ code: 'clipboard-unavailable' });
      return null;
    },
    {
      onDone: setClearedAt,
      onFailure(report) {
        if (report.code !== 'cancelled') showFailure(new AppError(report));
      },
    },
  );
  return { clearedAt, copy };
}
